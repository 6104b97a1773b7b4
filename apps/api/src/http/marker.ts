import type { Call } from '@kapao/contract/call'
import type { FastifyRequest } from 'fastify'

/** Whether a call came with the wire's marker. No link, form or picture of any site sends it, and no script without our consent (CORS). */
export function isMarked(request: Pick<FastifyRequest, 'headers'>): boolean {
  return request.headers['x-requested-with'] === 'kapao'
}

/** The GETs that change something: what follows a link, looks ahead or tries again by itself must not make them. */
export function needsMarker({ method, effect }: Pick<Call, 'method' | 'effect'>): boolean {
  return method === 'GET' && effect !== 'reads'
}
