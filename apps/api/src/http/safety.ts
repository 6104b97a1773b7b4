import type { FastifyInstance } from 'fastify'
import type { Config } from '../environment/config.ts'
import type { Operator } from '../operator/operator.ts'
import { AddressLimit } from './address-limit.ts'
import { callerOf } from './caller.ts'
import type { Limits } from './limits.ts'
import { refuse } from './refusal.ts'
import { sendRefusal } from './route.ts'
import { safeHeaders } from './safe-headers.ts'
import { lacksHost } from './unreadable.ts'
import { isWireCall } from './wire-call.ts'

const TELL_EVERY_MS = 1_000

function secondsToNextMinute(): number {
  return 60 - (Math.floor(Date.now() / 1000) % 60)
}

/** The limit of requests from one address, told to the other processes while this one lives. */
function openAddressLimit(app: FastifyInstance, limits: Limits): AddressLimit {
  const limit = new AddressLimit(limits)
  const timer = setInterval(() => {
    limit.exchange().catch((error: unknown) => {
      app.log.warn({ err: error }, 'busy addresses were not told to the other processes')
    })
  }, TELL_EVERY_MS)
  app.addHook('onClose', async () => clearInterval(timer))
  return limit
}

/** Headers that every answer carries, the limit of requests, and calls from wallets on other origins. */
export function mountSafety(app: FastifyInstance, config: Config, limits: Limits, operator: Operator): void {
  const addresses = openAddressLimit(app, limits)
  const everyAnswer = safeHeaders(config)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(everyAnswer).header('x-request-id', request.id)
    if (lacksHost(request)) {
      return sendRefusal(request, reply.header('connection', 'close'), refuse('BAD_REQUEST'))
    }
    if (!isWireCall(request)) return
    // Where the thing is for real, TLS may end before us, and is all that browsers come by.
    request.ownOrigin = `${config.production ? 'https' : request.protocol}://${request.host}`
    const { origin } = request.headers
    if (origin !== undefined && config.allowedOrigins.includes(origin)) {
      reply.header('access-control-allow-origin', origin)
      reply.header('access-control-expose-headers', 'date, x-request-id, retry-after, idempotent-replay')
      reply.header('vary', 'origin')
      request.apiOrigin = request.ownOrigin
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
    if (addresses.isTooMany(callerOf(request.ip), operator.current().requestsPerMinute)) {
      return sendRefusal(request, reply, refuse('REQUEST_LIMIT', { retryAfter: secondsToNextMinute() }))
    }
  })
}
