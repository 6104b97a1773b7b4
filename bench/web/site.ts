// The one static server that every page of `npm run bench:web` is served by: brotli at its best level, hashed files for a year, pages asked for
// every time, and the calls handed to a server beside it whose answers take so long.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
}
/** Those that are compressed already are not compressed again. */
const others: Readonly<Record<string, string>> = {
  woff2: 'font/woff2',
  png: 'image/png',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
}

const endingOf = (file: string) => file.split('.').at(-1) ?? ''

export interface Api {
  readonly url: string
  /** How long an answer takes. */
  readonly ms: number
}

export class Site {
  readonly #folder: string
  readonly #api: Api | null
  readonly #packed = new Map<string, Buffer>()
  readonly #server: Server
  url = ''
  /** How long the line takes besides what the browser is told to be slowed by: for a page, and for all else. */
  lineMs = { page: 0, rest: 0 }

  private constructor(folder: string, api: Api | null) {
    this.#folder = folder
    this.#api = api
    this.#server = createServer((request, response) => {
      // Who asked has gone: a page that is closed does that.
      this.#answer(request, response).catch(() => response.destroy())
    })
  }

  static async start(folder: string, api: Api | null = null): Promise<Site> {
    const site = new Site(folder, api)
    // Before anybody waits for it: the first visit would be a slower one.
    for (const name of globSync('**/*', { cwd: folder }))
      if (types[endingOf(name)]) site.#pack(join(folder, name))
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve))
    const address = site.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port')
    const { port }: AddressInfo = address
    site.url = `http://127.0.0.1:${port}`
    return site
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://site').pathname
    await wait(/\.\w+$/.test(path) ? this.lineMs.rest : this.lineMs.page)
    if (path.startsWith('/api/')) await this.#pass(request, response)
    else this.#answerFile(this.#fileFor(path), response)
  }

  /** A page's own file where the build has drawn one, else the page of every address. */
  #fileFor(path: string): string {
    if (/\.\w+$/.test(path)) return path
    const drawn = `${path}.html`
    return existsSync(join(this.#folder, drawn)) ? drawn : '/index.html'
  }

  #answerFile(file: string, response: ServerResponse): void {
    const ending = endingOf(file)
    const path = join(this.#folder, file)
    if (!existsSync(path)) {
      response.writeHead(404).end()
      return
    }
    const type = types[ending]
    const body = type ? this.#pack(path) : readFileSync(path)
    response.writeHead(200, {
      'content-type': type ?? others[ending] ?? 'application/octet-stream',
      'content-length': body.length,
      'cache-control': file.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store',
      ...(type && { 'content-encoding': 'br' }),
    })
    response.end(body)
  }

  #pack(path: string): Buffer {
    // Our build has them beside its files already, at the same level.
    const beside = `${path}.br`
    const pack = () => (existsSync(beside) ? readFileSync(beside) : brotliCompressSync(readFileSync(path)))
    const packed = this.#packed.get(path) ?? pack()
    this.#packed.set(path, packed)
    return packed
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#api === null) {
      response.writeHead(404).end()
      return
    }
    const { url, ms } = this.#api
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    const [answer] = await Promise.all([
      fetch(url + request.url, { method: request.method ?? 'GET', ...body }),
      wait(ms),
    ])
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
    })
    response.end(Buffer.from(await answer.arrayBuffer()))
  }
}
