import type { Namespace, Server, Socket } from 'socket.io'
import type { StaffMember } from '../staff/session.ts'

interface FromClient {
  join: (room: unknown, ack: unknown) => void
  typing: (what: unknown) => void
}

type ToClient = Readonly<
  Record<
    'messaging' | 'read' | 'ended' | 'typing' | 'conversation' | 'sessions' | 'note' | 'canned',
    (what: object) => void
  >
>

/** What the server remembers of a socket. */
export interface SocketData {
  /** The session that let a customer's socket into its member's room. */
  tokenHash?: Buffer
  /** Whose socket it is, at the desk. */
  staff?: StaffMember
  joins?: number
  joinsSince?: number
  /** When it last said that someone writes, and at the desk in which conversation. */
  typedAt?: number
  typedIn?: string
}

/** From the sockets' server of one process to that of another. */
interface FromProcess {
  announced: (text: string) => void
}
export type SocketServer = Server<FromClient, ToClient, FromProcess, SocketData>
export type SocketNamespace = Namespace<FromClient, ToClient, FromProcess, SocketData>
export type ClientSocket = Socket<FromClient, ToClient, FromProcess, SocketData>
