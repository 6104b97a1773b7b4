import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse, statusOf } from './refusal.ts'
import { newRequestId } from './request-id.ts'
import { sendRefusal } from './route.ts'

type Headers = Readonly<Record<string, string>>

/** An address that cannot be decoded: no hook has seen it, and its text stays out of the answer. */
export function unreadableAddress(headers: Headers) {
  return (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers).header('x-request-id', request.id)
    const refused = 'BAD_REQUEST'
    request.log.info({ call: `${request.method} unknown`, status: statusOf(refused), refused }, 'answered')
    sendRefusal(request, reply, refuse(refused))
  }
}

const BODY = JSON.stringify({ message: 'BAD_REQUEST' })
const JSON_TYPE = 'application/json; charset=utf-8'

/** HTTP/1.1 says that it names its host; an older one, as some balancers still speak it, need not. */
export function lacksHost({ raw }: FastifyRequest): boolean {
  return raw.headers.host === undefined && raw.httpVersion === '1.1'
}

/** Whoever expects what nobody knows how to do is told so before there is a request. Node would say it with nothing but a status. */
export function refuseExpectations(app: FastifyInstance, headers: Headers): void {
  app.server.on('checkExpectation', (_request, response) => {
    const its = { 'x-request-id': newRequestId(), 'content-type': JSON_TYPE, connection: 'close' }
    response.writeHead(417, { ...headers, ...its }).end(BODY)
  })
}

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** What is no HTTP never becomes a request: it is answered on the bare connection, which then ends. */
export function unreadableRequest(headers: Headers) {
  return (error: { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const lines = [
      `HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}`,
      'Connection: close',
      `X-Request-Id: ${newRequestId()}`,
      `Content-Type: ${JSON_TYPE}`,
      `Content-Length: ${BODY.length}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ]
    if (socket.writable) socket.write(`${lines.join('\r\n')}\r\n\r\n${BODY}`)
    socket.destroySoon()
  }
}
