import { changeDeskPassword, deskLogin, deskMe, listColleagues } from '@kapao/contract/desk'
import { describe, expect, it, vi } from 'vitest'
import { type Agent, newAgent } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { whoCommands } from '../command-line.ts'
import * as threads from '../session/password-threads.ts'

vi.mock(import('../session/password-threads.ts'), { spy: true })

let server: TestServer
let agent: Agent
const password = 'a-long-enough-password'
const toAnother = { oldPassword: password, newPassword: 'another-long-password' }

onTestServer(async (started) => {
  server = started
  agent = await newAgent(server)
})

const logIn = (name: string, given = password) => server.ask(deskLogin, { body: { name, password: given } })

/** The whole answer, for its headers. */
const logInRaw = (name = agent.name, headers: Record<string, string> = { 'x-requested-with': 'kapao' }) =>
  server.app.inject({ method: 'POST', url: '/api/desk/login', payload: { name, password }, headers })

/** What a wrong password is answered, and how many were worked out for it. */
async function tellWrong(name: string) {
  const verify = vi.mocked(threads.onThread)
  verify.mockClear()
  const answer = await logIn(name, 'not the password')
  if (answer.ok) throw new Error('let in')
  const { requestId: _other, ...details } = answer.details
  return { count: verify.mock.calls.length, message: answer.message, status: answer.status, details }
}

describe('a log-in', () => {
  it('gives a cookie that no script reads and no other site can use', async () => {
    const response = await logInRaw()
    expect(response.statusCode).toBe(200)
    expect(response.headers['set-cookie']).toMatch(
      /^kapao_desk=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    )
    const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
    const me = await server.give(deskMe, { headers: { cookie } })
    expect(me).toMatchObject({ staff: { name: agent.name, role: 'agent' }, operatorName: 'Kapao' })
  })

  it('knows the name in any case, with spaces around it', async () => {
    expect(await logIn(` ${agent.name.toUpperCase()} `)).toMatchObject({ ok: true })
  })

  it('ends the session that the same browser had, once it opens another, and no other', async () => {
    const one = await newAgent(server)
    const cookieIn = (response: Awaited<ReturnType<typeof logInRaw>>) =>
      String(response.headers['set-cookie']).split(';')[0] ?? ''
    const first = cookieIn(await logInRaw(one.name))
    const here = { 'x-requested-with': 'kapao', cookie: first }
    const payload = { name: one.name, password: 'wrong' }
    await server.app.inject({ method: 'POST', url: '/api/desk/login', payload, headers: here })
    expect(await server.ask(deskMe, { headers: { cookie: first } })).toMatchObject({ ok: true })
    const second = cookieIn(await logInRaw(one.name, here))
    expect(await server.ask(deskMe, { headers: { cookie: first } })).toMatchObject({ ok: false })
    expect(await server.ask(deskMe, { headers: { cookie: second } })).toMatchObject({ ok: true })
    expect(await one.ask(deskMe)).toMatchObject({ ok: true })
  })

  it('keeps no token readable', async () => {
    const response = await logInRaw()
    const token = /kapao_desk=([\w-]+)/.exec(String(response.headers['set-cookie']))?.[1]
    const [row] = await server.database.query<{ found: number }>(
      `select count(*)::int as found from staff_session where encode(token_hash, 'base64') like $1 || '%'`,
      [token],
    )
    expect(row?.found).toBe(0)
  })

  it.each([
    ['a wrong password', () => agent.name, 'not the password', 'WRONG_CREDENTIAL', 401],
    ['nobody’s name', () => 'nobody', password, 'WRONG_CREDENTIAL', 401],
    ['an empty name', () => '', password, 'WRONG_CREDENTIAL', 401],
    ['SQL', () => "' or 1=1 --", password, 'WRONG_CREDENTIAL', 401],
    ['a name that is cut within a character', () => `x${'💚'.repeat(40)}`, password, 'WRONG_CREDENTIAL', 401],
  ])('is refused with %s', async (_what, name, given, message, status) => {
    expect(await logIn(name(), given)).toMatchObject({ ok: false, message, status })
  })

  it('works as hard for nobody’s name as for a wrong password, and answers the same', async () => {
    const wrong = await tellWrong((await newAgent(server)).name)
    expect(wrong).toMatchObject({ count: 1, message: 'WRONG_CREDENTIAL' })
    expect(await tellWrong('nobody-at-all')).toEqual(wrong)
  })

  it('is refused after five wrong tries, right or not, for a minute', async () => {
    for (let tries = 0; tries < 5; tries += 1) await logIn(agent.name, 'wrong')
    expect(await logIn(agent.name)).toMatchObject({ status: 429, message: 'REQUEST_LIMIT_1MIN' })
    await server.database.query(`update rate_window set started_at = started_at - interval '61 seconds'`)
    expect(await logIn(agent.name)).toMatchObject({ ok: true })
  })

  it('tells a disabled one only when the password is right', async () => {
    const gone = await newAgent(server)
    await server.database.query('update staff set is_active = false where name = $1', [gone.name])
    expect(await logIn(gone.name, 'wrong')).toMatchObject({ message: 'WRONG_CREDENTIAL' })
    expect(await logIn(gone.name)).toMatchObject({ message: 'INACTIVE_USER', status: 403 })
    expect(await gone.ask(deskMe)).toMatchObject({ message: 'EXPIRED_AUTH_TOKEN' })
  })

  it('needs the header that no form of another site can send', async () => {
    const response = await logInRaw(agent.name, {})
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ message: 'NOT_ALLOWED' })
  })

  it('that fails keeps no word that is none of the staff’s names: people type passwords there', async () => {
    await logIn('hunter2-is-my-password')
    const [row] = await server.database.query(
      "select staff_id, details from staff_audit where action = 'login-failed' order by id desc limit 1",
    )
    expect(row).toEqual({ staffId: null, details: {} })
  })

  it('is written down, and so is a failed one', async () => {
    const one = await newAgent(server)
    await logIn(one.name)
    await logIn(one.name, 'wrong')
    const rows = await server.database.query(
      `select action, details from staff_audit where staff_id = (select id from staff where name = $1) or details->>'name' = $1
       order by id`,
      [one.name],
    )
    expect(rows).toEqual([
      { action: 'staff-added', details: { name: one.name, role: 'agent', by: whoCommands() } },
      { action: 'login', details: {} },
      { action: 'login-failed', details: { name: one.name } },
    ])
  })
})

