/**
 * The one socket of a chat. Its client is as much code as all the rest of a chat and a file of its own: it comes beside the conversation, and where it
 * does not come, that is a line that cannot be made, which is tried again.
 */

import { loadAside } from '@kapao/browser/chunk-recovery'
import { after } from '@kapao/browser/timers'

export interface SocketEvents {
  up(): void
  /** The connection ended or could not be made. `message` is the server's own word where it refused. */
  down(message: string): void
  /** By the name of the event; what came with it is anything. */
  readonly heard: Readonly<Record<string, (payload: unknown) => void>>
}

export interface Socket {
  /** Makes the connection anew, whatever is left of the one before. */
  connect(): void
  close(): void
  /** Null when nothing was answered in time: some servers never do. */
  ask(event: string, payload: unknown, waitMs: number): Promise<unknown>
  say(event: string): void
}

/** As long as a connection may take to be made. */
const LOAD_MS = 10_000

/** `token` is a member's; a guest has none. */
export function openSocket(token: string | null, events: SocketEvents): Socket {
  let socket: Socket | null = null
  let attempt = 0
  async function connect() {
    attempt += 1
    const own = attempt
    const isOver = new Promise<null>((resolve) => after(LOAD_MS, () => resolve(null)))
    const client = await Promise.race([loadClient(), isOver])
    if (own !== attempt) return
    if (client === null) return events.down('')
    socket ??= client.openSocket(token, events)
    socket.connect()
  }
  // While it is asked who speaks, and where.
  void loadClient()
  return {
    connect: () => void connect(),
    close() {
      attempt += 1
      socket?.close()
    },
    ask: async (event, payload, waitMs) => socket?.ask(event, payload, waitMs) ?? null,
    say: (event) => socket?.say(event),
  }
}

const loadClient = () => loadAside(() => import('./socket-client.ts'))
