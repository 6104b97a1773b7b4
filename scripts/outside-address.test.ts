import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  outsideBeside,
  playsSandbox,
  refuseMissingSecrets,
  rememberOutside,
  sandboxEnvironment,
} from './outside-address.ts'
import { readSettings } from './settings.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kapao-outside-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function askedBy(env: NodeJS.ProcessEnv): string {
  return outsideBeside(env, readSettings({ KAPAO_DATA: folder, ...env }, false))
}

test('a command asks the sandbox of the Kapao that was started on its data folder, wherever that listens', () => {
  rememberOutside(folder, 'http://127.0.0.1:18090', {})
  expect(askedBy({})).toBe('http://127.0.0.1:18090')
  expect(askedBy({ SANDBOX_PORT: '' })).toBe('http://127.0.0.1:18090')
})

test('what its own environment names goes first', () => {
  rememberOutside(folder, 'http://127.0.0.1:18090', {})
  expect(askedBy({ SANDBOX_PORT: '28090' })).toBe('http://127.0.0.1:28090')
  expect(askedBy({ KAPAO_GATEWAY_URL: 'https://adapters.example' })).toBe('https://adapters.example')
})

test('its name of before is still read, and the present one goes before it', () => {
  const before = { KAPAO_SANDBOX_URL: 'https://adapters.example' }
  expect(askedBy(before)).toBe('https://adapters.example')
  expect(plays(before)).toBe(false)
  expect(plays({ ...before, KAPAO_MODE: 'production' })).toBe(false)
  expect(askedBy({ ...before, KAPAO_GATEWAY_URL: 'https://others.example' })).toBe('https://others.example')
})

test('where no Kapao was started yet it is the usual port', () => {
  expect(askedBy({})).toBe('http://127.0.0.1:8090')
})

test('nothing is compared without the secrets that its Kapao was started with, which are written down nowhere', () => {
  const secrets = { KAPAO_GATEWAY_SECRET: 'of the gateway', KAPAO_SEAL_SECRET: 'of the seal' }
  rememberOutside(folder, 'https://adapters.example', secrets)
  expect(readFileSync(join(folder, 'outside.json'), 'utf8')).not.toContain('of the')
  const compare = (env: NodeJS.ProcessEnv) => () => refuseMissingSecrets(env, folder)
  expect(compare({})).toThrow('KAPAO_GATEWAY_SECRET and KAPAO_SEAL_SECRET')
  expect(compare({ ...secrets, KAPAO_GATEWAY_SECRET: '' })).toThrow(/with KAPAO_GATEWAY_SECRET, which/)
  expect(compare(secrets)).not.toThrow()
  expect(compare({ ...secrets, KAPAO_GIFT_SECRET: 'of gifts' })).not.toThrow()
})

test('a Kapao without secrets of its own, one of a release before and none at all ask for none', () => {
  const compare = () => refuseMissingSecrets({}, folder)
  expect(compare).not.toThrow()
  writeFileSync(join(folder, 'outside.json'), '{"url":"http://127.0.0.1:18090"}')
  expect(compare).not.toThrow()
  rememberOutside(folder, 'http://127.0.0.1:18090', {})
  expect(compare).not.toThrow()
})

const plays = (env: NodeJS.ProcessEnv) =>
  playsSandbox(env, readSettings({ KAPAO_DATA: folder, SANDBOX_PORT: '18090', ...env }, false))

test.each([
  [undefined, true],
  ['http://127.0.0.1:18090', true],
  ['http://localhost:18090/', true],
  ['http://127.0.0.1:9999', false],
  ['http://adapters.example:18090', false],
  ['https://adapters.example', false],
])('where the outside is said to be %s, the sandbox is started beside: %s', (named, expected) => {
  expect(plays({ KAPAO_GATEWAY_URL: named })).toBe(expected)
})

test.each([undefined, 'http://localhost:8090'])(
  'the sandbox’s port is nobody else’s where there is a sandbox (%s)',
  (named) => {
    expect(() => askedBy({ PORT: '8090', KAPAO_GATEWAY_URL: named })).toThrow('must differ')
  },
)

test.each([{}, { KAPAO_MODE: 'production' }])('without one it is free for all (%o)', (more) => {
  const url = 'https://adapters.example'
  expect(askedBy({ ...more, PORT: '8090', KAPAO_GATEWAY_URL: url })).toBe(url)
})

test('for real there is no sandbox, and nothing begins without an outside', () => {
  for (const url of ['https://adapters.example', 'http://127.0.0.1:18090'])
    expect(plays({ KAPAO_MODE: 'production', KAPAO_GATEWAY_URL: url })).toBe(false)
  for (const nothing of [undefined, ''])
    expect(() => plays({ KAPAO_MODE: 'production', KAPAO_GATEWAY_URL: nothing })).toThrow(
      'set KAPAO_GATEWAY_URL',
    )
})

test('the sandbox is given of the secrets only those that it signs with and is asked with', () => {
  const needed = { PORT: '8080', KAPAO_FEED_SECRET: 'f', KAPAO_GATEWAY_SECRET: 'g' }
  const seal = { KAPAO_SEAL_SECRET: 's', KAPAO_SEAL_SECRET_OTHER: 's', KAPAO_GIFT_SECRET: 'g' }
  const links = { KAPAO_TRUELINK_SECRET: 't', KAPAO_TRUELINK_SECRET_OTHER: 't' }
  const stores = { KAPAO_S3_ACCESS_KEY: 'a', KAPAO_S3_SECRET_KEY: 's', REDIS_URL: 'redis://:word@there' }
  const databases = { DATABASE_URL: 'd', KAPAO_SERVING_DATABASE_URL: 's', PGPASSWORD: 'p', PGPASSFILE: 'f' }
  expect(sandboxEnvironment({ ...needed, ...seal, ...links, ...stores, ...databases })).toEqual(needed)
})
