import { randomUUID } from 'node:crypto'
import { changePassword } from '@kapao/contract/account'
import { readChat } from '@kapao/contract/chat'
import { deskRead, deskSend } from '@kapao/contract/desk'
import { DESK_NAMESPACE } from '@kapao/contract/desk-events'
import { io, type Socket } from 'socket.io-client'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type Agent,
  asCustomer,
  type Customer,
  conversationIdOf,
  historyOf,
  Listener,
  listen,
  newAgent,
  newGuest,
  PREFIX,
  say,
  textMessage,
  until,
} from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'

let server: TestServer
let address: string
let account: TestMember
let member: Customer
let other: Customer
let agent: Agent
const open: Listener[] = []

function connect(token?: string, options = {}): Listener {
  const listener = new Listener(address, token, options)
  open.push(listener)
  return listener
}

function answer(customer: Customer, text: string) {
  return conversationIdOf(server, customer).then((conversationId) =>
    agent.give(deskSend, {
      params: { conversationId },
      body: { clientId: randomUUID(), message: textMessage(text) },
    }),
  )
}

onTestServer(async (started) => {
  server = started
  address = await listen(server)
  account = await server.member()
  member = await asCustomer(server, account)
  other = await asCustomer(server, await server.member())
  agent = await newAgent(server)
})
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

describe('a room', () => {
  it('of a guest needs the guest id and nothing else', async () => {
    const guest = newGuest()
    expect(await connect().join(PREFIX + guest.guestId)).toEqual({ ok: true })
    expect(await connect('x'.repeat(43)).join(PREFIX + guest.guestId.toUpperCase())).toEqual({ ok: true })
  })

  it('of a member needs that member’s token', async () => {
    expect(await connect(member.token).join(PREFIX + member.userId)).toEqual({ ok: true })
  })

  it.each<[string, () => string | undefined, () => unknown, string]>([
    ['a member’s, without a token', () => undefined, () => PREFIX + member.userId, 'UNAUTHORIZED'],
    ['a member’s, with a stale token', () => 'x'.repeat(43), () => PREFIX + member.userId, 'invalid-token'],
    ['another member’s', () => other.token, () => PREFIX + member.userId, 'NOT_ALLOWED'],
    ['without the prefix', () => member.token, () => member.userId, 'BAD_REQUEST'],
    ['of a guest id that could be guessed', () => undefined, () => `${PREFIX}guest`, 'UNAUTHORIZED'],
    ['of nobody', () => undefined, () => PREFIX, 'UNAUTHORIZED'],
    ['as the server names it', () => undefined, () => `customer:${member.userId}`, 'BAD_REQUEST'],
    ['that is a number', () => undefined, () => 7, 'BAD_REQUEST'],
    ['that is an object', () => undefined, () => ({ room: 'x' }), 'BAD_REQUEST'],
    ['of a whole page', () => undefined, () => PREFIX + 'x'.repeat(500), 'BAD_REQUEST'],
  ])('is refused: %s', async (_what, token, room, message) => {
    const listener = connect(token())
    const ack: unknown = await listener.socket.timeout(60_000).emitWithAck('join', room())
    expect(ack).toEqual({ ok: false, message })
    if (member.token) await say(server, member, 'not for them')
    await say(server, newGuest(), 'nor this')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(listener.heard).toEqual([])
  })

  it('is joined without an ack all the same', async () => {
    const guest = newGuest()
    const listener = connect()
    listener.socket.emit('join', PREFIX + guest.guestId)
    await until(async () => {
      await say(server, guest, 'hello')
      return listener.heard.length > 0
    }, 'a message')
  })

  it('is closed while the operator is', async () => {
    await server.set('terminated', 'gone')
    expect(await connect().join(PREFIX + randomUUID())).toEqual({ ok: false, message: 'gone' })
    await server.set('terminated', '')
  })
})

