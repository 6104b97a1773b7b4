import { randomUUID } from 'node:crypto'
import { chatHistory, type EndedSession, rateChat } from '@kapao/contract/chat'
import { deskSend, deskSessions, endConversation } from '@kapao/contract/desk'
import { listAudit, listStaff } from '@kapao/contract/desk-admin'
import { describe, expect, it } from 'vitest'
import {
  type Agent,
  asCustomer,
  type Customer,
  conversationIdOf,
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
import type { TestServer } from '../../test/server.ts'

let server: TestServer
let agent: Agent

onTestServer(async (started) => {
  server = started
  agent = await newAgent(server)
})

async function endedOf(customer: Customer): Promise<EndedSession | null | undefined> {
  const { token, ...party } = customer
  const asked = { body: { ...party, limit: 1, skip: 0 }, ...(token !== undefined && { token }) }
  return (await server.give(chatHistory, asked)).ended
}

/** Someone who was answered by the agent, and whose session the agent has then ended. */
async function helped(customer: Customer = newGuest(), body: { asksRating?: boolean } = {}) {
  await say(server, customer, 'hello')
  const params = { conversationId: await conversationIdOf(server, customer) }
  await agent.give(deskSend, { params, body: { clientId: randomUUID(), message: textMessage('hi') } })
  await agent.give(endConversation, { params, body })
  const ended = await endedOf(customer)
  if (!ended) throw new Error('the session was not ended')
  return { customer, params, ended }
}

function rate({ token, ...party }: Customer, session_id: string, score = 4, comment = '') {
  const body = { ...party, session_id, score, comment }
  return server.ask(rateChat, { body, ...(token !== undefined && { token }) })
}

describe('the end of a session', () => {
  it('is told with the newest page of the history, until something is written', async () => {
    const guest = newGuest()
    expect(await endedOf(guest)).toBeUndefined()
    await say(server, guest, 'hello')
    expect(await endedOf(guest)).toBeNull()
    const { ended } = await helped(guest)
    expect(ended).toMatchObject({ asksRating: true, score: null })
    const older = await server.give(chatHistory, { body: { ...guest, limit: 1, skip: 1 } })
    expect(older.ended).toBeUndefined()
    expect(older.history[0]?.session_id).toBe(ended.session_id)
    await say(server, guest, 'one thing more')
    expect(await endedOf(guest)).toBeNull()
  })

  it('asks for nothing where the agent wishes so', async () => {
    const { customer, ended } = await helped(newGuest(), { asksRating: false })
    expect(ended.asksRating).toBe(false)
    expect(await rate(customer, ended.session_id)).toMatchObject({ ok: false, message: 'NO_DATA' })
  })

  it('is heard by the customer at once, and so is the rating in every window of theirs', async () => {
    const guest = newGuest()
    const listener = new Listener(await listen(server))
    await listener.join(PREFIX + guest.guestId)
    const { ended } = await helped(guest)
    await until(() => listener.hints.some(([name]) => name === 'ended'), 'the end')
    expect(listener.hints).toContainEqual(['ended', ended])
    await rate(guest, ended.session_id, 2)
    await until(() => listener.hints.filter(([name]) => name === 'ended').length > 1, 'the rating')
    expect(listener.hints.at(-1)).toEqual(['ended', { ...ended, score: 2 }])
    listener.close()
  })
})

describe('a rating', () => {
  it('is shown to the desk with whose work it is; the last word counts', async () => {
    const { customer, params, ended } = await helped()
    expect(await rate(customer, ended.session_id, 1)).toMatchObject({ ok: true })
    expect(await rate(customer, ended.session_id, 5, ' ขอบคุณค่ะ ')).toMatchObject({ ok: true })
    expect(await endedOf(customer)).toMatchObject({ score: 5 })
    const { sessions } = await agent.give(deskSessions, { params })
    expect(sessions).toEqual([
      {
        sessionId: ended.session_id,
        endedAt: ended.endedAt,
        helper: { staffId: agent.staffId, displayName: `The ${agent.name}` },
        asksRating: true,
        score: 5,
        comment: 'ขอบคุณค่ะ',
      },
    ])
  })

  it('without words leaves those that were said before', async () => {
    const { customer, params, ended } = await helped()
    await rate(customer, ended.session_id, 2, 'it took a day')
    await rate(customer, ended.session_id, 3)
    const { sessions } = await agent.give(deskSessions, { params })
    expect(sessions).toMatchObject([{ score: 3, comment: 'it took a day' }])
  })

  it('of a member needs that member’s token', async () => {
    const member = await asCustomer(server, await server.member())
    const { ended } = await helped(member)
    const { token: _, ...withoutToken } = member
    expect(await rate(withoutToken, ended.session_id)).toMatchObject({ ok: false, message: 'UNAUTHORIZED' })
    const other = await asCustomer(server, await server.member())
    const stolen = { ...member, token: other.token ?? '' }
    expect(await rate(stolen, ended.session_id)).toMatchObject({ ok: false, message: 'NOT_ALLOWED' })
    expect(await rate(member, ended.session_id)).toMatchObject({ ok: true })
  })

  it('is of one’s own session alone, and of one that has ended', async () => {
    const { ended } = await helped()
    const guest = newGuest()
    expect(await rate(guest, ended.session_id)).toMatchObject({ message: 'NO_DATA' })
    await say(server, guest, 'hello')
    expect(await rate(guest, ended.session_id)).toMatchObject({ message: 'NO_DATA' })
    expect(await rate(guest, '')).toMatchObject({ message: 'NO_DATA' })
  })

  it('comes within a week', async () => {
    const { customer, ended } = await helped()
    await server.database.query(
      `update chat_ended_session set ended_at = now() - interval '7 days 1 second' where session_id = $1`,
      [ended.session_id],
    )
    expect(await endedOf(customer)).toMatchObject({ asksRating: false })
    expect(await rate(customer, ended.session_id)).toMatchObject({ message: 'NO_DATA' })
  })

  it.each([0, 6, 2.5, -1])('of %d is none', async (score) => {
    const { customer, ended } = await helped()
    expect(await rate(customer, ended.session_id, score)).toMatchObject({ message: 'BAD_REQUEST' })
  })

  it('has at most 500 letters, however many bytes they are', async () => {
    const { customer, ended } = await helped()
    expect(await rate(customer, ended.session_id, 3, '🙏'.repeat(500))).toMatchObject({ ok: true })
    expect(await rate(customer, ended.session_id, 3, '🙏'.repeat(501))).toMatchObject({
      message: 'BAD_REQUEST',
    })
  })

  it('said again and again waits', async () => {
    const { customer, ended } = await helped()
    const answers: unknown[] = []
    for (let n = 0; n < 40; n += 1) answers.push(await rate(customer, ended.session_id))
    expect(answers.at(-1)).toMatchObject({ message: 'REQUEST_LIMIT_1MIN' })
  })

  it('is written down as the customer’s doing, without what was said', async () => {
    const { customer, params, ended } = await helped()
    await rate(customer, ended.session_id, 2, 'between us')
    const admin = await newAgent(server, 'admin')
    const { audit } = await admin.give(listAudit, {
      body: { action: 'conversation-rated', page: 1, limit: 1 },
    })
    expect(audit).toMatchObject([
      { staff: null, ...params, details: { sessionId: ended.session_id, score: 2 }, ip: '127.0.0.1' },
    ])
    expect(JSON.stringify(audit)).not.toContain('between us')
  })

  it('counts for whoever was in charge, as an average of 30 days', async () => {
    const colleague = await newAgent(server)
    const admin = await newAgent(server, 'admin')
    const ratingOf = async (staffId: string) =>
      (await admin.give(listStaff)).staff.find((one) => one.staffId === staffId)?.rating
    expect(await ratingOf(colleague.staffId)).toBeNull()
    for (const score of [5, 4, 4]) {
      const guest = newGuest()
      await say(server, guest, 'hello')
      const params = { conversationId: await conversationIdOf(server, guest) }
      const body = { clientId: randomUUID(), message: textMessage('hi') }
      await colleague.give(deskSend, { params, body })
      // Whoever ends it is not whose work it was.
      await agent.give(endConversation, { params, body: {} })
      await rate(guest, (await endedOf(guest))?.session_id ?? '', score)
    }
    expect(await ratingOf(colleague.staffId)).toEqual({ count: 3, average: 4.3 })
    await server.database.query(
      `update chat_ended_session set rated_at = now() - interval '31 days' where score = 5`,
    )
    expect(await ratingOf(colleague.staffId)).toEqual({ count: 2, average: 4 })
  })
})
