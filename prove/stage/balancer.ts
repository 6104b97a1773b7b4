// A balancer as small as can be: each request goes to the next process that says it is ready. It remembers nobody, so whatever works
// behind it needs no process to be the same as before.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'

const LOOK_EVERY_MS = 100

interface Target {
  readonly port: number
  isReady: boolean
  nextLook?: NodeJS.Timeout
  served: number
  /** Requests that it has not answered yet. */
  underWay: number
}

export class Balancer {
  readonly #targets: Target[] = []
  // No connection outlives its request: one to a process that is leaving would be cut in the middle of the next.
  readonly #agent = new Agent({ keepAlive: false })
  // It hangs up later than who asks: a line that it closes at the moment when the next request comes on it would lose that one.
  readonly #server = createServer({ keepAliveTimeout: 75_000 }, (incoming, outgoing) =>
    this.#pass(incoming, outgoing),
  )
  readonly #watching = new Set<(path: string) => void>()
  #isClosed = false
  #turn = 0
  /** Requests for which nobody was ready. */
  turnedAway = 0

  constructor(ports: readonly number[]) {
    for (const port of ports) this.#targets.push({ port, isReady: false, served: 0, underWay: 0 })
    this.#server.on('upgrade', (incoming, socket: Socket, head) => this.#upgrade(incoming, socket, head))
  }

  /** How many requests went to each. */
  get served(): readonly number[] {
    return this.#targets.map(({ served }) => served)
  }

  /**
   * Resolves when a request for a path that begins so has been answered, and the process at `index` owes nobody an answer: what is killed in
   * that moment cuts no call.
   */
  quietAfter(beginning: string, index: number): Promise<void> {
    let hasCome = false
    return new Promise((resolve) => {
      const watch = (path: string) => {
        hasCome ||= path.startsWith(beginning)
        if (!hasCome || this.#targets[index]?.underWay !== 0) return
        this.#watching.delete(watch)
        resolve()
      }
      this.#watching.add(watch)
    })
  }

  /** Ready when it knows who is: the first request must not be turned away for having come before the first look. */
  async listen(port: number): Promise<void> {
    await Promise.all(this.#targets.map((target) => this.#look(target)))
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', () => resolve()))
  }

  close(): void {
    this.#isClosed = true
    for (const { nextLook } of this.#targets) clearTimeout(nextLook)
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /**
   * One look after the other: of two at once the earlier, slower one would have the last word. It waits as long as its answer takes: who has much to do is not
   * gone, and where all have, the next call would find nobody.
   */
  async #look(target: Target): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${target.port}/readyz`).catch(() => null)
    target.isReady = answer?.ok === true
    await answer?.body?.cancel().catch(() => undefined)
    if (!this.#isClosed) target.nextLook = setTimeout(() => this.#look(target), LOOK_EVERY_MS)
  }

  #next(without: ReadonlySet<Target>): Target | null {
    for (let step = 0; step < this.#targets.length; step += 1) {
      this.#turn = (this.#turn + 1) % this.#targets.length
      const target = this.#targets[this.#turn]
      if (target?.isReady && !without.has(target)) return target
    }
    return null
  }

  /** The next one; one that cannot be reached is passed over, because nothing of the request has gone there. */
  #pass(incoming: IncomingMessage, outgoing: ServerResponse, tried = new Set<Target>()): void {
    const target = this.#next(tried)
    if (target === null) {
      this.turnedAway += 1
      outgoing.writeHead(503, { 'retry-after': '1' }).end('{"message":"OVERLOADED"}')
      return
    }
    const forwarded = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
    const { method = 'GET', url = '/' } = incoming
    const onward = request({
      host: '127.0.0.1',
      port: target.port,
      method,
      path: url,
      headers: forwarded,
      agent: this.#agent,
    })
    target.underWay += 1
    onward.once('close', () => {
      target.underWay -= 1
      for (const watch of this.#watching) watch(url)
    })
    onward.once('response', (answer) => {
      target.served += 1
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.once('error', () => outgoing.destroy())
    })
    onward.once('error', (error) => {
      const isUnreached = 'code' in error && error.code === 'ECONNREFUSED'
      if (!isUnreached) {
        outgoing.destroy()
        return
      }
      target.isReady = false
      this.#pass(incoming, outgoing, tried.add(target))
    })
    onward.once('socket', (socket: Socket) => {
      // Only when there is a line: a body that has been read cannot be sent to the next one.
      if (socket.connecting) socket.once('connect', () => incoming.pipe(onward))
      else incoming.pipe(onward)
    })
  }

  #upgrade(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    const target = this.#next(new Set())
    if (target === null) {
      socket.destroy()
      return
    }
    const onward = connect(target.port, '127.0.0.1', () => {
      const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
      for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
        lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`)
      }
      onward.write(`${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      socket.pipe(onward).pipe(socket)
      target.served += 1
    })
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  }
}
