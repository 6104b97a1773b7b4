import type { FastifyInstance } from 'fastify'
import type { Operator } from '../operator/operator.ts'

export function mountReference(app: FastifyInstance, operator: Operator): void {
  app.get('/docs', async () => ({ name: operator.current().name }))
}
