import type { Database } from '../database/database.ts'
import type { RedisPart } from '../redis.ts'
import { type Limits, limitsWithFallback } from './limits.ts'
import { openPostgresLimits } from './postgres-limits.ts'
import { openRedisLimits } from './redis-limits.ts'

/** Counted in Redis where there is one, and in the database while it is away. */
export function openLimits(database: Database, redis: RedisPart | null, onFallback: () => void): Limits {
  const inDatabase = openPostgresLimits(database)
  return redis === null
    ? inDatabase
    : limitsWithFallback(openRedisLimits(redis.counts), inDatabase, onFallback)
}
