// A thousand people who listen, and fifty messages a second among them: who heard what, how often, and how long it took.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'

/** Who talks has talked before, as most who do: the first word of a customer opens a conversation, too. Everybody listens. */
const TALKING_ROOMS = 50
/** Each room's people listen on two devices. */
export const SOCKETS_PER_ROOM = 2
const JOINED_AT_ONCE = 50
/** So long is talked before it is measured: the first words meet a server that has compiled nothing and opened no connection yet. */
export const WARM_UP_S = 2
/** How long the last messages may take before they count as lost. */
const GRACE_MS = 10_000

export interface Line {
  readonly address: string
  /** The name under which a room is joined. */
  roomOf(guestId: string): string
  /** Says one thing in a room; resolves when it is said. */
  say(guestId: string, clientId: string, from: Socket): Promise<void>
}

export interface Load {
  readonly sockets: number
  readonly perSecond: number
  readonly seconds: number
}

export interface Outcome {
  /** The warming up included, as in all that is counted. */
  readonly sent: number
  readonly failed: number
  readonly expected: number
  readonly lost: number
  readonly doubled: number
  /** From before it was said to each hearing, in ms. */
  readonly p50: number
  readonly p99: number
  readonly worst: number
  readonly guests: readonly string[]
}

interface Ears {
  readonly guestId: string
  readonly socket: Socket
  /** How often each message was heard. */
  readonly heard: Map<string, number>
}

async function connectAll(line: Line, guests: readonly string[], onHeard: (clientId: string) => void) {
  const all: Ears[] = []
  const wanted = guests.flatMap((guestId) => Array.from({ length: SOCKETS_PER_ROOM }, () => guestId))
  for (let at = 0; at < wanted.length; at += JOINED_AT_ONCE) {
    const some = wanted.slice(at, at + JOINED_AT_ONCE).map(async (guestId) => {
      const socket = io(line.address, { transports: ['websocket'], forceNew: true })
      const ears = { guestId, socket, heard: new Map<string, number>() }
      socket.on('messaging', ({ clientId }: { clientId: string }) => {
        ears.heard.set(clientId, (ears.heard.get(clientId) ?? 0) + 1)
        onHeard(clientId)
      })
      const ack: unknown = await socket.timeout(30_000).emitWithAck('join', line.roomOf(guestId))
      if (JSON.stringify(ack) !== '{"ok":true}') throw new Error(`not let in: ${JSON.stringify(ack)}`)
      all.push(ears)
    })
    await Promise.all(some)
  }
  return all
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** `whileOpen` runs when everyone is connected, and again at the end. */
export async function soak(line: Line, load: Load, whileOpen: () => void): Promise<Outcome> {
  const guests = Array.from({ length: load.sockets / SOCKETS_PER_ROOM }, () => randomUUID())
  const sentAt = new Map<string, number>()
  const delays: number[] = []
  let heard = 0
  const ears = await connectAll(line, guests, (clientId) => {
    heard += 1
    const askedAt = sentAt.get(clientId)
    if (askedAt !== undefined) delays.push(performance.now() - askedAt)
  })
  whileOpen()
  const said = new Map<string, string>()
  let failed = 0
  const warmUp = load.perSecond * WARM_UP_S
  const count = warmUp + load.perSecond * load.seconds
  const startedAt = performance.now()
  const saying: Promise<void>[] = []
  for (let at = 0; at < count; at += 1) {
    await wait(Math.max(0, startedAt + (at * 1_000) / load.perSecond - performance.now()))
    const from = ears[((at % TALKING_ROOMS) * SOCKETS_PER_ROOM) % ears.length]
    if (!from) throw new Error('nobody is there')
    const clientId = randomUUID()
    said.set(clientId, from.guestId)
    if (at >= warmUp) sentAt.set(clientId, performance.now())
    const fail = (thrown: unknown) => {
      failed += 1
      said.delete(clientId)
      console.error(`not said at ${line.address}:`, thrown)
    }
    saying.push(line.say(from.guestId, clientId, from.socket).catch(fail))
  }
  await Promise.all(saying)
  const expected = said.size * SOCKETS_PER_ROOM
  const givesUpAt = performance.now() + GRACE_MS
  while (heard < expected && performance.now() < givesUpAt) await wait(50)
  whileOpen()
  const { lost, doubled } = tally(ears, said)
  for (const { socket } of ears) socket.disconnect()
  const sorted = delays.toSorted((one, other) => one - other)
  return {
    sent: said.size,
    failed,
    expected,
    lost,
    doubled,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    worst: sorted.at(-1) ?? Number.NaN,
    guests,
  }
}

/** Each message must have been heard once by each of its room's people, and by nobody else. */
function tally(ears: readonly Ears[], said: ReadonlyMap<string, string>) {
  let lost = 0
  let doubled = 0
  for (const { guestId, heard } of ears) {
    for (const [clientId, room] of said) {
      const times = heard.get(clientId) ?? 0
      if (room === guestId && times === 0) lost += 1
      if (times > (room === guestId ? 1 : 0)) doubled += 1
    }
  }
  return { lost, doubled }
}
