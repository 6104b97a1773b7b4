// The other end of the chat's socket, as far as a customer can tell: it answers, lets them in, and may say that somebody types.
import type { Page } from '@playwright/test'

/** Packets of Engine.IO 4 and Socket.IO 5, which is what they are made of on a WebSocket. */
const opened = '0{"sid":"scene","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}'
const connected = '40{"sid":"scene"}'

export async function answerSockets(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    socket.onMessage((packet) => {
      const text = String(packet)
      if (text.startsWith('40')) socket.send(connected)
      const asked = /^42(\d+)\["join"/.exec(text)?.[1]
      if (asked !== undefined) socket.send(`43${asked}[{"ok":true}]`)
    })
    socket.send(opened)
  })
}
