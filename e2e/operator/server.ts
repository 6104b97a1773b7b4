// Another operator's server with our wallet in front of it. It speaks the wire (answers.ts) and goes wrong exactly as it is told: the
// wallet must get along with any server that does, also with one on another host.
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Server as Chats } from 'socket.io'
import { goodAnswers } from './answers.ts'

export interface Trouble {
  readonly status?: number
  /** An object goes out as JSON, a text as it is; a function is asked each time. */
  readonly body?: unknown
  readonly type?: string
  /** It is told as the kept answer to an earlier try. */
  readonly isReplay?: true
  /** The line breaks without an answer. */
  readonly hangsUp?: boolean
  /** The answer never comes. */
  readonly holds?: boolean
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  jpg: 'image/jpeg',
  png: 'image/png',
}

/** Its chat takes whoever comes, and says nothing. */
function takeChats(server: Server, operator: OperatorServer): void {
  new Chats(server, { cors: { origin: '*' } }).on('connection', (socket) => {
    socket.on('join', (_room, answer) => {
      operator.joins += 1
      if (operator.joinMs !== null) setTimeout(() => answer({ ok: true }), operator.joinMs)
    })
  })
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const { port }: AddressInfo = address
  return `http://127.0.0.1:${port}`
}

export class OperatorServer {
  readonly #walletFolder: string
  readonly #troubles = new Map<string, Trouble>()
  readonly #servers: Server[] = []
  /** Every call that came, as `METHOD /path`. */
  readonly asked: string[] = []
  /** How often somebody asked to be let into their chat, and how long it takes to say that they are; null: it never does. */
  joins = 0
  joinMs: number | null = 0
  url = ''

  private constructor(walletFolder: string) {
    this.#walletFolder = walletFolder
  }

  /** With `apart`, the API is on a host of its own and answers the page across origins. */
  static async start(walletFolder: string, { apart = false } = {}): Promise<OperatorServer> {
    const operator = new OperatorServer(walletFolder)
    const api = createServer((request, response) => operator.#answerCall(request, response))
    const apiUrl = apart ? await listen(api) : ''
    const page = createServer((request, response) => {
      if (!apart && request.url?.startsWith('/api/')) operator.#answerCall(request, response)
      else operator.#answerFile(request, response, apiUrl)
    })
    operator.#servers.push(page, ...(apart ? [api] : []))
    takeChats(apart ? api : page, operator)
    operator.url = await listen(page)
    return operator
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }

  /** From now on, until it is put right. `call` as in answers.ts. */
  break(call: string, trouble: Trouble): void {
    if (!(call in goodAnswers)) throw new Error(`The wire has no ${call}`)
    this.#troubles.set(call, trouble)
  }

  putRight(): void {
    this.#troubles.clear()
  }

  #answerCall(request: IncomingMessage, response: ServerResponse): void {
    const { origin } = request.headers
    if (origin !== undefined) {
      response.setHeader('access-control-allow-origin', origin)
      response.setHeader(
        'access-control-expose-headers',
        'date, x-request-id, retry-after, idempotent-replay',
      )
    }
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE')
      response.setHeader(
        'access-control-allow-headers',
        'authorization, content-type, x-requested-with, idempotency-key',
      )
      response.writeHead(204).end()
      return
    }
    // Read to its end, so that the sender comes to hear the answer.
    request.resume()
    const path = new URL(request.url ?? '/', 'http://operator').pathname.replace(/^\/api/, '')
    const call = callFor(`${request.method} ${path}`)
    this.asked.push(call ?? `${request.method} ${path}`)
    const trouble = call === null ? undefined : this.#troubles.get(call)
    if (trouble?.hangsUp) {
      request.socket.destroy()
      return
    }
    if (trouble?.holds) return
    const good = call === null ? undefined : goodAnswers[call]
    const status = trouble?.status ?? (good ? 200 : 404)
    const told = typeof trouble?.body === 'function' ? trouble.body() : trouble?.body
    const body = trouble ? told : (good?.() ?? { message: 'NO_DATA' })
    if (trouble?.isReplay) response.setHeader('idempotent-replay', 'true')
    response.writeHead(status, { 'content-type': trouble?.type ?? 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  #answerFile(request: IncomingMessage, response: ServerResponse, apiUrl: string): void {
    const path = new URL(request.url ?? '/', 'http://operator').pathname
    // A host of files alone gives /login the page that was drawn for it.
    const page = apiUrl !== '' && existsSync(join(this.#walletFolder, `${path}.html`)) ? path : '/index'
    const file = /\.\w+$/.test(path) ? path : `${page}.html`
    try {
      const bytes = readFileSync(join(this.#walletFolder, file))
      const type = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
      response.writeHead(200, { 'content-type': type })
      response.end(
        file.endsWith('.html')
          ? bytes.toString().replace('name="kapao-api" content=""', `name="kapao-api" content="${apiUrl}"`)
          : bytes,
      )
    } catch {
      response.writeHead(404).end()
    }
  }
}

function callFor(asked: string): string | null {
  if (asked in goodAnswers) return asked
  for (const call of Object.keys(goodAnswers)) {
    if (new RegExp(`^${call.replace(/\{\w+\}/g, '[^/]+')}$`).test(asked)) return call
  }
  return null
}
