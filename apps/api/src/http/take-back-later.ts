import type { FastifyBaseLogger } from 'fastify'
import type { Limits } from './limits.ts'

/**
 * Takes hits back that turned out to be none of those that are limited. Nobody waits for it, and what it was for is done: at worst they count until
 * their minute is over.
 */
export function takeBackLater(
  limits: Limits,
  log: Pick<FastifyBaseLogger, 'warn'>,
  ...buckets: readonly string[]
): void {
  limits
    .takeBack(...buckets)
    .catch((error: unknown) => log.warn({ err: error }, 'hits were not taken back: they stay counted'))
}
