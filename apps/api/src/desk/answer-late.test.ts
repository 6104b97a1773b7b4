import { randomUUID } from 'node:crypto'
import { deskMessages, deskSend, endConversation, getDeskConversation } from '@kapao/contract/desk'
import { beforeEach, describe, expect, it } from 'vitest'
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
let colleague: Agent
let guest: Customer
let params: { conversationId: string }

onTestServer(async (started) => {
  server = started
  agent = await newAgent(server)
  colleague = await newAgent(server)
})
beforeEach(async () => {
  guest = newGuest()
  await say(server, guest, 'hello')
  params = { conversationId: await conversationIdOf(server, guest) }
})

const answer = (
  seen: { seenSeq?: number; sessionId?: string | null },
  who = agent,
  clientId = randomUUID(),
) => who.ask(deskSend, { params, body: { clientId, message: textMessage('answer'), ...seen } })
const row = async () => (await agent.give(getDeskConversation, { params })).conversation
const session = async () => (await row()).sessionId ?? null
const end = () => colleague.give(endConversation, { params, body: {} })
const said = async (seq: number) => {
  const { messages } = await agent.give(deskMessages, { params, body: { limit: 100 } })
  return messages.find((one) => one.seq === seq)?.createdAt
}

describe('an answer', () => {
  it('ends the wait for what its agent had seen, and not for what was written since', async () => {
    await say(server, guest, 'are you there')
    await say(server, guest, 'please')
    expect((await row()).waitingSince).toBe(await said(1))
    await answer({ seenSeq: 1 })
    expect((await row()).waitingSince).toBe(await said(2))
    await answer({ seenSeq: 4 })
    expect((await row()).waitingSince).toBeNull()
    // It is the colleague's answer that they have by now.
    await answer({ seenSeq: 1 })
    expect((await row()).waitingSince).toBeNull()
  })

  it('of a page that does not say what it has seen ends every wait', async () => {
    await answer({})
    expect((await row()).waitingSince).toBeNull()
  })

  it('leaves nobody waiting for what another has answered meanwhile', async () => {
    await say(server, guest, 'are you there')
    await answer({ seenSeq: 2 }, colleague)
    await say(server, guest, 'and one more thing')
    await answer({ seenSeq: 1 })
    expect((await row()).waitingSince).toBe(await said(4))
  })

  it('that came twice changes nothing by the second time', async () => {
    const clientId = randomUUID()
    await answer({ seenSeq: 1 }, agent, clientId)
    await say(server, guest, 'thank you')
    await answer({ seenSeq: 1 }, agent, clientId)
    expect((await row()).waitingSince).toBe(await said(3))
  })
})

describe('what has waited at the desk', () => {
  const stale = { ok: false, status: 409, message: 'CHANGED_MEANWHILE' }

  it('goes out where only its own agent and the customer have written since', async () => {
    const seen = { seenSeq: 1, sessionId: await session() }
    await say(server, guest, 'are you there')
    for (let times = 0; times < 2; times += 1) expect(await answer(seen)).toMatchObject({ ok: true })
  })

  it('is refused once a colleague has answered, and sent when that is known', async () => {
    const seen = { seenSeq: 1, sessionId: await session() }
    await answer({ seenSeq: 1 }, colleague)
    expect(await answer(seen)).toMatchObject(stale)
    expect((await row()).lastMessage).toMatchObject({ seq: 2, staff: { staffId: colleague.staffId } })
    expect(await answer({ seenSeq: 2 })).toMatchObject({ ok: true })
  })

  it('is refused once the session that its agent knew has been ended', async () => {
    const seen = { seenSeq: 1, sessionId: await session() }
    await end()
    expect(await answer(seen)).toMatchObject(stale)
    await say(server, guest, 'back again')
    expect(await answer(seen)).toMatchObject(stale)
    expect(await answer({ ...seen, sessionId: await session() })).toMatchObject({ ok: true })
  })

  it('into one that was ended by then goes out, whatever its customer has opened since', async () => {
    await end()
    await say(server, guest, 'back again')
    expect(await answer({ seenSeq: 1, sessionId: null })).toMatchObject({ ok: true })
  })

  it('and whose answer was lost is there, whatever came after it', async () => {
    const seen = { seenSeq: 1, sessionId: await session() }
    const clientId = randomUUID()
    await answer(seen, agent, clientId)
    await answer({ seenSeq: 2 }, colleague)
    await end()
    expect(await answer(seen, agent, clientId)).toMatchObject({ ok: true, answer: { message: { seq: 2 } } })
  })
})
