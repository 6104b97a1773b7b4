// How long a message of the chat takes to everybody in its room, at a thousand sockets, beside a bare socket.io echo.
import { type Load, WARM_UP_S } from '../chat-load.ts'
import { measureEcho, measureKeptEcho, measureOurs } from '../chat-sides.ts'
import { type Figures, interleaved, printTable } from './figures.ts'
import type { Bench } from './parts.ts'

const SOCKETS = 1_000
const PER_SECOND = 50

export async function benchChat({ database, rounds, seconds, limits }: Bench): Promise<void> {
  const load: Load = { sockets: SOCKETS, perSecond: PER_SECOND, seconds: seconds * 2 }
  const once = async (measure: () => ReturnType<typeof measureEcho>): Promise<Figures> => {
    const { sent, failed, lost, doubled, p50, p99 } = await measure()
    if (failed + lost + doubled > 0) throw new Error(`${failed} failed, ${lost} lost, ${doubled} doubled`)
    return { perSecond: sent / (load.seconds + WARM_UP_S), p50Ms: p50, p99Ms: p99 }
  }
  const figures = await interleaved(
    [
      ['bare socket.io echo', () => once(() => measureEcho(load))],
      ['an echo with one row on disk before it', () => once(() => measureKeptEcho(database, load))],
      ['Kapao', () => once(() => measureOurs(database, load))],
    ],
    rounds,
  )
  printTable(`delivery of messages, ${SOCKETS} sockets`, figures)
  const p99Of = (name: string) => figures.get(name)?.p99Ms ?? Number.NaN
  const [echo, kept, ours] = [...figures.keys()].map(p99Of)
  limits.atMost('p99 of delivery of the echo’s', (ours ?? Number.NaN) / (echo ?? Number.NaN), 1.5)
  limits.atMost(
    'p99 of delivery of the echo’s that keeps each message',
    (ours ?? Number.NaN) / (kept ?? Number.NaN),
    1.5,
  )
}