describe('a message', () => {
  it('is heard by every socket of its room, as the history has it, and by nobody else', async () => {
    const guest = newGuest()
    const mine = [connect(), connect(undefined, { transports: ['polling'] })]
    const theirs = [connect(), connect(member.token)]
    for (const one of mine) await one.join(PREFIX + guest.guestId)
    await theirs[0]?.join(PREFIX + randomUUID())
    await theirs[1]?.join(PREFIX + member.userId)
    await say(server, guest, 'hello')
    await answer(guest, 'how can we help?')
    for (const one of mine) {
      await until(() => one.heard.length === 2, 'both messages')
      expect(one.heard.toReversed()).toEqual(await historyOf(server, guest))
    }
    for (const one of theirs) expect(one.heard).toEqual([])
  })

  it('that is sent again is not heard again', async () => {
    const guest = newGuest()
    const listener = connect()
    await listener.join(PREFIX + guest.guestId)
    const clientId = randomUUID()
    for (let sent = 0; sent < 3; sent += 1) await say(server, guest, 'once', clientId)
    await say(server, guest, 'after')
    await until(() => listener.texts().includes('after'), 'the last message')
    expect(listener.texts()).toEqual(['once', 'after'])
    expect(listener.heard[0]?.clientId).toBe(clientId)
  })

  it('follows the one before it: a hundred sent at once are heard in their order', async () => {
    await server.set('chatMessagesPerMinute', 1_000)
    const guest = newGuest()
    const listener = connect()
    await listener.join(PREFIX + guest.guestId)
    await Promise.all(Array.from({ length: 100 }, (_one, at) => say(server, guest, `message ${at}`)))
    await until(() => listener.heard.length === 100, 'all messages')
    expect(listener.heard.map((one) => one._id)).toEqual(
      (await historyOf(server, guest)).toReversed().map((one) => one._id),
    )
    await server.set('chatMessagesPerMinute', 30)
  })
})

describe('a session that ends', () => {
  it('takes its sockets out of the room, and tells them why when they come again', async () => {
    const first = await server.member()
    const customer = await asCustomer(server, first)
    const listener = connect(customer.token)
    await listener.join(PREFIX + customer.userId)
    const dropped = new Promise((resolve) => listener.socket.once('disconnect', resolve))
    await server.database.query('update session set revoked_at = now() where member_id = $1', [first.id])
    expect(await dropped).not.toBe('io server disconnect')
    await until(() => listener.socket.connected, 'the socket is back')
    expect(await listener.join(PREFIX + customer.userId)).toEqual({ ok: false, message: 'invalid-token' })
  })

  it('by another’s change of password leaves the one who changed it in', async () => {
    const listener = connect(account.token)
    await listener.join(PREFIX + member.userId)
    await server.give(changePassword, {
      body: { oldPassword: account.password, newPassword: 'another-good-password' },
      token: account.token,
    })
    await new Promise((resolve) => setTimeout(resolve, 400))
    await say(server, member, 'still here')
    await until(() => listener.texts().includes('still here'), 'a message')
  })
})

