import { getProfile } from '@kapao/contract/account'
import { login } from '@kapao/contract/login'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sendRaw } from '../../test/calls.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import * as threads from './password-threads.ts'

vi.mock(import('./password-threads.ts'), { spy: true })

let server: TestServer
let member: TestMember
let other: TestMember

onTestServer(async (started) => {
  server = started
  member = await server.registeredMember()
  other = await server.registeredMember()
})
beforeEach(async () => {
  await server.database.query('update member set is_active = true')
})

function logIn(username: string, password: string) {
  return server.ask(login, { body: { username, password } })
}

describe('a log-in', () => {
  it('opens a session that is the member’s', async () => {
    const { token } = await server.give(login, {
      body: { username: member.phone, password: member.password },
    })
    const { profile } = await server.give(getProfile, { token })
    expect(profile.username).toBe(member.phone)
  })

  it('gives another token each time, of 256 bits, and keeps none of them readable', async () => {
    const body = { username: member.phone, password: member.password }
    const first = await server.give(login, { body })
    const second = await server.give(login, { body })
    expect(first.token).not.toBe(second.token)
    expect(Buffer.from(first.token, 'base64url')).toHaveLength(32)
    const [kept] = await server.database.query<{ found: number }>(
      `select count(*)::int as found from session
       where position(convert_to($1, 'UTF8') in token_hash) > 0 or encode(token_hash, 'base64') = $1`,
      [first.token],
    )
    expect(kept?.found).toBe(0)
  })

  it('leaves earlier sessions open: a phone and a computer may both be in', async () => {
    await logIn(member.phone, member.password)
    expect(await server.ask(getProfile, { token: member.token })).toMatchObject({ ok: true })
  })

  it('has nothing to do with the token that comes along: a call that needs none ignores it', async () => {
    const body = { username: member.phone, password: member.password }
    for (const token of [member.token, other.token, 'x'.repeat(43)])
      expect(await server.ask(login, { body, token })).toMatchObject({ ok: true })
    for (const { token } of [member, other])
      expect(await server.ask(getProfile, { token })).toMatchObject({ ok: true })
  })

  it('with a password that is changed while it is looked at opens nothing', async () => {
    const { phone, password } = await server.registeredMember()
    const sessions = () => server.database.query('select token_hash from session')
    const before = await sessions()
    const { onThread } = await vi.importActual<typeof threads>('./password-threads.ts')
    vi.mocked(threads.onThread).mockImplementationOnce(async (work) => {
      const word = await onThread(work)
      await server.database.query(`update member set password_hash = 'another' where username = $1`, [phone])
      return word
    })
    expect(await logIn(phone, password)).toMatchObject({ status: 401, message: 'WRONG_CREDENTIAL' })
    expect(await sessions()).toHaveLength(before.length)
  })

  it.each([
    [
      'spaces and hyphens',
      (phone: string) => ` ${phone.slice(0, 3)}-${phone.slice(3, 6)} ${phone.slice(6)} `,
    ],
    ['+66', (phone: string) => `+66${phone.slice(1)}`],
    ['+66 and a bracketed zero', (phone: string) => `+66 (0)${phone.slice(1)}`],
    ['0066', (phone: string) => `0066${phone.slice(1)}`],
    ['66', (phone: string) => `66${phone.slice(1)}`],
    [
      'Thai digits',
      (phone: string) => phone.replace(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit))),
    ],
  ])('knows the member by a phone written with %s', async (_what, spell) => {
    expect(await logIn(spell(member.phone), member.password)).toMatchObject({ ok: true })
  })
})