describe('a first password', () => {
  /** One whose password was made for them so long ago. */
  async function withFirstPassword(age: string): Promise<Agent> {
    const one = await newAgent(server)
    await server.database.query(
      `update staff set password_expires_at = now() + interval '24 hours' - $2::interval where name = $1`,
      [one.name, age],
    )
    return one
  }

  it('opens the desk until it runs out, and then no more', async () => {
    const fresh = await withFirstPassword('23 hours 59 minutes')
    expect(await logIn(fresh.name)).toMatchObject({ ok: true })
    const late = await withFirstPassword('24 hours')
    const response = await logInRaw(late.name)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ message: 'OTP_EXPIRED' })
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  it('is told to who is at the desk with it, until they have chosen another', async () => {
    const one = await withFirstPassword('23 hours')
    const { passwordExpiresAt } = await one.give(deskMe)
    expect(Date.parse(passwordExpiresAt ?? '') - Date.now()).toBeGreaterThan(0)
    await one.give(changeDeskPassword, { body: toAnother })
    expect(await one.give(deskMe)).toMatchObject({ passwordExpiresAt: null })
  })

  it('is told to have run out to nobody who does not know it', async () => {
    const late = await withFirstPassword('25 hours')
    const asEver = await tellWrong((await newAgent(server)).name)
    expect(asEver).toMatchObject({ count: 1, message: 'WRONG_CREDENTIAL' })
    expect(await tellWrong(late.name)).toEqual(asEver)
  })

  it('costs no tries once it has run out, and is written down as a log-in that failed', async () => {
    const late = await withFirstPassword('25 hours')
    for (let tries = 0; tries < 6; tries += 1)
      expect(await logIn(late.name)).toMatchObject({ message: 'OTP_EXPIRED' })
    const rows = await server.database.query(
      'select distinct action from staff_audit where staff_id = (select id from staff where name = $1)',
      [late.name],
    )
    expect(rows).toEqual([{ action: 'login-failed' }])
  })

  it('never runs out once another was chosen at the desk', async () => {
    const one = await withFirstPassword('23 hours')
    await one.give(changeDeskPassword, { body: toAnother })
    const rows = await server.database.query('select password_expires_at from staff where name = $1', [
      one.name,
    ])
    expect(rows).toEqual([{ passwordExpiresAt: null }])
    expect(await logIn(one.name, 'another-long-password')).toMatchObject({ ok: true })
  })

  it('cannot be chosen as one’s own', async () => {
    const one = await withFirstPassword('23 hours')
    const body = { oldPassword: password, newPassword: password }
    expect(await one.ask(changeDeskPassword, { body })).toMatchObject({
      message: 'INVALID_USER_INFO',
      details: { field: 'newPassword' },
    })
  })
})

