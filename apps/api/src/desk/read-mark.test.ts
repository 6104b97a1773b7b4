import { deskRead, getDeskConversation } from '@kapao/contract/desk'
import { expect, it } from 'vitest'
import { conversationIdOf, newAgent, newGuest, say, textMessage, until } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { post } from '../chat/post.ts'
import { findDeskConversation } from './find-conversation.ts'

let server: TestServer

onTestServer((started) => {
  server = started
})

const WAITING =
  "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"

it('what a customer writes at the moment of the mark is unread', async () => {
  const { database } = server
  const agent = await newAgent(server)
  const guest = newGuest()
  for (const text of ['one', 'two', 'three']) await say(server, guest, text)
  const params = { conversationId: await conversationIdOf(server, guest) }
  const read = (seq: number) => agent.give(deskRead, { params, body: { seq } })
  expect(await read(1)).toEqual({ unread: 2 })
  const found = await findDeskConversation(database, params.conversationId)
  if (!found) throw new Error('no conversation')
  const reading = await database.transaction(async (tx) => {
    const message = { message_type: 'text', payload: { text: 'four' } } as const
    await post(tx, {
      conversationId: found.id,
      sender: 'customer',
      staffId: null,
      clientId: null,
      message,
      deviceToken: '',
    })
    const marked = read(3)
    await until(async () => (await database.query(WAITING)).length > 0, 'the mark waits for the message')
    // In an object, or the message would wait for the mark.
    return { marked }
  })
  expect(await reading.marked).toEqual({ unread: 1 })
  expect((await agent.give(getDeskConversation, { params })).conversation).toMatchObject({
    unread: 1,
    deskReadSeq: 3,
    lastMessage: { message: textMessage('four') },
  })
})
