import type { Call } from '@kapao/contract/call'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A byte order mark is none of JSON, and what is no UTF-8 would otherwise come out as other letters than were sent (RFC 8259, 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The body of a request that cannot be read. */
export const MALFORMED = Symbol('malformed JSON')

/**
 * A stray body must not hide the real refusal: an empty one is none, whatever its type says, and a malformed one is refused where its
 * call reads it, when it is known that there is an operator and who asks.
 */
export function parseJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      done(null, JSON.parse(typeof body === 'string' ? body : utf8.decode(body)))
    } catch {
      done(null, MALFORMED)
    }
  })
}

/** DELETE bodies get lost on the way in some proxies, so the query counts too (api: qrcode), behind what the body says. */
export function bodyOf(call: Call, request: FastifyRequest): unknown {
  const { body, query } = request
  if (call.method !== 'DELETE') return body
  if (body === undefined || body === null) return query
  const isObject = typeof body === 'object' && !Array.isArray(body)
  return isObject && typeof query === 'object' ? { ...query, ...body } : body
}
