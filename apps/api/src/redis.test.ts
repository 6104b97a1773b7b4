import { createServer } from 'node:http'
import { Redis } from 'ioredis'
import { Server } from 'socket.io'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRedis, startTestRedis, type TestRedis } from '../test/redis.ts'
import { openLogger } from './http/logger.ts'
import { openRedis } from './redis.ts'

let redis: TestRedis
let owner: Redis

describe.skipIf(!hasRedis)('a Redis that refuses the log-in', () => {
  beforeAll(async () => {
    redis = await startTestRedis()
    owner = new Redis(redis.url)
    await owner.config('SET', 'requirepass', 'the-right-one')
  })
  afterAll(async () => {
    owner.disconnect()
    await redis.kill()
  })

  it('ends no process, is told once without the password that was shown, and is there when it lets us in', async () => {
    const lines: string[] = []
    const log = openLogger('test', 'info', { write: (line) => void lines.push(line) })
    const address = redis.url.replace('//', '//:the-wrong-one@')
    const part = openRedis(address, (error) => log.error({ err: error }, 'Redis is away'))
    const sockets = new Server(createServer(), { adapter: part.openAdapter() })
    try {
      await expect.poll(() => lines).toHaveLength(1)
      expect(lines[0]).toContain('WRONGPASS')
      expect(lines[0]).not.toContain('the-wrong-one')
      expect(part.isThere()).toBe(false)
      await owner.config('SET', 'requirepass', 'the-wrong-one')
      await expect.poll(() => part.isThere()).toBe(true)
    } finally {
      await sockets.close()
      part.close()
    }
  })
})
