import { expect, it } from 'vitest'
import { conversationIdOf, newGuest, say } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { Delivered } from './delivered.ts'

let server: TestServer
onTestServer((started) => {
  server = started
})

it('finds what nobody told of, however many of the last minutes’ messages are known', async () => {
  const guest = newGuest()
  await say(server, guest, 'hello')
  const [conversation] = await server.database.query<{ id: bigint }>(
    'select id from chat_conversation where public_id = $1',
    [await conversationIdOf(server, guest)],
  )
  const [before] = await server.database.query<{ id: bigint }>('select max(id) as id from chat_message')
  const delivered = new Delivered(before?.id ?? 0n)
  const written = await server.database.query<{ id: bigint; conversationId: bigint; seq: number }>(
    `insert into chat_message (conversation_id, seq, sender, client_id, message_type, payload, session_id, device_token, created_at)
     select $1, n, 'customer', gen_random_uuid(), 'text', '{"text": "hi"}', 's', '', now() from generate_series(2, 2502) n
     returning id, conversation_id, seq`,
    [conversation?.id],
  )
  const untold = written.pop()
  for (const one of written) delivered.take(one)
  const { seq, conversationId } = untold ?? { seq: 0, conversationId: 0n }
  expect(await delivered.findMissed(server.database)).toEqual([{ conversationId, from: seq, to: seq }])
})
