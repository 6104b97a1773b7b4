import type { FastifyInstance } from 'fastify'

/** An upload from a slow phone may take this long to arrive (spec §9: 300 s). */
export const UPLOAD_TIMEOUT_MS = 300_000
/** Everything else is small. Who sends it slower than this holds a connection for its own sake. */
const REQUEST_TIMEOUT_MS = 30_000

/** The server's own limit is the uploads'; this one is for all other requests. */
export function limitArrival(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { headers } = request
    // Without either of these there is no body (RFC 9112, 6.3).
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    if (request.raw.complete || headers['content-type']?.startsWith('multipart/form-data')) return
    const timer = setTimeout(() => {
      if (!request.raw.complete) request.raw.destroy()
    }, REQUEST_TIMEOUT_MS)
    timer.unref()
    request.raw.once('close', () => clearTimeout(timer))
    request.raw.once('end', () => clearTimeout(timer))
  })
}
