// So many clients, each on one kept connection, each asking again as soon as it is answered. Written on plain sockets: it shares the
// machine with what it measures, so it should take as little of it as it can.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type Figures, percentile } from './figures.ts'

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Load {
  readonly port: number
  readonly clients: number
  readonly seconds: number
  /** The next request; called once for each. Null: the client has no more. */
  readonly next: () => Request | null
  /** Between an answer and the client's next request; for those who only look in. */
  readonly pauseMs?: number
}

function textOf({ method, path, headers = {}, body }: Request): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length =
    body === undefined
      ? ''
      : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}${length}\r\n${body ?? ''}`
}

/** Reads one answer; every one of ours says how long it is. Answers its status. */
async function readAnswer(socket: Socket): Promise<string> {
  let text = ''
  for (;;) {
    const [chunk]: unknown[] = await once(socket, 'data')
    text += Buffer.isBuffer(chunk) ? chunk.toString('latin1') : ''
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) continue
    const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
    if (text.length >= end + 4 + length) return text
  }
}

export async function load({ port, clients, seconds, next, pauseMs = 0 }: Load): Promise<Figures> {
  const times: number[] = []
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true })
      await once(socket, 'connect')
      while (performance.now() < endsAt) {
        const wanted = next()
        if (wanted === null) break
        const request = textOf(wanted)
        const askedAt = performance.now()
        socket.write(request)
        const answer = await readAnswer(socket)
        times.push(performance.now() - askedAt)
        if (!answer.startsWith('HTTP/1.1 2'))
          throw new Error(`${request.split('\r\n')[0]}: ${answer.slice(0, 40)} … ${answer.slice(-200)}`)
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
      socket.destroy()
    }),
  )
  return {
    perSecond: times.length / ((performance.now() - startedAt) / 1000),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  }
}