describe('a change of password', () => {
  it('while somebody logs in with the old one leaves them outside', async () => {
    const one = await newAgent(server)
    const { onThread } = await vi.importActual<typeof threads>('../session/password-threads.ts')
    vi.mocked(threads.onThread).mockImplementationOnce(async (work) => {
      const word = await onThread(work)
      await one.give(changeDeskPassword, { body: toAnother })
      return word
    })
    expect(await logIn(one.name)).toMatchObject({ status: 401, message: 'WRONG_CREDENTIAL' })
  })

  it('of several at once is one', async () => {
    const one = await newAgent(server)
    const wanted = ['the first of them', 'the second of them', 'the third of them']
    const answers = await Promise.all(
      wanted.map((newPassword) =>
        one.ask(changeDeskPassword, { body: { oldPassword: password, newPassword } }),
      ),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    const chosen = wanted[answers.findIndex((answer) => answer.ok)] ?? ''
    expect(await logIn(one.name, chosen)).toMatchObject({ ok: true })
  })

  it('ends the other sessions and keeps this one', async () => {
    const one = await newAgent(server)
    const { headers } = await logInRaw(one.name)
    const elsewhere = { cookie: String(headers['set-cookie']).split(';')[0] ?? '' }
    expect(await one.give(changeDeskPassword, { body: toAnother })).toEqual({ message: 'SUCCESS' })
    expect(await one.ask(deskMe)).toMatchObject({ ok: true })
    expect(await server.ask(deskMe, { headers: elsewhere })).toMatchObject({ message: 'EXPIRED_AUTH_TOKEN' })
    expect(await logIn(one.name, 'another-long-password')).toMatchObject({ ok: true })
    expect(await logIn(one.name)).toMatchObject({ message: 'WRONG_CREDENTIAL' })
  })

  it.each([
    ['the wrong old one', { oldPassword: 'wrong', newPassword: 'another-long-password' }, 'WRONG_PASSWORD'],
    ['nine letters', { oldPassword: password, newPassword: '123456789' }, 'INVALID_USER_INFO'],
    ['one of the most used', { oldPassword: password, newPassword: 'Qwertyuiop' }, 'INVALID_USER_INFO'],
    ['129 letters', { oldPassword: password, newPassword: 'x'.repeat(129) }, 'INVALID_USER_INFO'],
  ])('is refused with %s, and a wrong old one alone is counted', async (_what, body, message) => {
    for (let tries = 0; tries < 3; tries += 1)
      expect(await agent.ask(changeDeskPassword, { body })).toMatchObject({ ok: false, message })
  })
})

it('colleagues are those who may log in, without the names that they log in with', async () => {
  const gone = await newAgent(server)
  await server.database.query('update staff set is_active = false where name = $1', [gone.name])
  const { colleagues } = await agent.give(listColleagues)
  expect(colleagues).toContainEqual({ staffId: agent.staffId, displayName: `The ${agent.name}` })
  expect(colleagues.map((one) => one.staffId)).not.toContain(gone.staffId)
})
