import { randomUUID } from 'node:crypto'
import type { AnswerOf } from '@kapao/contract/call'
import { chatHistory, conversation, joinAck, sendMessage } from '@kapao/contract/chat'
import type { DeskCall } from '@kapao/contract/desk-call'
import { io, type Socket } from 'socket.io-client'
import * as v from 'valibot'
import { listenAt, portOf } from '../src/http/listen.ts'
import { addStaff } from '../src/staff/account.ts'
import { openStaffSession } from '../src/staff/session.ts'
import type { Answered, Asking } from './asking.ts'
import type { TestMember, TestServer } from './server.ts'

export const PREFIX = 'kapao-'

export function textMessage(text: string) {
  return { message_type: 'text', payload: { text } }
}

/** Someone who talks: a guest, or a member by the id that the wire knows. */
export interface Customer {
  readonly userId: string
  readonly guestId: string
  readonly token?: string
}

export function newGuest(): Customer {
  return { userId: '', guestId: randomUUID() }
}

export async function asCustomer(server: TestServer, member: TestMember): Promise<Customer> {
  const [row] = await server.database.query<{ publicId: string }>(
    'select public_id from member where id = $1',
    [member.id],
  )
  if (!row) throw new Error('no such member')
  return { userId: row.publicId, guestId: '', token: member.token }
}

export function bodyOf(customer: Customer, message: object, clientId: string = randomUUID()) {
  return {
    clientId,
    sender: 'customer',
    message,
    createdAt: new Date().toISOString(),
    session_id: '',
    userId: customer.userId,
    guestId: customer.guestId,
    username: '',
    name: '',
    deviceToken: '',
  }
}

function tokenOf({ token }: Customer) {
  return token === undefined ? {} : { token }
}

export function say(server: TestServer, customer: Customer, message: object | string, clientId?: string) {
  const body = bodyOf(customer, typeof message === 'string' ? textMessage(message) : message, clientId)
  return server.ask(sendMessage, { body, ...tokenOf(customer) })
}

/** What the customer's history holds, newest first. */
export async function historyOf(server: TestServer, customer: Customer, skip = 0, limit = 100) {
  const { userId, guestId } = customer
  const body = { userId, guestId, skip, limit }
  return (await server.give(chatHistory, { body, ...tokenOf(customer) })).history
}

export type Heard = v.InferOutput<typeof conversation>

const LONGEST_WAIT_MS = 120_000

/** Waits for a thing to come true: sockets tell when they do. The limit ends what hangs. */
export async function until(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + LONGEST_WAIT_MS
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** A customer's end of the realtime line. */
export class Listener {
  readonly socket: Socket
  readonly heard: Heard[] = []
  /** Every other event, by its name. */
  readonly hints: (readonly [string, unknown])[] = []

  constructor(address: string, token?: string, options: object = {}) {
    this.socket = io(address, {
      path: '/socket.io',
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 20,
      reconnectionDelayMax: 50,
      ...(token !== undefined && { auth: { token } }),
      ...options,
    })
    this.socket.on('messaging', (one: unknown) => this.heard.push(v.parse(conversation, one)))
    for (const name of ['typing', 'read', 'ended']) {
      this.socket.on(name, (what: unknown) => this.hints.push([name, what]))
    }
  }

  async join(room: string): Promise<v.InferOutput<typeof joinAck>> {
    const ack: unknown = await this.socket.timeout(60_000).emitWithAck('join', room)
    return v.parse(joinAck, ack)
  }

  texts(): string[] {
    return this.heard.map((one) => {
      const parsed = v.safeParse(v.object({ text: v.string() }), one.message.payload)
      return parsed.success ? parsed.output.text : one.message.message_type
    })
  }

  close(): void {
    this.socket.disconnect()
  }
}

/** Starts to listen on a port of its own: injected calls need none, sockets do. */
export async function listen(server: TestServer): Promise<string> {
  await listenAt(server.app, { host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${portOf(server.app.server)}`
}

/** One of the staff at the desk, logged in. */
export class Agent {
  readonly server: TestServer
  readonly name: string
  readonly cookie: string
  readonly staffId: string

  constructor(server: TestServer, name: string, cookie: string, staffId: string) {
    this.server = server
    this.name = name
    this.cookie = cookie
    this.staffId = staffId
  }

  ask<C extends DeskCall>(call: C, asking: Asking<C> = {}): Promise<Answered<C>> {
    return this.server.ask(call, { ...asking, headers: { cookie: this.cookie, ...asking.headers } })
  }

  give<C extends DeskCall>(call: C, asking: Asking<C> = {}): Promise<AnswerOf<C>> {
    return this.server.give(call, { ...asking, headers: { cookie: this.cookie, ...asking.headers } })
  }
}

export async function newAgent(server: TestServer, role: 'agent' | 'admin' = 'agent'): Promise<Agent> {
  const name = `${role}-${randomUUID().slice(0, 8)}`
  const { database } = server
  await addStaff(database, { name, displayName: `The ${name}`, role, password: 'a-long-enough-password' })
  const [row] = await database.query<{ id: bigint; publicId: string }>(
    'select id, public_id from staff where name = $1',
    [name],
  )
  if (!row) throw new Error('no such staff')
  const token = await openStaffSession(database, row.id)
  return new Agent(server, name, `kapao_desk=${token}`, row.publicId)
}

/** The desk's id of a customer's conversation. */
export async function conversationIdOf(server: TestServer, customer: Customer): Promise<string> {
  const [row] = await server.database.query<{ publicId: string }>(
    `select c.public_id from chat_conversation c left join member m on m.id = c.member_id
     where c.guest_id::text = $1 or m.public_id = $2`,
    [customer.guestId, customer.userId],
  )
  if (!row) throw new Error('no conversation')
  return row.publicId
}
