import { randomUUID } from 'node:crypto'
import { addNote, createCanned, listCanned, listNotes } from '@kapao/contract/desk-tools'
import { expect, it } from 'vitest'
import { type Agent, conversationIdOf, newAgent, newGuest, say, textMessage } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'

let server: TestServer
let agent: Agent

onTestServer(async (started) => {
  server = started
  agent = await newAgent(server)
})

async function newConversation() {
  const guest = newGuest()
  await say(server, guest, 'hello')
  return { conversationId: await conversationIdOf(server, guest) }
}

async function countAudit(action: string): Promise<number> {
  const [row] = await server.database.query<{ count: number }>(
    'select count(*)::int as count from staff_audit where action = $1',
    [action],
  )
  return row?.count ?? 0
}

it('a note that comes again under its clientId, since its answer was lost, is the first', async () => {
  const params = await newConversation()
  const body = { text: 'calls back at noon', clientId: randomUUID() }
  const [one, other] = await Promise.all([1, 2].map(() => agent.give(addNote, { params, body })))
  expect(one).toEqual(other)
  expect(await agent.give(addNote, { params, body })).toEqual(one)
  expect((await agent.give(listNotes, { params })).notes).toEqual([one?.note])
  expect(await countAudit('note-added')).toBe(1)
})

it('a note of another conversation, or of a colleague, is another under the same clientId', async () => {
  const [params, elsewhere] = [await newConversation(), await newConversation()]
  const colleague = await newAgent(server)
  const body = { text: 'calls back at noon', clientId: randomUUID() }
  const before = await countAudit('note-added')
  await agent.give(addNote, { params, body })
  await agent.give(addNote, { params: elsewhere, body })
  await colleague.give(addNote, { params, body })
  expect(await countAudit('note-added')).toBe(before + 3)
  expect((await agent.give(listNotes, { params })).notes).toHaveLength(2)
})

it.each(['', 'hours'])(
  'a canned reply that comes again under its clientId is the first (shortcut "%s")',
  async (shortcut) => {
    const body = {
      kind: 'reply' as const,
      title: 'Hours',
      shortcut,
      language: 'en' as const,
      message: textMessage('We are here day and night.'),
      clientId: randomUUID(),
    }
    const before = await countAudit('canned-created')
    const first = await agent.give(createCanned, { body })
    expect(await agent.give(createCanned, { body })).toEqual(first)
    const { canned } = await agent.give(listCanned)
    expect(canned.filter(({ title }) => title === 'Hours')).toHaveLength(shortcut === '' ? 1 : 2)
    expect(await countAudit('canned-created')).toBe(before + 1)
  },
)
