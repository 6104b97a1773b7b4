import { randomUUID } from 'node:crypto'
import {
  assignConversation,
  deskInbox,
  deskMessages,
  deskRead,
  deskSend,
  endConversation,
  getDeskConversation,
} from '@kapao/contract/desk'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Agent,
  asCustomer,
  type Customer,
  conversationIdOf,
  newAgent,
  newGuest,
  say,
  textMessage,
} from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'

let server: TestServer
let agent: Agent
let colleague: Agent
let account: TestMember
let member: Customer

onTestServer(async (started) => {
  server = started
  agent = await newAgent(server)
  colleague = await newAgent(server)
  account = await server.member()
  member = await asCustomer(server, account)
})
beforeEach(async () => {
  await server.database.query('delete from chat_message')
  await server.database.query('delete from chat_conversation')
})

type Filter = 'mine' | 'unassigned' | 'all' | 'closed'
const inbox = (filter: Filter = 'all', more = {}) =>
  agent.give(deskInbox, { body: { filter, page: 1, limit: 50, ...more } })

async function talk(customer: Customer, ...texts: string[]): Promise<{ conversationId: string }> {
  for (const text of texts) await say(server, customer, text)
  return { conversationId: await conversationIdOf(server, customer) }
}
const answer = (params: { conversationId: string }, text = 'answer', who = agent) =>
  who.give(deskSend, { params, body: { clientId: randomUUID(), message: textMessage(text) } })
const rowOf = async (params: { conversationId: string }) =>
  (await agent.give(getDeskConversation, { params })).conversation

it('a flood of conversations is counted as far as a thousand, and every page of it is there', async () => {
  await server.database.query(
    `insert into chat_conversation (public_id, guest_id, session_id, last_seq, last_at, desk_unread)
     select 'flood-' || n, gen_random_uuid(), 'open', 1, now(), 1 from generate_series(1, 1100) n`,
  )
  expect((await inbox()).counts).toEqual({ mine: 0, unassigned: 1_000, all: 1_000, unread: 1_000 })
  expect((await inbox('all')).total).toBe(1_000)
  expect(await inbox('all', { page: 21 })).toMatchObject({ total: 1_051 })
  expect(await inbox('all', { page: 22 })).toMatchObject({ total: 1_100 })
  expect((await inbox('all', { page: 22 })).conversations).toHaveLength(50)
})

describe('a row of the inbox', () => {
  it('tells who it is, what is unread, and since when they wait', async () => {
    const params = await talk(member, 'one', 'two')
    const [row] = (await inbox()).conversations
    const { messages } = await agent.give(deskMessages, { params, body: { limit: 10 } })
    expect(row).toMatchObject({
      conversationId: params.conversationId,
      kind: 'member',
      name: 'Test Player',
      username: account.phone,
      isOpen: true,
      assignee: null,
      unread: 2,
      waitingSince: messages[1]?.createdAt,
      lastMessage: { message: textMessage('two'), seq: 2, sender: 'customer' },
      deskReadSeq: 0,
    })
  })

  it('waits no more once it is answered, and from then on from the next message', async () => {
    const params = await talk(newGuest(), 'one')
    await answer(params)
    expect(await rowOf(params)).toMatchObject({ waitingSince: null, unread: 1 })
  })

  it('is read as far as somebody has read, and never less', async () => {
    const params = await talk(newGuest(), 'one', 'two', 'three')
    const read = (seq: number) => agent.give(deskRead, { params, body: { seq } })
    expect(await read(2)).toEqual({ unread: 1 })
    expect(await read(1)).toEqual({ unread: 1 })
    expect(await rowOf(params)).toMatchObject({ unread: 1, deskReadSeq: 2 })
    expect(await read(1_000_000)).toEqual({ unread: 0 })
    expect(await rowOf(params)).toMatchObject({ unread: 0, deskReadSeq: 3 })
  })

  it('is assigned to whoever answers first, and stays theirs', async () => {
    const params = await talk(newGuest(), 'one')
    await answer(params)
    await answer(params, 'me too', colleague)
    expect((await rowOf(params)).assignee).toEqual({
      staffId: agent.staffId,
      displayName: `The ${agent.name}`,
    })
  })
})

