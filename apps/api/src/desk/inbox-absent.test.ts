import { assignConversation, deskInbox, deskRead } from '@kapao/contract/desk'
import { expect, it } from 'vitest'
import { type Agent, conversationIdOf, newAgent, newGuest, say } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'

let server: TestServer
let agent: Agent
let colleague: Agent

onTestServer(async (started) => {
  server = started
  agent = await newAgent(server)
  colleague = await newAgent(server)
})

const unassigned = async () => {
  const body = { filter: 'unassigned', page: 1, limit: 50 } as const
  const { conversations, counts } = await agent.give(deskInbox, { body })
  expect(counts.unassigned).toBe(conversations.length)
  return conversations.map((one) => one.conversationId)
}

it('one that waits for an agent who is away is among the unassigned, and no other of theirs', async () => {
  const { database } = server
  const guest = newGuest()
  await say(server, guest, 'hello')
  const params = { conversationId: await conversationIdOf(server, guest) }
  await agent.give(assignConversation, { params, body: { staffId: colleague.staffId } })
  const waits = (interval: string | null) =>
    database.query('update chat_conversation set waiting_since = now() - $2::interval where public_id = $1', [
      params.conversationId,
      interval,
    ])
  const isAway = (interval: string) =>
    database.query('update staff set last_seen_at = now() - $2::interval where public_id = $1', [
      colleague.staffId,
      interval,
    ])
  await waits('5 minutes 1 second')
  await isAway('14 minutes 50 seconds')
  expect(await unassigned()).toEqual([])
  await isAway('15 minutes 1 second')
  expect(await unassigned()).toEqual([params.conversationId])
  await waits('4 minutes 50 seconds')
  expect(await unassigned()).toEqual([])
  await waits(null)
  expect(await unassigned()).toEqual([])
  await waits('1 hour')
  expect(await unassigned()).toEqual([params.conversationId])
  await database.query("update staff_session set last_used_at = now() - interval '1 hour'")
  await colleague.give(deskRead, { params, body: { seq: 1 } })
  expect(await unassigned()).toEqual([])
})
