import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'
import type { RedisPart } from '../redis.ts'
import type { Metrics } from './metrics.ts'
import { ANSWERS_HEAD } from './route.ts'

/** /healthz: the process lives. /readyz: it can work, and is not about to leave. /metrics: how it fares. */
export function mountHealth(
  app: FastifyInstance,
  database: Database,
  redis: RedisPart | null,
  metrics: Metrics,
): void {
  app.get('/healthz', ANSWERS_HEAD, async () => ({ status: 'ok' }))
  let isLeaving = false
  app.decorate('leave', () => {
    isLeaving = true
  })
  app.get('/readyz', ANSWERS_HEAD, async (_request, reply) => {
    if (isLeaving) return reply.code(503).send({ status: 'leaving' })
    try {
      await database.query('select 1')
      // Without its Redis it works all the same, if a little slower: no reason to send players elsewhere.
      return { status: 'ready', ...(redis && { redis: redis.isThere() ? 'there' : 'away' }) }
    } catch {
      return reply.code(503).send({ status: 'no database' })
    }
  })
  app.get('/metrics', async (_request, reply) => {
    const text = await metrics.registry.metrics()
    return reply.type(metrics.registry.contentType).send(text)
  })
}
