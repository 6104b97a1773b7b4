/**
 * The one socket: socket.io's client, whose own reconnecting is off, so that there is one clock for it and not two. What is heard is
 * registered once, before the first connection, and never again (handlers added at each connection double every message).
 */
import { io } from 'socket.io-client'
import { apiAddress } from './http.ts'
import type { Socket, SocketEvents } from './socket.ts'

const CONNECT_MS = 10_000

/** `token` is a member's; a guest has none. */
export function openSocket(token: string | null, events: SocketEvents): Socket {
  const socket = io(apiAddress('/'), {
    path: '/socket.io',
    autoConnect: false,
    reconnection: false,
    timeout: CONNECT_MS,
    // Straight to the socket, and by requests where something between holds it back.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    forceNew: true,
    ...(token === null ? {} : { auth: { token } }),
  })
  socket.on('connect', () => events.up())
  socket.on('connect_error', ({ message }) => events.down(message))
  socket.on('disconnect', (reason) => {
    // Cut by ourselves: nothing that happened to us.
    if (reason !== 'io client disconnect') events.down('')
  })
  for (const [name, heard] of Object.entries(events.heard)) socket.on(name, heard)
  return {
    connect() {
      socket.disconnect()
      socket.connect()
    },
    close() {
      socket.disconnect()
    },
    ask(event, payload, waitMs) {
      return socket
        .timeout(waitMs)
        .emitWithAck(event, payload)
        .catch((): null => null)
    },
    say(event) {
      // What could not be said at once is not worth saying later.
      socket.volatile.emit(event)
    },
  }
}
