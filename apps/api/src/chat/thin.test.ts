import { randomUUID } from 'node:crypto'
import { deskInbox, deskSend } from '@kapao/contract/desk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  asCustomer,
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
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
let address: string
beforeAll(async () => {
  server = await startTestServer()
  address = await listen(server)
})
afterAll(() => server.stop())

it('works end to end', async () => {
  const guest = newGuest()
  const member = await asCustomer(server, await server.member())
  const a = new Listener(address)
  const b = new Listener(address, member.token)
  expect(await a.join(PREFIX + guest.guestId)).toEqual({ ok: true })
  expect(await b.join(PREFIX + member.userId)).toEqual({ ok: true })
  expect(await say(server, guest, 'hello')).toMatchObject({ ok: true })
  expect(await say(server, member, 'hi')).toMatchObject({ ok: true })
  await until(() => a.heard.length === 1 && b.heard.length === 1, 'echo')
  const agent = await newAgent(server)
  const inbox = await agent.give(deskInbox, { body: { filter: 'all', page: 1, limit: 10 } })
  expect(inbox.total).toBe(2)
  for (const { conversationId } of inbox.conversations) {
    await agent.give(deskSend, {
      params: { conversationId },
      body: { clientId: randomUUID(), message: textMessage('answer') },
    })
  }
  await until(() => a.heard.length === 2 && b.heard.length === 2, 'answer')
  expect(a.texts()).toEqual(['hello', 'answer'])
  expect((await historyOf(server, guest)).length).toBe(2)
  a.close()
  b.close()
})
