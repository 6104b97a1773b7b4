import type { FastifyInstance } from 'fastify'
import type { Database } from '../database.ts'
import type { Metrics } from './metrics.ts'

/** /healthz: the process lives. /readyz: it can work, and is not about to leave. /metrics: how it fares. */
export function mountHealth(app: FastifyInstance, database: Database, metrics: Metrics): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  let isLeaving = false
  app.decorate('leave', () => {
    isLeaving = true
  })
  app.get('/readyz', async (_request, reply) => {
    if (isLeaving) return reply.code(503).send({ status: 'leaving' })
    try {
      await database.query('select 1')
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'no database' })
    }
  })
  app.get('/metrics', async (_request, reply) => {
    const text = await metrics.registry.metrics()
    return reply.type(metrics.registry.contentType).send(text)
  })
}
