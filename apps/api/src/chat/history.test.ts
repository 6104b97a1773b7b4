import { randomUUID } from 'node:crypto'
import { chatConfig, chatHistory, readChat } from '@kapao/contract/chat'
import { deskRead, deskSend } from '@kapao/contract/desk'
import { describe, expect, it } from 'vitest'
import {
  asCustomer,
  type Customer,
  conversationIdOf,
  historyOf,
  newAgent,
  newGuest,
  say,
  textMessage,
} from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { findConversation, post } from './post.ts'

let server: TestServer
let member: Customer
let other: Customer

onTestServer(async (started) => {
  server = started
  member = await asCustomer(server, await server.member())
  other = await asCustomer(server, await server.member())
  await say(server, member, 'mine')
})

const textOf = (one: { message: { payload: unknown } }) =>
  typeof one.message.payload === 'object' && one.message.payload !== null
    ? Reflect.get(one.message.payload, 'text')
    : null

it('the prefix of rooms is the operator’s to choose', async () => {
  expect(await server.give(chatConfig)).toEqual({ PREFIX: 'kapao-' })
  await server.set('chatPrefix', 'purse.')
  expect(await server.give(chatConfig)).toEqual({ PREFIX: 'purse.' })
  await server.set('chatPrefix', 'kapao-')
})

describe('a history', () => {
  it('is empty for a guest who never said anything, and stays so', async () => {
    const guest = newGuest()
    expect(await historyOf(server, guest)).toEqual([])
    const rows = await server.database.query('select 1 from chat_conversation where guest_id = $1', [
      guest.guestId,
    ])
    expect(rows).toEqual([])
  })

  it('comes newest first, page after page, whole', async () => {
    const guest = newGuest()
    for (let at = 0; at < 25; at += 1) await say(server, guest, `message ${at}`)
    const pages = []
    for (const skip of [0, 10, 20, 30]) pages.push(...(await historyOf(server, guest, skip, 10)))
    expect(pages.map(textOf)).toEqual(Array.from({ length: 25 }, (_one, at) => `message ${24 - at}`))
    expect(new Set(pages.map((one) => one._id)).size).toBe(25)
  })

  it('of a guest is found by the guest id in either case', async () => {
    const guest = newGuest()
    await say(server, guest, 'hello')
    expect(await historyOf(server, { ...guest, guestId: guest.guestId.toUpperCase() })).toHaveLength(1)
  })

  it('of a guest who logs in is not given to the member: a guest id proves nothing about them', async () => {
    const guest = newGuest()
    await say(server, guest, 'as a guest')
    const { history } = await server.give(chatHistory, {
      body: { userId: member.userId, guestId: guest.guestId, skip: 0, limit: 100 },
      token: member.token ?? '',
    })
    expect(history.map(textOf)).toEqual(['mine'])
  })
})

const paged = { skip: 0, limit: 10 }
describe.each([
  ['a history', chatHistory],
  ['a read mark', readChat],
] as const)('%s is refused', (_what, call) => {
  it.each<[string, () => { userId?: string; guestId?: string; token?: string }, string, number]>([
    ['to nobody', () => ({}), 'BAD_REQUEST', 400],
    ['to a guest id that could be guessed', () => ({ guestId: 'guest-1' }), 'BAD_REQUEST', 400],
    ['of a member without a token', () => ({ userId: member.userId }), 'UNAUTHORIZED', 401],
    [
      'of a member with a stale token',
      () => ({ userId: member.userId, token: 'x'.repeat(43) }),
      'invalid-token',
      401,
    ],
    ['of another member', () => ({ userId: member.userId, token: other.token ?? '' }), 'NOT_ALLOWED', 403],
  ])('%s', async (_who, asking, message, status) => {
    const { token, ...party } = asking()
    const answer = await server.ask(call, {
      body: { ...party, ...paged },
      ...(token !== undefined && { token }),
    })
    expect(answer).toMatchObject({ ok: false, message, status })
  })
})

