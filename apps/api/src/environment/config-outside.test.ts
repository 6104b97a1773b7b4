import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const rest = {
  DATABASE_URL: 'postgresql://nowhere/none',
  KAPAO_FEED_SECRET: 'a-feed-secret-of-our-own',
  KAPAO_SEAL_SECRET: 'a-seal-secret-of-our-own',
  KAPAO_TRUELINK_SECRET: 'a-gift-secret-of-our-own',
}

it('in production no sandbox is taken for the outside world where none is named', () => {
  expect(() => readConfig({ ...rest, KAPAO_MODE: 'production' })).toThrow(
    'KAPAO_GATEWAY_URL is not set in production',
  )
  expect(readConfig(rest).gatewayUrl).toBe('http://127.0.0.1:8090')
})

it('the name of before, KAPAO_SANDBOX_URL, still says where the outside answers', () => {
  const before = { ...rest, KAPAO_MODE: 'production', KAPAO_SANDBOX_URL: 'http://adapters.example' }
  const { gatewayUrl, plainLines } = readConfig(before)
  expect(gatewayUrl).toBe('http://adapters.example')
  // Whoever is told of it finds it by the name that it was given.
  expect(plainLines).toContain('KAPAO_SANDBOX_URL')
})

it('the present name goes before it', () => {
  const both = { KAPAO_GATEWAY_URL: 'https://adapters.example', KAPAO_SANDBOX_URL: 'https://old.example' }
  expect(readConfig({ ...rest, ...both }).gatewayUrl).toBe('https://adapters.example')
})

it.each(['KAPAO_GATEWAY_URL', 'KAPAO_SANDBOX_URL'])(
  '%s that was left empty is not taken for the sandbox',
  (name) => {
    expect(() => readConfig({ ...rest, [name]: '' })).toThrow(`${name} is set to nothing`)
  },
)
