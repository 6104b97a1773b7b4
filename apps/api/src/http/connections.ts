// What a connection may do before it has said anything worth reading. Bodies have their own limit of time (arrival.ts).
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { Counts } from '../counts.ts'
import { UPLOAD_TIMEOUT_MS } from './arrival.ts'
import { callerOf } from './caller.ts'

/** A header that is not whole by then is no phone's: the slowest sends it in one packet. */
const HEADERS_TIMEOUT_MS = 10_000
/** Longer than balancers keep an idle line (nginx: 60 s), so that it is always they who close it. */
const KEEP_ALIVE_MS = 75_000
const CHECKED_EVERY_MS = 2_000
/** What was sent on a line that is open already has arrived by then, also on a slow one. */
const SILENT_MS = 1_000
/** Of an answer on its way something has gone out by then, also where there is hardly a network: whoever takes no byte of it for so long holds a line, and a file, for its own sake. */
const STALLED_MS = 60_000
/** The address is among them, so that no part of one is longer. */
export const MOST_HEADER_BYTES = 16 * 1024
/** Of all lines, what one caller may have: a mobile network puts thousands of phones behind one address, and must not be all that there is. */
const SHARE_OF_CALLER = 1 / 2

/**
 * How many lines the system makes before the process has taken them: as many as Linux allows by itself. With Node's 511 a crowd's next packet is
 * dropped, and the phone tries again after one second, then two.
 */
export const LINES_IN_LINE = 4_096

/** Fastify's part of it. */
export const connectionOptions = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  requestTimeout: UPLOAD_TIMEOUT_MS,
  // A call that comes on an open line while we close is answered as any other, and its line ends with it: Fastify's own 503 is none of the wire's.
  return503OnClosing: false,
  http: {
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: CHECKED_EVERY_MS,
    maxHeaderSize: MOST_HEADER_BYTES,
    // Node's own answer to it has no body and no id: we refuse it ourselves (safety.ts).
    requireHostHeader: false,
  },
} as const

interface LineLimits {
  readonly most: number
  /** The balancers: all callers come by their lines, so theirs are counted among all lines alone. */
  readonly trustedProxies: readonly string[]
  /** How long nothing of an answer may have gone out. */
  readonly stalledMs?: number
}

/**
 * Knows every open line and the calls inside it. Whoever comes when `most` are open, or has their own share of them, is hung up on: `maxConnections` is
 * each listening socket's own, and there are several (listen.ts). When the app closes, each line ends with its answer, and one without a call when none has
 * come on it for a moment: a line that was just made has its call on the way, but for one that never says anything, as browsers open them in advance, Node
 * would wait without an end.
 */
export function keepLines(
  app: FastifyInstance,
  { most, trustedProxies, stalledMs = STALLED_MS }: LineLimits,
): void {
  const lines = new Map<Socket, Set<ServerResponse>>()
  const counts = new Counts()
  const isTrusted = proxyAddr.compile([...trustedProxies])
  let isClosing = false
  app.server.prependListener('connection', (line) => {
    const { remoteAddress: address = '' } = line
    const caller = address === '' || isTrusted(address, 0) ? null : callerOf(address)
    if (lines.size >= most || (caller !== null && counts.of(caller) >= most * SHARE_OF_CALLER)) {
      line.destroy()
      return
    }
    lines.set(line, new Set())
    if (caller !== null) counts.add(caller)
    line.once('close', () => {
      lines.delete(line)
      if (caller !== null) counts.takeAway(caller)
    })
  })
  app.server.prependListener('request', ({ socket: line }, answer) => {
    const calls = lines.get(line)
    calls?.add(answer)
    // Node asks the system whether anything has gone out of what it has not taken yet.
    answer.setTimeout(stalledMs, () => {
      if (answer.headersSent) line.destroy()
    })
    if (isClosing) answer.setHeader('connection', 'close')
    answer.once('close', () => {
      calls?.delete(answer)
      if (isClosing && calls?.size === 0) line.end()
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const calls of lines.values()) {
      for (const answer of calls) if (!answer.headersSent) answer.setHeader('connection', 'close')
    }
    const hangUpOnSilent = () => {
      for (const [line, calls] of lines) if (calls.size === 0) line.destroy()
    }
    // Where the loop stood still meanwhile its timers come first: only after them is read what has arrived.
    setTimeout(() => setImmediate(hangUpOnSilent), SILENT_MS)
  })
}
