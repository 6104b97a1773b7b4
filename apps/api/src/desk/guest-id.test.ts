// A guest's id is all that it takes to be that guest: the desk is never told it, nor the token of a customer's device.
import { randomUUID } from 'node:crypto'
import { readChat, sendMessage } from '@kapao/contract/chat'
import {
  assignConversation,
  deskInbox,
  deskMessages,
  deskRead,
  deskSend,
  deskSessions,
  endConversation,
  getDeskConversation,
} from '@kapao/contract/desk'
import { listAudit } from '@kapao/contract/desk-admin'
import { DESK_NAMESPACE } from '@kapao/contract/desk-events'
import { addNote, listNotes } from '@kapao/contract/desk-tools'
import { io } from 'socket.io-client'
import { expect, it, onTestFinished } from 'vitest'
import {
  type Agent,
  asCustomer,
  bodyOf,
  type Customer,
  conversationIdOf,
  Listener,
  listen,
  newAgent,
  newGuest,
  PREFIX,
  textMessage,
  until,
} from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'

const DEVICE = 'the-token-of-a-device'

let server: TestServer
let agent: Agent
let address: string

onTestServer(async (started) => {
  server = started
  agent = await newAgent(server, 'admin')
  address = await listen(server)
})

function sayFromDevice(customer: Customer) {
  const body = { ...bodyOf(customer, textMessage('hello')), deviceToken: DEVICE }
  return server.give(sendMessage, { body, ...(customer.token !== undefined && { token: customer.token }) })
}

/** Everything that is asked of the desk and done there about a conversation. */
async function workAtDesk(params: { conversationId: string }): Promise<readonly unknown[]> {
  const list = { filter: 'all', page: 1, limit: 50 } as const
  const message = textMessage('an answer')
  return [
    await agent.give(deskInbox, { body: list }),
    await agent.give(getDeskConversation, { params }),
    await agent.give(deskMessages, { params, body: { limit: 50 } }),
    await agent.give(deskMessages, { params, body: { after: 0, limit: 50 } }),
    await agent.give(deskRead, { params, body: { seq: 1 } }),
    await agent.give(deskSend, { params, body: { clientId: randomUUID(), message } }),
    await agent.give(assignConversation, { params, body: { staffId: agent.staffId } }),
    await agent.give(addNote, { params, body: { text: 'a note' } }),
    await agent.give(listNotes, { params }),
    await agent.give(endConversation, { params, body: { asksRating: true } }),
    await agent.give(deskSessions, { params }),
    await agent.give(deskInbox, { body: { ...list, filter: 'closed' } }),
    await agent.give(listAudit, { body: { staffId: '', action: '', page: 1, limit: 50 } }),
  ]
}

/** What every desk hears meanwhile, by the names of its events. */
async function hearAtDesk(): Promise<Map<string, unknown[]>> {
  const heard = new Map<string, unknown[]>()
  const socket = io(address + DESK_NAMESPACE, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { cookie: agent.cookie },
  })
  onTestFinished(() => {
    socket.disconnect()
  })
  socket.onAny((name: string, what: unknown) => heard.set(name, [...(heard.get(name) ?? []), what]))
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  return heard
}

it('no answer of the desk’s and no event of its line holds a guest’s id', async () => {
  const guest = newGuest()
  const heard = await hearAtDesk()
  await sayFromDevice(guest)
  const params = { conversationId: await conversationIdOf(server, guest) }
  const atHome = new Listener(address)
  onTestFinished(() => atHome.close())
  await atHome.join(PREFIX + guest.guestId)
  atHome.socket.emit('typing')
  const answers = await workAtDesk(params)
  await server.give(readChat, { body: guest })
  const names = ['messaging', 'conversation', 'typing', 'note', 'sessions']
  await until(() => names.every((name) => heard.has(name)), 'each of the events')
  const told = JSON.stringify([answers, [...heard]])
  expect(told).toContain(params.conversationId)
  expect(told.toLowerCase()).not.toContain(guest.guestId)
  expect(told).not.toContain(DEVICE)
})

it('a member’s id is told, which opens nothing, and not their device', async () => {
  const member = await asCustomer(server, await server.member())
  await sayFromDevice(member)
  const params = { conversationId: await conversationIdOf(server, member) }
  const { messages } = await agent.give(deskMessages, { params, body: { limit: 1 } })
  expect(messages).toMatchObject([{ userId: member.userId, guestId: '', deviceToken: '' }])
})
