import { deskInbox, deskMe, deskMessages, deskRead, listColleagues } from '@kapao/contract/desk'
import { describe, expect, it } from 'vitest'
import { type Agent, newAgent } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'

let server: TestServer

onTestServer((started) => {
  server = started
})

describe('a session', () => {
  const age = (one: Agent, column: 'last_used_at' | 'created_at', interval: string) =>
    server.database.query(
      `update staff_session set ${column} = now() - $2::interval where staff_id = (select id from staff where public_id = $1)`,
      [one.staffId, interval],
    )

  it.each([
    ['last_used_at', '12 hours 1 second'],
    ['created_at', '7 days 1 second'],
  ] as const)('ends when its %s is %s ago', async (column, interval) => {
    const one = await newAgent(server)
    await age(one, column, interval)
    expect(await one.ask(deskMe)).toMatchObject({ status: 401, message: 'EXPIRED_AUTH_TOKEN' })
  })

  it('lives on while somebody does something with it, and not by what its page asks by itself', async () => {
    const one = await newAgent(server)
    await age(one, 'last_used_at', '11 hours 59 minutes')
    const isFresh = async () => {
      const [row] = await server.database.query<{ used: boolean; seen: boolean }>(
        `select s.last_used_at > now() - interval '1 minute' as used, t.last_seen_at is not null as seen
         from staff_session s join staff t on t.id = s.staff_id where t.public_id = $1`,
        [one.staffId],
      )
      return row
    }
    for (const call of [deskMe, listColleagues]) expect(await one.ask(call)).toMatchObject({ ok: true })
    const body = { filter: 'all', page: 1, limit: 10 } as const
    expect(await one.ask(deskInbox, { body })).toMatchObject({ ok: true })
    const params = { conversationId: 'nobody' }
    expect(await one.ask(deskMessages, { params, body: { limit: 10 } })).toMatchObject({ message: 'NO_DATA' })
    expect(await isFresh()).toEqual({ used: false, seen: false })
    expect(await one.ask(deskRead, { params, body: { seq: 1 } })).toMatchObject({ message: 'NO_DATA' })
    expect(await isFresh()).toEqual({ used: true, seen: true })
  })

  it('is no member’s, and a member’s token opens no desk', async () => {
    const { token } = await server.member()
    expect(await server.ask(deskMe, { token })).toMatchObject({ status: 401, message: 'UNAUTHORIZED' })
    const headers = { cookie: `kapao_desk=${token}` }
    expect(await server.ask(deskMe, { headers })).toMatchObject({ message: 'UNAUTHORIZED' })
  })
})
