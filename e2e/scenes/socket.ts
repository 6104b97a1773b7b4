// The other end of the chat's socket, as far as a customer can tell: it answers, lets them in or not, and may say that somebody types.
import type { Page } from '@playwright/test'

/** A name of the chat's, and what goes with it. */
export type Say = (event: string, content: unknown) => void

/** What it does otherwise than letting everybody in and being silent. */
export interface ChatLine {
  /** Why nobody is let in. */
  readonly refuses?: string
  /** Who writes all the time. */
  readonly typing?: string
  /** It takes the line, and never says that it has. */
  readonly isMute?: boolean
  /** Given a way to say more to whoever was let in. */
  readonly joined?: (say: Say) => void
}

/** Packets of Engine.IO 4 and Socket.IO 5, which is what they are made of on a WebSocket. */
const opened = '0{"sid":"scene","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}'
const connected = '40{"sid":"scene"}'
/** The customer forgets it after five seconds. */
const TYPING_AGAIN_MS = 2_000

export async function answerSockets(page: Page, line: () => ChatLine): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const { refuses, typing, isMute, joined } = line()
    if (isMute) return
    const say: Say = (event, content) => socket.send(`42${JSON.stringify([event, content])}`)
    const types = () => say('typing', { name: typing })
    let again: NodeJS.Timeout | undefined
    socket.onMessage((packet) => {
      const text = String(packet)
      if (text.startsWith('40')) socket.send(connected)
      const asked = /^42(\d+)\["join"/.exec(text)?.[1]
      if (asked === undefined) return
      const answer = refuses === undefined ? { ok: true } : { ok: false, message: refuses }
      socket.send(`43${asked}${JSON.stringify([answer])}`)
      if (refuses === undefined) joined?.(say)
      if (typing === undefined) return
      types()
      again = setInterval(types, TYPING_AGAIN_MS)
    })
    socket.onClose(() => clearInterval(again))
    socket.send(opened)
  })
}
