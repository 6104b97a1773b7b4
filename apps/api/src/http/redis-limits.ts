import type { Redis } from 'ioredis'
import type { Limits } from './limits.ts'

const MINUTE_MS = 60_000
/** A minute's counts are asked for until it is over everywhere, by clocks that differ a little. */
const ADDRESS_KEPT_S = 120

/** One script is one step for all processes: no hit falls between counting and the window's end, and no window stays without one. */
const HIT = `local hits = redis.call('incr', KEYS[1])
if hits == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return {hits, redis.call('pttl', KEYS[1])}`

const LOOK = `return {tonumber(redis.call('get', KEYS[1])) or 0, redis.call('pttl', KEYS[1])}`

/** A window that has ended meanwhile has nothing to take back. */
const TAKE_BACK = `if (tonumber(redis.call('get', KEYS[1])) or 0) > 0 then redis.call('decr', KEYS[1]) end
return 0`

const ADD = `local totals = {}
for at, key in ipairs(KEYS) do
  totals[at] = redis.call('incrby', key, ARGV[at + 1])
  redis.call('expire', key, ARGV[1])
end
return totals`

const rateKey = (bucket: string) => `kapao:rate:${bucket}`

function numbersIn(answer: unknown): number[] {
  if (!Array.isArray(answer)) throw new Error('Redis answered a script with no list')
  return answer.map(Number)
}

export function openRedisLimits(redis: Redis): Limits {
  async function hit(bucket: string, perMinute: number): Promise<number | null> {
    const [hits = 0, msLeft = 0] = numbersIn(await redis.eval(HIT, 1, rateKey(bucket), MINUTE_MS))
    return hits > perMinute ? Math.max(1, Math.ceil(msLeft / 1000)) : null
  }
  return {
    hit,
    // One after the other on one connection, without waiting in between.
    async hitEach(limited) {
      const waits = await Promise.all(limited.map(({ bucket, perMinute }) => hit(bucket, perMinute)))
      return waits.reduce((most, wait) => (wait === null ? most : Math.max(most ?? 0, wait)), null)
    },
    async look(bucket, perMinute) {
      const [hits = 0, msLeft = 0] = numbersIn(await redis.eval(LOOK, 1, rateKey(bucket)))
      return msLeft > 0 && hits >= perMinute ? Math.max(1, Math.ceil(msLeft / 1000)) : null
    },
    async takeBack(...buckets) {
      await Promise.all(buckets.map((bucket) => redis.eval(TAKE_BACK, 1, rateKey(bucket))))
    },
    async addAddressHits(minute, counted) {
      const keys = counted.map((one) => `kapao:address:${minute}:${one.address}`)
      const added = counted.map((one) => one.hits)
      const totals = numbersIn(await redis.eval(ADD, keys.length, ...keys, ADDRESS_KEPT_S, ...added))
      return counted.map(({ address }, at) => ({ address, hits: totals[at] ?? 0 }))
    },
  }
}