it.each([
  { ...paged, limit: 0 },
  { ...paged, limit: 101 },
  { ...paged, skip: -1 },
  { ...paged, skip: 0.5 },
])('a page of %o is refused', async (page) => {
  expect(await server.ask(chatHistory, { body: { ...newGuest(), ...page } })).toMatchObject({
    message: 'BAD_REQUEST',
  })
})

describe('unread', () => {
  it('is counted for the customer until they have seen it, and told to the desk', async () => {
    const agent = await newAgent(server)
    const guest = newGuest()
    await say(server, guest, 'hello')
    const params = { conversationId: await conversationIdOf(server, guest) }
    for (const text of ['one', 'two']) {
      await agent.give(deskSend, { params, body: { clientId: randomUUID(), message: textMessage(text) } })
    }
    const body = { userId: '', guestId: guest.guestId }
    const unread = async () => (await server.give(chatHistory, { body: { ...body, ...paged } })).unread
    expect(await unread()).toBe(2)
    expect(await server.give(readChat, { body })).toEqual({ message: 'SUCCESS' })
    expect(await unread()).toBe(0)
    const [row] = await server.database.query<{ customerReadSeq: number }>(
      'select customer_read_seq from chat_conversation where public_id = $1',
      [params.conversationId],
    )
    expect(row?.customerReadSeq).toBe(3)
  })

  it('the customer’s own messages are none', async () => {
    const guest = newGuest()
    await say(server, guest, 'hello')
    const { unread } = await server.give(chatHistory, { body: { ...guest, ...paged } })
    expect(unread).toBe(0)
  })

  it('how far the desk has read is told with the history', async () => {
    const agent = await newAgent(server)
    const guest = newGuest()
    await say(server, guest, 'one')
    await say(server, guest, 'two')
    const readAt = async () => (await server.give(chatHistory, { body: { ...guest, ...paged } })).readAt
    expect(await readAt()).toBeUndefined()
    await agent.give(deskRead, {
      params: { conversationId: await conversationIdOf(server, guest) },
      body: { seq: 1 },
    })
    expect(await readAt()).toBe((await historyOf(server, guest))[1]?.createdAt)
  })

  it('is what came after the last that was seen, also where it was stored while the mark was on its way', async () => {
    const agent = await newAgent(server)
    const guest = newGuest()
    await say(server, guest, 'hello')
    const params = { conversationId: await conversationIdOf(server, guest) }
    const answer = async (text: string) =>
      (await agent.give(deskSend, { params, body: { clientId: randomUUID(), message: textMessage(text) } }))
        .message.createdAt
    const body = { userId: '', guestId: guest.guestId }
    const unread = async () => (await server.give(chatHistory, { body: { ...body, ...paged } })).unread
    await answer('one')
    const readAt = await answer('two')
    await say(server, guest, 'thanks')
    await answer('three')
    const reads = (at: string) => server.give(readChat, { body: { ...body, readAt: at } })
    await reads(readAt)
    expect(await unread()).toBe(1)
    // Said again, by another phone: nothing is read twice, and nothing is unread again.
    await reads(readAt)
    await reads('2020-01-01T00:00:00.000Z')
    expect(await unread()).toBe(1)

    // The desk answers once more at the very moment.
    const seen = await answer('four')
    const conversationId = await findConversation(server.database, { kind: 'guest', guestId: guest.guestId })
    if (conversationId === null) throw new Error('no conversation')
    let marking: Promise<unknown> = Promise.resolve()
    await server.database.transaction(async (tx) => {
      const later = { clientId: null, message: { message_type: 'text', payload: { text: 'five' } } } as const
      await post(tx, { ...later, conversationId, sender: 'system', staffId: null, deviceToken: '' })
      marking = reads(seen)
      await expect
        .poll(() =>
          server.database.query(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          ),
        )
        .toHaveLength(1)
    })
    await marking
    expect(await unread()).toBe(1)
    expect(await server.give(readChat, { body })).toEqual({ message: 'SUCCESS' })
    expect(await unread()).toBe(0)
  })

  it('a read mark of someone who never said anything is nothing', async () => {
    expect(await server.give(readChat, { body: newGuest() })).toEqual({ message: 'SUCCESS' })
  })
})
