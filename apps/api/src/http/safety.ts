import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Operator } from '../operator/operator.ts'
import { refuse } from './refusal.ts'
import { sendRefusal } from './route.ts'

/** Requests of one address in the running minute. In memory: it guards this process, and may forget. */
class AddressCounter {
  private counts = new Map<string, number>()
  private minute = 0

  /** Whether this request is one too many. */
  isTooMany(address: string, perMinute: number): boolean {
    const minute = Math.floor(Date.now() / 60_000)
    if (minute !== this.minute) {
      this.minute = minute
      this.counts = new Map()
    }
    const count = (this.counts.get(address) ?? 0) + 1
    this.counts.set(address, count)
    return count > perMinute
  }
}

function secondsToNextMinute(): number {
  return 60 - (Math.floor(Date.now() / 1000) % 60)
}

function isWireCall(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/')
}

/** Headers that every answer carries, the limit of requests, and calls from wallets on other origins. */
export function mountSafety(app: FastifyInstance, config: Config, operator: Operator): void {
  const counter = new AddressCounter()
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    if (!isWireCall(request)) return
    reply.header('cache-control', 'no-store')
    const { origin } = request.headers
    if (origin !== undefined && config.allowedOrigins.includes(origin)) {
      reply.header('access-control-allow-origin', origin)
      reply.header('access-control-expose-headers', 'x-request-id, retry-after, idempotent-replay')
      reply.header('vary', 'origin')
      if (request.method === 'OPTIONS') {
        return reply
          .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
          .header(
            'access-control-allow-headers',
            'authorization, content-type, x-requested-with, idempotency-key',
          )
          .header('access-control-max-age', '600')
          .code(204)
          .send()
      }
    }
    if (counter.isTooMany(request.ip, operator.current().requestsPerMinute)) {
      return sendRefusal(request, reply, refuse('REQUEST_LIMIT', { retryAfter: secondsToNextMinute() }))
    }
  })
}
