import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('in production no sandbox is taken for the outside world where none is named', () => {
  const rest = {
    DATABASE_URL: 'postgresql://nowhere/none',
    KAPAO_FEED_SECRET: 'a-feed-secret-of-our-own',
    KAPAO_SEAL_SECRET: 'a-seal-secret-of-our-own',
    KAPAO_TRUELINK_SECRET: 'a-gift-secret-of-our-own',
  }
  expect(() => readConfig({ ...rest, KAPAO_MODE: 'production' })).toThrow(
    'KAPAO_SANDBOX_URL is not set in production',
  )
  expect(readConfig(rest).gatewayUrl).toBe('http://127.0.0.1:8090')
})
