import type { FastifyError, FastifyInstance } from 'fastify'
import { Refused } from './wire.ts'

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

function isForeign(origin: string | undefined): boolean {
  // "null" comes from pages that tell nobody where they are, such as a wallet that posts the login form.
  if (origin === undefined || origin === 'null') return false
  return !URL.canParse(origin) || !LOCAL_HOST.test(new URL(origin).host)
}

/** Only this machine: a page from elsewhere must reach the sandbox neither directly nor through a name it points here. */
export function addGuards(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    reply.header('content-security-policy', CONTENT_SECURITY_POLICY)
    reply.header('cache-control', 'no-store')
    if (!LOCAL_HOST.test(request.headers.host ?? '') || isForeign(request.headers.origin)) {
      throw new Refused(403, 'LOCAL_ONLY', 'the sandbox answers this machine only')
    }
  })
}

/** Every refusal leaves as `{code, message}`. */
export function addErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refused, request, reply) => {
    if (error instanceof Refused)
      return reply.code(error.status).send({ code: error.code, message: error.message })
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send({ code: 'BAD_REQUEST', message: error.message })
    request.log.error(error)
    return reply.code(500).send({ code: 'INTERNAL_ERROR', message: 'something broke in the sandbox' })
  })
  // Not NOT_FOUND, which is what a call says of an id that was never heard of.
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ code: 'NO_CALL', message: 'no such call' }),
  )
}

/** JSON in which an empty body is no body, and the forms that browsers post. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      done(null, JSON.parse(String(body)))
    } catch {
      done(new Refused(400, 'BAD_REQUEST', 'the body is not JSON'))
    }
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    },
  )
}
