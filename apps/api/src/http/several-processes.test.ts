// What a process behind a balancer does that one by itself need not.
import { lookupActive } from '@kapao/contract/service'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { readConfig } from '../environment/config.ts'

const BALANCER = '10.1.2.3'
const STRANGER = '203.0.113.7'
const MINUTE_MS = 60_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('th', { environment: { KAPAO_TRUSTED_PROXIES: '10.0.0.0/8' } })
  await server.set('requestsPerMinute', 3)
})
afterAll(() => server.stop())

/** The statuses of so many requests that come from one address and say that they were made by another. */
async function statuses(from: string, saying: string, times: number): Promise<number[]> {
  const found: number[] = []
  for (let n = 0; n < times; n += 1) {
    const answer = await server.app.inject({
      method: 'GET',
      url: '/api/lookup/active',
      remoteAddress: from,
      headers: { 'x-forwarded-for': saying, 'x-requested-with': 'kapao' },
    })
    found.push(answer.statusCode)
  }
  return found
}

describe('who is asking', () => {
  // In the middle of a minute, so that none ends between two requests.
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['Date'],
      now: Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + MINUTE_MS / 2,
    })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is whom the balancer names: one player’s limit is not another’s', async () => {
    expect(await statuses(BALANCER, '198.51.100.1', 4)).toEqual([200, 200, 200, 429])
    expect(await statuses(BALANCER, '198.51.100.2', 3)).toEqual([200, 200, 200])
  })

  it('is not whom a stranger names', async () => {
    const answers = [
      ...(await statuses(STRANGER, '198.51.100.3', 2)),
      ...(await statuses(STRANGER, '198.51.100.4', 2)),
    ]
    expect(answers).toEqual([200, 200, 200, 429])
  })

  it('is not whom a player behind the balancer names: the last word is the balancer’s', async () => {
    const answers = [
      ...(await statuses(BALANCER, '192.0.2.1, 198.51.100.5', 2)),
      ...(await statuses(BALANCER, '192.0.2.2, 198.51.100.5', 2)),
    ]
    expect(answers).toEqual([200, 200, 200, 429])
  })
})

describe('a process that is about to leave', () => {
  it('says that it is not ready, and goes on answering', async () => {
    const ready = () => server.app.inject({ method: 'GET', url: '/readyz' })
    expect((await ready()).statusCode).toBe(200)
    server.app.leave()
    expect((await ready()).statusCode).toBe(503)
    expect((await server.app.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)
    await server.set('requestsPerMinute', 100)
    expect(await server.ask(lookupActive)).toMatchObject({ ok: true })
  })
})

describe('the configuration of several processes', () => {
  const read = (environment: NodeJS.ProcessEnv) =>
    readConfig({ DATABASE_URL: 'postgresql://nowhere/kapao', ...environment })
  const bucket = {
    KAPAO_S3_ENDPOINT: 'https://s3.example/',
    KAPAO_S3_BUCKET: 'kapao',
    KAPAO_S3_ACCESS_KEY: 'key',
    KAPAO_S3_SECRET_KEY: 'secret',
  }

  it('names a bucket whole, or none', () => {
    expect(read({}).filesBucket).toBeNull()
    expect(read(bucket).filesBucket).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'kapao',
      accessKey: 'key',
      secretKey: 'secret',
      region: 'us-east-1',
    })
    for (const name of ['KAPAO_S3_BUCKET', 'KAPAO_S3_ACCESS_KEY', 'KAPAO_S3_SECRET_KEY']) {
      expect(() => read({ ...bucket, [name]: '' })).toThrow(`${name} must be set`)
    }
    expect(() => read({ ...bucket, KAPAO_S3_ENDPOINT: 's3.example' })).toThrow('begins with http')
  })

  it('takes whole numbers for whole numbers', () => {
    expect(read({ KAPAO_DATABASE_CONNECTIONS: '12', KAPAO_DRAIN_SECONDS: '10' })).toMatchObject({
      databaseConnections: 12,
      drainMs: 10_000,
    })
    expect(() => read({ KAPAO_DRAIN_SECONDS: '10s' })).toThrow('KAPAO_DRAIN_SECONDS is a whole number')
  })
})