describe('a refused log-in', () => {
  it('answers the same for a wrong password and for nobody, and works as hard for both', async () => {
    const verify = vi.mocked(threads.onThread)
    verify.mockClear()
    const wrong = await logIn(member.phone, 'not the password')
    expect(verify).toHaveBeenCalledTimes(1)
    const nobody = await logIn('0812121212', 'not the password')
    expect(verify).toHaveBeenCalledTimes(2)
    const { requestId: _one, ...wrongDetails } = wrong.ok ? {} : wrong.details
    const { requestId: _two, ...nobodyDetails } = nobody.ok ? {} : nobody.details
    expect(wrong).toMatchObject({ ok: false, message: 'WRONG_CREDENTIAL', status: 401 })
    expect(nobody).toMatchObject({ ok: false, message: 'WRONG_CREDENTIAL', status: 401 })
    expect(nobodyDetails).toEqual(wrongDetails)
  })

  it.each([
    ['no password', { username: '0811111111' }],
    ['no user', { password: 'x' }],
    ['a number as password', { username: '0811111111', password: 12345678 }],
    ['a password of a whole page', { username: '0811111111', password: 'x'.repeat(600) }],
    ['half a letter as password', { username: '0811111111', password: '\ud83d' }],
    ['empty texts', { username: '', password: '' }],
    ['nothing at all', {}],
    ['a username of a whole page', { username: 'x'.repeat(501), password: 'x' }],
    ['SQL', { username: "' or 1=1 --", password: "' or 1=1 --" }],
  ])('%s', async (_what, body) => {
    expect(await server.ask(login, { body })).toMatchObject({
      ok: false,
      status: 401,
      message: 'WRONG_CREDENTIAL',
    })
  })

  const misfits = [undefined, null, 12345678, 'x'.repeat(600), '\ud83d']

  it('answers the same for what can be nobody’s password, to a member and to nobody, and works as hard for both', async () => {
    const verify = vi.mocked(threads.onThread)
    for (const username of [member.phone, '0812121212']) {
      for (const password of misfits.slice(0, 4)) {
        verify.mockClear()
        const answer = await server.ask(login, { body: { username, password } })
        const { requestId: _, ...details } = answer.ok ? {} : answer.details
        expect(answer).toMatchObject({ status: 401, message: 'WRONG_CREDENTIAL' })
        expect(details).toEqual({})
        expect(verify).toHaveBeenCalledTimes(1)
      }
    }
  })

  it('counts what can be nobody’s password as a guess like any other', async () => {
    for (const password of misfits)
      expect(await server.ask(login, { body: { username: member.phone, password } })).toMatchObject({
        message: 'WRONG_CREDENTIAL',
      })
    expect(await logIn(member.phone, member.password)).toMatchObject({ message: 'REQUEST_LIMIT_1MIN' })
  })

  it('without a name waits for nobody else without one, but with all of its address', async () => {
    for (let times = 0; times < 8; times += 1)
      expect(await server.ask(login, { body: { password: 'x' } })).toMatchObject({
        message: 'WRONG_CREDENTIAL',
      })
    await server.database.query('update rate_window set hits = 120')
    expect(await server.ask(login, { body: { password: 'x' } })).toMatchObject({
      message: 'REQUEST_LIMIT_1MIN',
    })
  })

  it('tells a member who was switched off, but only with the right password', async () => {
    await server.database.query('update member set is_active = false where id = $1', [member.id])
    expect(await logIn(member.phone, member.password)).toMatchObject({
      message: 'INACTIVE_USER',
      status: 403,
    })
    expect(await logIn(member.phone, 'wrong')).toMatchObject({ message: 'WRONG_CREDENTIAL' })
  })
})

describe('after five wrong tries', () => {
  const fiveWrong = async (username: string) => {
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await logIn(username, 'wrong')).toMatchObject({ message: 'WRONG_CREDENTIAL' })
    }
  }

  it('the name waits a minute, the right password too, and is told how long', async () => {
    await fiveWrong(member.phone)
    const answer = await sendRaw(server, login, {
      payload: JSON.stringify({ username: member.phone, password: member.password }),
    })
    expect(answer).toMatchObject({ status: 429, message: 'REQUEST_LIMIT_1MIN' })
    const seconds = Number(answer.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(answer.json).toMatchObject({ retryAfter: seconds })
  })

  it('no spelling of the phone gets around it', async () => {
    await fiveWrong(member.phone)
    expect(await logIn(`+66 ${member.phone.slice(1)}`, member.password)).toMatchObject({
      message: 'REQUEST_LIMIT_1MIN',
    })
  })

  it('others log in as ever', async () => {
    await fiveWrong(member.phone)
    expect(await logIn(other.phone, other.password)).toMatchObject({ ok: true })
  })

  it('a name that nobody has waits as well: who is a member stays unknown', async () => {
    await fiveWrong('0812121212')
    expect(await logIn('0812121212', 'wrong')).toMatchObject({ message: 'REQUEST_LIMIT_1MIN' })
  })

  it('the minute passes', async () => {
    await fiveWrong(member.phone)
    await server.database.query(`update rate_window set started_at = started_at - interval '61 seconds'`)
    expect(await logIn(member.phone, member.password)).toMatchObject({ ok: true })
  })

  const guessFrom = async (remoteAddress: string, password = 'wrong') => {
    const payload = { username: other.phone, password }
    const answer = await server.app.inject({ method: 'POST', url: '/api/login', payload, remoteAddress })
    return answer.statusCode
  }

  it('made elsewhere, from ever other addresses, the member still logs in where they did before', async () => {
    await server.database.query('delete from familiar_network')
    expect(await logIn(other.phone, other.password)).toMatchObject({ ok: true })
    const statuses: number[] = []
    for (let n = 1; n <= 8; n += 1) statuses.push(await guessFrom(`203.0.${n}.7`))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect(await guessFrom('203.0.113.99', other.password)).toBe(429)
    expect(await logIn(other.phone, other.password)).toMatchObject({ ok: true })
  })

  it('made there too, the member waits there too', async () => {
    await fiveWrong(other.phone)
    expect(await logIn(other.phone, other.password)).toMatchObject({ message: 'REQUEST_LIMIT_1MIN' })
  })

  it('sessions that are open stay open', async () => {
    await fiveWrong(member.phone)
    expect(await server.ask(getProfile, { token: member.token })).toMatchObject({ ok: true })
  })
})

it('guesses sent all at once are no more than five', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(member.phone, 'guess')))
  const judged = answers.filter((answer) => !answer.ok && answer.message === 'WRONG_CREDENTIAL')
  expect(judged.length).toBeLessThanOrEqual(5)
})

it('right log-ins do not count as tries', async () => {
  for (let times = 0; times < 8; times += 1) {
    expect(await logIn(member.phone, member.password)).toMatchObject({ ok: true })
  }
})
