import { randomUUID } from 'node:crypto'
import {
  assignConversation,
  deskSend,
  deskSessions,
  endConversation,
  getDeskConversation,
} from '@kapao/contract/desk'
import { describe, expect, it } from 'vitest'
import {
  type Agent,
  type Customer,
  conversationIdOf,
  newAgent,
  newGuest,
  say,
  textMessage,
} from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'

let server: TestServer
let agent: Agent

onTestServer(async (started) => {
  server = started
  agent = await newAgent(server)
})

async function talk(customer: Customer, text: string): Promise<{ conversationId: string }> {
  await say(server, customer, text)
  return { conversationId: await conversationIdOf(server, customer) }
}
const answer = (params: { conversationId: string }, who = agent) =>
  who.give(deskSend, { params, body: { clientId: randomUUID(), message: textMessage('answer') } })
const rowOf = async (params: { conversationId: string }) =>
  (await agent.give(getDeskConversation, { params })).conversation

describe('ending what the agent has seen', () => {
  const known = async (params: { conversationId: string }) => {
    const { sessionId, lastMessage } = await rowOf(params)
    if (!sessionId || !lastMessage) throw new Error('an open conversation')
    return { sessionId, seenSeq: lastMessage.seq }
  }
  const end = (params: { conversationId: string }, body: object) =>
    agent.ask(endConversation, { params, body })

  it('is refused once the customer has written since, and done when that is known', async () => {
    const guest = newGuest()
    const params = await talk(guest, 'thank you')
    const before = await known(params)
    await say(server, guest, 'I still have no money')
    const refused = await end(params, before)
    expect(refused).toMatchObject({ status: 409, message: 'CHANGED_MEANWHILE' })
    const { waitingSince } = await rowOf(params)
    expect(waitingSince).not.toBeNull()
    expect(await end(params, await known(params))).toMatchObject({ ok: true })
    expect(await rowOf(params)).toMatchObject({ isOpen: false, sessionId: null })
  })

  it('is not held up by what the desk itself has said since', async () => {
    const params = await talk(newGuest(), 'hello')
    const before = await known(params)
    await answer(params)
    expect(await end(params, before)).toMatchObject({ ok: true })
  })

  it('leaves the next session open to a request that comes late, and is done where it is done already', async () => {
    const guest = newGuest()
    const params = await talk(guest, 'hello')
    const before = await known(params)
    for (let times = 0; times < 2; times += 1) expect(await end(params, before)).toMatchObject({ ok: true })
    await say(server, guest, 'back again')
    for (const body of [before, { sessionId: before.sessionId }]) {
      expect(await end(params, body)).toMatchObject({ message: 'CHANGED_MEANWHILE' })
    }
    expect(await rowOf(params)).toMatchObject({ isOpen: true })
  })
})

describe('the help in a session that was ended', () => {
  const helperOf = async (params: { conversationId: string }, ender: Agent) => {
    await ender.give(endConversation, { params, body: {} })
    const { sessions } = await ender.give(deskSessions, { params })
    return sessions[0]?.helper.staffId
  }
  const give = (params: { conversationId: string }, to: Agent) =>
    agent.give(assignConversation, { params, body: { staffId: to.staffId } })

  it('is of whoever was in charge, where they wrote in it, though another wrote last and a third ended it', async () => {
    const [second, third] = [await newAgent(server), await newAgent(server)]
    const params = await talk(newGuest(), 'hello')
    await answer(params)
    await answer(params, second)
    expect(await helperOf(params, third)).toBe(agent.staffId)
  })

  it('is of who wrote last, where who was in charge did not, and of who ended it, where nobody did', async () => {
    const [second, third] = [await newAgent(server), await newAgent(server)]
    const guest = newGuest()
    const params = await talk(guest, 'hello')
    await answer(params)
    await answer(params, second)
    await give(params, third)
    expect(await helperOf(params, third)).toBe(second.staffId)
    // What was written in the session before is no help in this one.
    await say(server, guest, 'back again')
    await give(params, second)
    expect(await helperOf(params, third)).toBe(third.staffId)
  })
})
