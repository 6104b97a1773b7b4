import { getProfile } from '@kapao/contract/account'
import { lookupActive } from '@kapao/contract/service'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everyCall, openCalls, sendRaw, tokenCalls } from '../../test/calls.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { SESSION_HOLDS } from './session.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
  member = await server.registeredMember()
})
afterAll(() => server.stop())

const garbage = 'x'.repeat(43)

describe.each(tokenCalls)('%s', (_name, call) => {
  it('needs a token', async () => {
    expect(await sendRaw(server, call)).toMatchObject({ status: 401, message: 'UNAUTHORIZED' })
  })

  it('refuses a token that it never gave', async () => {
    expect(await sendRaw(server, call, { token: garbage })).toMatchObject({
      status: 401,
      message: 'invalid-token',
    })
  })

  it('looks at the token before a body that cannot be read', async () => {
    const payload = '{"amount":'
    const none = await sendRaw(server, call, { payload })
    expect(none).toMatchObject({ status: 401, message: 'UNAUTHORIZED' })
    const wrong = await sendRaw(server, call, { payload, token: garbage })
    expect(wrong).toMatchObject({ status: 401, message: 'invalid-token' })
  })

  it('refuses a revoked token', async () => {
    await server.database.query('update session set revoked_at = now()')
    try {
      expect(await sendRaw(server, call, { token: member.token })).toMatchObject({
        status: 401,
        message: 'invalid-token',
      })
    } finally {
      await server.database.query('update session set revoked_at = null')
    }
  })
})

describe.each(openCalls)('%s', (_name, call) => {
  it('needs no token and ignores a stale one', async () => {
    const without = await sendRaw(server, call)
    const withGarbage = await sendRaw(server, call, { token: garbage })
    expect(withGarbage.status).toBe(without.status)
    expect(withGarbage.message).toBe(without.message)
    expect([401, 403]).not.toContain(without.status)
  })
})

describe('a token', () => {
  beforeEach(async () => {
    await server.database.query('update session set created_at = now(), last_used_at = now()')
  })
  const ask = (authorization: string) => sendRaw(server, getProfile, { headers: { authorization } })
  const age = (column: 'created_at' | 'last_used_at', interval: string) =>
    server.database.query(`update session set ${column} = now() - $1::interval`, [interval])

  it.each([
    'Bearer',
    'Bearer x',
    'Basic dXNlcjpwYXNz',
    `Bearer ${'x'.repeat(129)}`,
    `Bearer ${'é'.repeat(43)}`,
    `Bearer a b${'c'.repeat(40)}`,
    `Token ${garbage}`,
  ])('of the wrong shape is no token: %s', async (authorization) => {
    expect(await ask(authorization)).toMatchObject({ status: 401, message: 'invalid-token' })
  })

  it('is taken whatever the case of "Bearer"', async () => {
    expect(await ask(`bearer ${member.token}`)).toMatchObject({ status: 200 })
  })

  it('ends after a day without use', async () => {
    await age('last_used_at', '24 hours 1 second')
    expect(await ask(`Bearer ${member.token}`)).toMatchObject({ status: 401, message: 'EXPIRED_AUTH_TOKEN' })
  })

  it('lives on when it is used within the day', async () => {
    await age('last_used_at', '23 hours 59 minutes')
    expect(await ask(`Bearer ${member.token}`)).toMatchObject({ status: 200 })
    const [row] = await server.database.query<{ isFresh: boolean }>(
      `select bool_and(last_used_at > now() - interval '1 minute') as is_fresh from session`,
    )
    expect(row?.isFresh).toBe(true)
  })

  it.each([
    ['4 minutes 50 seconds', false],
    ['5 minutes 10 seconds', true],
  ])('used again after %s has its use written down: %s', async (interval, isWritten) => {
    await age('last_used_at', interval)
    expect(await ask(`Bearer ${member.token}`)).toMatchObject({ status: 200 })
    const [row] = await server.database.query<{ isWritten: boolean }>(
      `select bool_or(last_used_at > now() - interval '1 minute') as is_written from session`,
    )
    expect(row?.isWritten).toBe(isWritten)
  })

  it('ends after thirty days however much it is used', async () => {
    await age('created_at', '30 days 1 second')
    expect(await ask(`Bearer ${member.token}`)).toMatchObject({ status: 401, message: 'EXPIRED_AUTH_TOKEN' })
    await age('created_at', '29 days 23 hours')
    expect(await ask(`Bearer ${member.token}`)).toMatchObject({ status: 200 })
  })

  it.each([
    ['last_used_at', '24 hours'],
    ['created_at', '30 days'],
  ])('holds for the whole of its time, and no longer: %s %s ago', async (column, limit) => {
    const held = await server.database.transaction(async (tx) => {
      const holdsAfter = async (interval: string) => {
        // Of one transaction, so that both see the same moment.
        await tx.query(`update session set ${column} = now() - $1::interval`, [interval])
        return tx.query(
          `select ${SESSION_HOLDS} as holds from session s join member m on m.id = s.member_id where m.id = $1`,
          [member.id],
        )
      }
      return [await holdsAfter(limit), await holdsAfter(`${limit} 0.000001 seconds`)]
    })
    expect(held).toEqual([[{ holds: true }], [{ holds: false }]])
  })

  it('of a member who was switched off opens nothing', async () => {
    await server.database.query('update member set is_active = false')
    try {
      expect(await ask(`Bearer ${member.token}`)).toMatchObject({ status: 403, message: 'INACTIVE_USER' })
    } finally {
      await server.database.query('update member set is_active = true')
    }
  })
})

describe('a closed operator', () => {
  beforeEach(() => server.set('terminated', 'gone'))
  afterEach(() => server.set('terminated', ''))
  const stillOpen = new Set(['lookupActive', 'lookupInfo', 'lookupContact'])

  it.each(everyCall.filter(([name]) => !stillOpen.has(name)))('%s is gone', async (_name, call) => {
    expect(await sendRaw(server, call)).toMatchObject({ status: 410, message: 'gone' })
    expect(await sendRaw(server, call, { token: member.token })).toMatchObject({
      status: 410,
      message: 'gone',
    })
  })

  it.each(everyCall.filter(([name]) => stillOpen.has(name)))('%s still answers', async (_name, call) => {
    expect(await sendRaw(server, call)).toMatchObject({ status: 200 })
  })

  it('says so where the wallet asks', async () => {
    expect(await server.give(lookupActive)).toEqual({ terminated: 'gone' })
  })
})
