import type { FastifyRequest } from 'fastify'

/** The path that is asked for, as the router reads it: without a host (`GET http://host/path` is HTTP too) and without percent signs that hide a letter. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? ''
  try {
    return decodeURI(path)
  } catch {
    // The router reads no path of a method that no route has, so it can be one that nobody can read.
    return path
  }
}

/** Whether a request is a call of the wire, or would be one if there were such a call. By the route that runs: an address can be written in many ways. */
export function isWireCall(request: FastifyRequest): boolean {
  return (request.routeOptions.url ?? pathOf(request)).startsWith('/api/')
}