describe('the desk’s line', () => {
  const sockets: Socket[] = []
  afterEach(() => {
    for (const one of sockets.splice(0)) one.disconnect()
  })

  function atDesk(cookie?: string, headers = {}): Socket {
    const extraHeaders = { ...(cookie !== undefined && { cookie }), ...headers }
    const socket = io(address + DESK_NAMESPACE, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 20,
      extraHeaders,
    })
    sockets.push(socket)
    return socket
  }

  it.each<[string, string | undefined, Record<string, string>, string]>([
    ['without a cookie', undefined, {}, 'UNAUTHORIZED'],
    ['with a cookie that was never given', `kapao_desk=${'x'.repeat(43)}`, {}, 'UNAUTHORIZED'],
  ])('is refused %s', async (_what, cookie, headers, message) => {
    const socket = atDesk(cookie, headers)
    const error = await new Promise<Error>((resolve) => socket.once('connect_error', resolve))
    expect(error.message).toBe(message)
  })

  it('is refused to a page of another site', async () => {
    const socket = atDesk(agent.cookie, { origin: 'https://evil.example' })
    const error = await new Promise<Error>((resolve) => socket.once('connect_error', resolve))
    expect(error.message).toBe('websocket error')
  })

  it('hears every message with its row, and what becomes of the row', async () => {
    const socket = atDesk(agent.cookie)
    const heard: [string, Record<string, unknown>][] = []
    socket.onAny((name: string, what: Record<string, unknown>) => heard.push([name, what]))
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    const guest = newGuest()
    await say(server, guest, 'hello')
    await until(() => heard.length > 0, 'the message')
    expect(heard[0]).toMatchObject([
      'messaging',
      { conversation: { unread: 1, kind: 'guest' }, message: { seq: 1, sender: 'customer', staff: null } },
    ])
    const params = { conversationId: await conversationIdOf(server, guest) }
    await agent.give(deskRead, { params, body: { seq: 1 } })
    await until(() => heard.length > 1, 'the read mark')
    expect(heard[1]).toMatchObject(['conversation', { conversation: { unread: 0, deskReadSeq: 1 } }])
    await answer(guest, 'hi')
    await until(() => heard.length > 2, 'the answer')
    await server.give(readChat, { body: guest })
    await until(() => heard.length > 3, 'the customer’s read mark')
    expect(heard[3]).toMatchObject(['conversation', { conversation: { customerReadSeq: 2 } }])
  })

  it('tells who types, both ways, and that the desk has read', async () => {
    const guest = newGuest()
    await say(server, guest, 'hello')
    const conversationId = await conversationIdOf(server, guest)
    const customer = connect()
    await customer.join(PREFIX + guest.guestId)
    const socket = atDesk(agent.cookie)
    const typing: unknown[] = []
    socket.on('typing', (what: unknown) => typing.push(what))
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    customer.socket.emit('typing')
    await until(() => typing.length > 0, 'the customer types')
    expect(typing[0]).toEqual({ conversationId, staff: null })
    socket.emit('typing', { conversationId })
    await until(() => customer.hints.length > 0, 'the desk types')
    expect(customer.hints[0]).toEqual(['typing', { name: `The ${agent.name}` }])
    await agent.give(deskRead, { params: { conversationId }, body: { seq: 1 } })
    await until(() => customer.hints.length > 1, 'the desk has read')
    expect(customer.hints[1]).toEqual(['read', { readAt: (await historyOf(server, guest))[0]?.createdAt }])
  })

  it('is cut when its session is', async () => {
    const leaver = await newAgent(server)
    const socket = atDesk(leaver.cookie)
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    const refused = new Promise<Error>((resolve) => socket.once('connect_error', resolve))
    await server.database.query(
      'update staff_session set revoked_at = now() where staff_id = (select id from staff where public_id = $1)',
      [leaver.staffId],
    )
    expect((await refused).message).toBe('EXPIRED_AUTH_TOKEN')
  })
})

it('what is said while the line to the database is broken is heard when it is back, once', async () => {
  const guest = newGuest()
  const listener = connect()
  await listener.join(PREFIX + guest.guestId)
  await say(server, guest, 'before')
  await until(() => listener.heard.length === 1, 'the first message')
  await server.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kapao-listener' and datname = current_database()`,
  )
  await say(server, guest, 'meanwhile')
  await until(() => listener.heard.length === 2, 'the second message')
  await say(server, guest, 'after')
  await until(() => listener.heard.length === 3, 'the third message')
  expect(listener.texts()).toEqual(['before', 'meanwhile', 'after'])
})

it('a frame of a whole book closes the socket', async () => {
  const listener = connect()
  await new Promise<void>((resolve) => listener.socket.once('connect', () => resolve()))
  const closed = new Promise((resolve) => listener.socket.once('disconnect', resolve))
  listener.socket.emit('join', 'x'.repeat(1_000_000))
  expect(await closed).toBeTruthy()
})