describe('the inbox', () => {
  it('has a place for mine, unassigned, all and closed, with counts', async () => {
    const [mine, theirs, nobodys, closed] = await Promise.all(
      [newGuest(), newGuest(), newGuest(), newGuest()].map((guest) => talk(guest, 'hello')),
    )
    if (!mine || !theirs || !nobodys || !closed) throw new Error('four talks')
    await answer(mine)
    await agent.give(assignConversation, { params: theirs, body: { staffId: colleague.staffId } })
    await agent.give(endConversation, { params: closed, body: {} })
    const idsOf = async (filter: Filter) =>
      (await inbox(filter)).conversations.map((one) => one.conversationId).toSorted()
    expect(await idsOf('mine')).toEqual([mine.conversationId])
    expect(await idsOf('unassigned')).toEqual([nobodys.conversationId])
    expect(await idsOf('closed')).toEqual([closed.conversationId])
    expect(await idsOf('all')).toEqual([mine, theirs, nobodys].map((one) => one.conversationId).toSorted())
    expect((await inbox()).counts).toEqual({ mine: 1, unassigned: 1, all: 3, unread: 3 })
  })

  it('has the newest first, or those who wait longest', async () => {
    const first = await talk(newGuest(), 'first')
    const second = await talk(newGuest(), 'second')
    const answered = await talk(newGuest(), 'third')
    await answer(answered)
    const idsOf = async (order: string) =>
      (await inbox('all', { order })).conversations.map((one) => one.conversationId)
    expect(await idsOf('newest')).toEqual([answered, second, first].map((one) => one.conversationId))
    expect(await idsOf('waiting')).toEqual([first, second, answered].map((one) => one.conversationId))
  })

  it('comes page after page', async () => {
    for (let at = 0; at < 5; at += 1) await talk(newGuest(), `hello ${at}`)
    const pages = []
    for (const page of [1, 2, 3]) {
      const { total, conversations } = await inbox('all', { page, limit: 2 })
      expect(total).toBe(5)
      pages.push(...conversations.map((one) => one.conversationId))
    }
    expect(new Set(pages).size).toBe(5)
  })

  it.each<[string, () => string]>([
    ['a part of the name, in any case', () => 'test PLAY'],
    ['a part of the phone', () => account.phone.slice(2, 8)],
    [
      'a phone as people write it',
      () => `${account.phone.slice(0, 3)}-${account.phone.slice(3, 6)} ${account.phone.slice(6)}`,
    ],
    ['a phone from abroad', () => `+66 ${account.phone.slice(1)}`],
    ['a phone with a 0 behind the code', () => `+66 (0)${account.phone.slice(1)}`],
    ['the beginning of a phone from abroad', () => `+66 ${account.phone.slice(1, 6)}`],
    ['a phone as it is dialled from abroad', () => `0066${account.phone.slice(1)}`],
    ['a phone with the code alone', () => `66${account.phone.slice(1)}`],
    [
      'a phone in Thai digits',
      () => account.phone.replace(/\d/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'.charAt(Number(digit))),
    ],
    [
      'a phone in Lao digits',
      () => account.phone.replace(/\d/g, (digit) => '໐໑໒໓໔໕໖໗໘໙'.charAt(Number(digit))),
    ],
  ])('is searched by %s', async (_what, search) => {
    await talk(newGuest(), 'hello')
    const { conversationId } = await talk(member, 'hello')
    const found = (await inbox('all', { search: search() })).conversations
    expect(found.map((one) => one.conversationId)).toEqual([conversationId])
  })

  it.each([
    ['ນ້ຳ', 'ນ\u0ecd້າຝົນ'],
    ['ນ\u0ecd້າ', 'ນ້ຳຝົນ'],
    ['ນ້\u0ecdາ', 'ນ້ຳຝົນ'],
    ['คำแก้ว', 'ค\u0e4dาแก้ว'],
    ['ค\u0e4dา', 'คำแก้ว'],
  ])('finds by %s who is called %s, which looks the same', async (search, name) => {
    const { conversationId } = await talk(newGuest(), 'hello')
    await talk(member, 'hello')
    await server.database.query('update chat_conversation set guest_name = $2 where public_id = $1', [
      conversationId,
      name,
    ])
    const found = (await inbox('all', { search })).conversations
    expect(found.map((one) => one.conversationId)).toEqual([conversationId])
  })

  it('is searched by the signs by which the desk calls a guest, and by no part of the guest’s own id', async () => {
    const guest = newGuest()
    const { conversationId } = await talk(guest, 'hello')
    await server.database.query(
      "update chat_conversation set public_id = 'AbCdEfG_7vJ-l' where public_id = $1",
      [conversationId],
    )
    await talk(member, 'hello')
    await server.database.query(
      "update chat_conversation set public_id = 'hIjKlM_7vJ-l' where member_id = $1",
      [account.id],
    )
    const search = async (text: string) =>
      (await inbox('all', { search: text })).conversations.map((one) => one.conversationId)
    for (const text of ['7VJL', '7vjl', 'VJ']) expect(await search(text)).toEqual(['AbCdEfG_7vJ-l'])
    expect(await search('abcd')).toEqual([])
    for (const at of [0, 9, 24]) expect(await search(guest.guestId.slice(at, at + 6))).toEqual([])
  })

  it.each(['%', '_', '\\', "'", '100%'])('finds nobody by %s, which stands for itself', async (search) => {
    await talk(member, 'hello')
    expect((await inbox('all', { search })).conversations).toEqual([])
  })
})

describe('messages', () => {
  it('come newest first, before a seq, or after one, and say whether there are more', async () => {
    const params = await talk(newGuest(), 'one', 'two', 'three', 'four', 'five')
    const ask = async (body: object) => {
      const { messages, hasMore } = await agent.give(deskMessages, { params, body: { limit: 2, ...body } })
      return [...messages.map((one) => one.seq), hasMore]
    }
    expect(await ask({})).toEqual([5, 4, true])
    expect(await ask({ before: 4 })).toEqual([3, 2, true])
    expect(await ask({ before: 2 })).toEqual([1, false])
    expect(await ask({ after: 2 })).toEqual([3, 4, true])
    expect(await ask({ after: 4 })).toEqual([5, false])
    expect(await ask({ after: 5 })).toEqual([false])
  })
})

describe('assigning', () => {
  it('is to a colleague or to nobody', async () => {
    const params = await talk(newGuest(), 'hello')
    const assign = async (staffId: string | null) =>
      (await agent.give(assignConversation, { params, body: { staffId } })).conversation.assignee
    expect(await assign(colleague.staffId)).toMatchObject({ staffId: colleague.staffId })
    expect(await assign(null)).toBeNull()
  })

  it('of one that has become another’s meanwhile is refused; asking again for what is done is not', async () => {
    const params = await talk(newGuest(), 'hello')
    const take = (who: Agent, fromStaffId: string | null) =>
      who.ask(assignConversation, { params, body: { staffId: who.staffId, fromStaffId } })
    const both = await Promise.all([take(agent, null), take(colleague, null)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({ status: 409, message: 'CHANGED_MEANWHILE' })
    const [first, second] = both[0].ok ? [agent, colleague] : [colleague, agent]
    expect((await rowOf(params)).assignee).toMatchObject({ staffId: first.staffId })
    expect(await take(first, null)).toMatchObject({ ok: true })
    expect(await take(second, first.staffId)).toMatchObject({ ok: true })
    expect((await rowOf(params)).assignee).toMatchObject({ staffId: second.staffId })
  })

  it('is refused to nobody we know, and to one who left', async () => {
    const params = await talk(newGuest(), 'hello')
    const gone = await newAgent(server)
    await server.database.query('update staff set is_active = false where name = $1', [gone.name])
    for (const staffId of ['nobody', gone.staffId]) {
      expect(await agent.ask(assignConversation, { params, body: { staffId } })).toMatchObject({
        message: 'NO_USER',
      })
    }
  })
})

it('ending a conversation lets nobody wait in it; ending it again changes nothing', async () => {
  const guest = newGuest()
  const params = await talk(guest, 'hello')
  await answer(params)
  for (let times = 0; times < 2; times += 1) {
    const { conversation } = await agent.give(endConversation, { params, body: {} })
    expect(conversation).toMatchObject({ isOpen: false, waitingSince: null, assignee: null })
  }
  const rows = await server.database.query(
    `select 1 from staff_audit where action = 'conversation-ended' and conversation_id = $1`,
    [params.conversationId],
  )
  expect(rows).toHaveLength(1)
  await say(server, guest, 'back again')
  expect(await rowOf(params)).toMatchObject({ isOpen: true, assignee: null })
})
