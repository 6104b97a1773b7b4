import type { FastifyInstance } from 'fastify'

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
