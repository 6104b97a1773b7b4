import { deskLogout, deskMe } from '@kapao/contract/desk'
import { describe, expect, it } from 'vitest'
import { newAgent } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'

let server: TestServer

onTestServer(async (started) => {
  server = started
})

describe('a log-out', () => {
  it('ends the session and takes the cookie away; twice is no error', async () => {
    const one = await newAgent(server)
    expect(await one.give(deskLogout)).toEqual({ message: 'SUCCESS' })
    expect(await one.ask(deskMe)).toMatchObject({ message: 'EXPIRED_AUTH_TOKEN' })
    expect(await one.ask(deskLogout)).toMatchObject({ ok: true })
    expect(await server.ask(deskLogout)).toMatchObject({ ok: true })
  })

  it('that fails leaves session and cookie as they are, so that it can be tried again', async () => {
    const one = await newAgent(server)
    const { database } = server
    await database.query(
      `create function test_failure() returns trigger language plpgsql as 'begin raise exception ''a bug''; end'`,
    )
    await database.query(
      'create trigger test_failure before insert on staff_audit for each row execute function test_failure()',
    )
    const logOut = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/desk/logout',
        headers: { 'x-requested-with': 'kapao', cookie: one.cookie },
      })
    const failed = await logOut()
    await database.query('drop function test_failure cascade')
    expect(failed.statusCode).toBe(500)
    expect(failed.headers['set-cookie']).toBeUndefined()
    expect(await one.ask(deskMe)).toMatchObject({ ok: true })
    expect((await logOut()).headers['set-cookie']).toContain('Max-Age=0')
    expect(await one.ask(deskMe)).toMatchObject({ message: 'EXPIRED_AUTH_TOKEN' })
  })
})
