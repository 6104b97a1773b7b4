import { randomBytes } from 'node:crypto'
import { deskLogin, deskMe } from '@kapao/contract/desk'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Agent, newAgent } from '../../test/chat.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { SealKeys } from '../sealing/seal.ts'
import { enrol, SecondFactor, staffWithout } from '../staff/second-factor.ts'

const password = 'a-long-enough-password'
const STEP_MS = 30_000
const HERE = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2

let server: TestServer
const told: string[] = []
beforeAll(async () => {
  server = await startTestServer('th', { onLogLine: (line) => told.push(line) })
})
afterAll(() => server.stop())
beforeEach(() => server.database.query('delete from rate_window'))
// In the middle of a step, so that none ends between a code and its log-in.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: HERE })
})
afterEach(() => {
  vi.useRealTimers()
})

const logIn = ({ name }: Agent, code?: string, given = password) =>
  server.ask(deskLogin, { body: { name, password: given, ...(code !== undefined && { code }) } })
const freshMinute = () => server.database.query('delete from rate_window')

async function enrolled(sealKeys = server.config.sealKeys) {
  const agent = await newAgent(server)
  const factor = SecondFactor.make('Kapao', agent.name)
  const recoveryCodes = await server.database.transaction(async (tx) => {
    const [row] = await tx.query<{ id: bigint }>('select id from staff where name = $1', [agent.name])
    if (!row) throw new Error('no such staff')
    return enrol(tx, row.id, { sealKeys, factor, step: Math.floor(HERE / STEP_MS) - 10 })
  })
  const app = new TOTP({ secret: Secret.fromBase32(factor.secret) })
  /** The code of so many steps from now. */
  const code = (steps = 0) => app.generate({ timestamp: HERE + steps * STEP_MS })
  return { agent, code, recoveryCodes }
}

async function written(agent: Agent, { database } = server) {
  const rows = await database.query<{ action: string; details: object }>(
    `select a.action, a.details from staff_audit a join staff s on s.id = a.staff_id where s.public_id = $1 order by a.id`,
    [agent.staffId],
  )
  return rows.map(({ action, details }) => ({ action, ...details }))
}

it('codes are those of RFC 6238', () => {
  // Its appendix B, SHA-1, the last six of eight digits.
  const factor = SecondFactor.of(Secret.fromUTF8('12345678901234567890').base32)
  for (const [second, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ] as const) {
    vi.setSystemTime(second * 1_000)
    expect(factor.stepOf(code)).toBe(Math.floor(second / 30))
  }
})

describe('one of the staff with a second factor', () => {
  it('is asked for a code once the password was right, and not before', async () => {
    const { agent } = await enrolled()
    expect(await logIn(agent, undefined, 'wrong')).toMatchObject({ message: 'WRONG_CREDENTIAL' })
    expect(await logIn(agent)).toMatchObject({ status: 400, message: 'UNVERIFIED_OTP' })
    expect(await logIn(agent, ' ')).toMatchObject({ message: 'UNVERIFIED_OTP' })
  })

  it('is in with the code of now, spaces or not', async () => {
    const { agent, code } = await enrolled()
    const spaced = `${code().slice(0, 3)} ${code().slice(3)}`
    expect(await logIn(agent, spaced)).toMatchObject({ ok: true, answer: { staff: { name: agent.name } } })
  })

  it.each([
    ['Thai', '๐'],
    ['Lao', '໐'],
  ])('is in with the code of now in %s digits', async (_which, zero) => {
    const { agent, code } = await enrolled()
    const typed = code().replace(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)))
    expect(await logIn(agent, typed)).toMatchObject({ ok: true })
  })

  it.each(['12345ก', '12345é', '１２３４５６', 'กขคงจฉ', '———', '🔑🔑🔑', '0', '1234567'])(
    'is told that it is wrong when %s is what they typed',
    async (typed) => {
      const { agent } = await enrolled()
      expect(await logIn(agent, typed)).toMatchObject({ status: 400, message: 'OTP_CODE_INVALID' })
    },
  )

  it.each([-1, 0, 1])('is in with the code of %i steps from now', async (steps) => {
    const { agent, code } = await enrolled()
    expect(await logIn(agent, code(steps))).toMatchObject({ ok: true })
  })

  it.each([-2, 2])('is not with the code of %i steps from now', async (steps) => {
    const { agent, code } = await enrolled()
    expect(await logIn(agent, code(steps))).toMatchObject({ status: 400, message: 'OTP_CODE_INVALID' })
  })

  it('is in by each code once, and by none that is older than the last', async () => {
    const { agent, code } = await enrolled()
    expect(await logIn(agent, code())).toMatchObject({ ok: true })
    expect(await logIn(agent, code())).toMatchObject({ message: 'OTP_CODE_INVALID' })
    expect(await logIn(agent, code(-1))).toMatchObject({ message: 'OTP_CODE_INVALID' })
    expect(await logIn(agent, code(1))).toMatchObject({ ok: true })
  })

  it('is in once by one code, also of two that come at once', async () => {
    const { agent, code } = await enrolled()
    const both = await Promise.all([logIn(agent, code()), logIn(agent, code())])
    expect(both.filter((one) => one.ok)).toHaveLength(1)
  })

  it('is in by each recovery code once', async () => {
    const { agent, recoveryCodes } = await enrolled()
    const [first = '', second = ''] = recoveryCodes
    expect(await logIn(agent, first)).toMatchObject({ ok: true })
    expect(await logIn(agent, first)).toMatchObject({ message: 'OTP_CODE_INVALID' })
    expect(await logIn(agent, ` ${second.toUpperCase().replaceAll('-', ' ')}`)).toMatchObject({ ok: true })
  })

  it('is not by another’s codes', async () => {
    const { agent } = await enrolled()
    const { code, recoveryCodes } = await enrolled()
    expect(await logIn(agent, code())).toMatchObject({ message: 'OTP_CODE_INVALID' })
    expect(await logIn(agent, recoveryCodes[0])).toMatchObject({ message: 'OTP_CODE_INVALID' })
  })

  it('whose second factor was sealed under another key is in by a recovery code, and the log says why not by others', async () => {
    const { agent, code, recoveryCodes } = await enrolled(new SealKeys(randomBytes(32)))
    expect(await logIn(agent, code())).toMatchObject({ status: 400, message: 'OTP_CODE_INVALID' })
    expect(told.join('')).toContain('sealed under another KAPAO_SEAL_SECRET')
    expect(await logIn(agent, recoveryCodes[0])).toMatchObject({ ok: true })
  })

  it('guesses codes under the same limit as passwords', async () => {
    const { agent, code } = await enrolled()
    await freshMinute()
    for (let tries = 0; tries < 3; tries += 1) await logIn(agent, '000')
    for (let tries = 0; tries < 2; tries += 1) await logIn(agent, undefined, 'wrong')
    expect(await logIn(agent, code())).toMatchObject({ status: 429, message: 'REQUEST_LIMIT_1MIN' })
    await freshMinute()
    expect(await logIn(agent, code())).toMatchObject({ ok: true })
  })

  it('is not kept out by being asked for the code', async () => {
    const { agent, code } = await enrolled()
    await freshMinute()
    for (let tries = 0; tries < 8; tries += 1)
      expect(await logIn(agent)).toMatchObject({ message: 'UNVERIFIED_OTP' })
    expect(await logIn(agent, code())).toMatchObject({ ok: true })
  })

  it('is asked so many times a minute, and no more: each is in the trail for good', async () => {
    const { agent } = await enrolled()
    await freshMinute()
    for (let tries = 0; tries < 10; tries += 1)
      expect(await logIn(agent)).toMatchObject({ message: 'UNVERIFIED_OTP' })
    expect(await logIn(agent)).toMatchObject({ message: 'REQUEST_LIMIT_1MIN' })
    const asked = (await written(agent)).filter(({ action }) => action === 'second-factor-asked')
    expect(asked).toHaveLength(10)
  })

  it('after a hundred wrong codes in a row is in by a recovery code alone', async () => {
    const { agent, code, recoveryCodes } = await enrolled()
    await server.database.query(
      'update staff_second_factor set misses = 99 where staff_id = (select id from staff where name = $1)',
      [agent.name],
    )
    expect(await logIn(agent, '000')).toMatchObject({ message: 'OTP_CODE_INVALID' })
    expect(await logIn(agent, code())).toMatchObject({ message: 'OTP_CODE_INVALID' })
    expect(await logIn(agent, recoveryCodes[0])).toMatchObject({ ok: true })
    expect(await logIn(agent, code())).toMatchObject({ ok: true })
  })

  it('makes no network familiar by the password alone', async () => {
    const { agent, code } = await enrolled()
    const known = () =>
      server.database.query('select 1 from familiar_network where account = $1', [`desk-login:${agent.name}`])
    await logIn(agent)
    await logIn(agent, '000')
    expect(await known()).toHaveLength(0)
    await logIn(agent, code())
    expect(await known()).toHaveLength(1)
  })

  it('gets no cookie before the code was right', async () => {
    const { agent } = await enrolled()
    for (const code of ['', '000']) {
      const response = await server.app.inject({
        method: 'POST',
        url: '/api/desk/login',
        payload: { name: agent.name, password, code },
        headers: { 'x-requested-with': 'kapao' },
      })
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  })

  it('has it all in the audit trail', async () => {
    const { agent, code, recoveryCodes } = await enrolled()
    await logIn(agent)
    await logIn(agent, '000')
    await logIn(agent, code())
    await logIn(agent, recoveryCodes[0])
    expect(await written(agent)).toEqual([
      { action: 'second-factor-asked' },
      { action: 'second-factor-failed' },
      { action: 'login' },
      { action: 'login' },
      { action: 'recovery-code-used', left: 9 },
    ])
  })

  it('who is switched off is told so without a code', async () => {
    const { agent } = await enrolled()
    await server.database.query('update staff set is_active = false where name = $1', [agent.name])
    expect(await logIn(agent)).toMatchObject({ message: 'INACTIVE_USER' })
    expect(await written(agent)).toEqual([{ action: 'login-failed' }])
  })

  it('is asked for beside a first password too, until that runs out; then no code is used up', async () => {
    const {
      agent,
      recoveryCodes: [code = ''],
    } = await enrolled()
    const expires = (when: string) =>
      server.database.query('update staff set password_expires_at = now() + $2::interval where name = $1', [
        agent.name,
        when,
      ])
    await expires('1 minute')
    expect(await logIn(agent)).toMatchObject({ message: 'UNVERIFIED_OTP' })
    await expires('0 seconds')
    expect(await logIn(agent, code)).toMatchObject({ message: 'OTP_EXPIRED' })
    await expires('1 minute')
    expect(await logIn(agent, code)).toMatchObject({ ok: true })
  })
})

it('who has none needs none, and is named to whoever starts the server', async () => {
  const agent = await newAgent(server)
  const { agent: other } = await enrolled()
  expect(await logIn(agent, '123456')).toMatchObject({ ok: true })
  const names = await staffWithout(server.database)
  expect(names).toContain(agent.name)
  expect(names).not.toContain(other.name)
})

it('where it is required nobody is in without', async () => {
  const strict = await startTestServer('th', { environment: { KAPAO_STAFF_SECOND_FACTOR: 'required' } })
  try {
    const agent = await newAgent(strict)
    const refused = await strict.ask(deskLogin, { body: { name: agent.name, password } })
    expect(refused).toMatchObject({ status: 400, message: 'KEY_MISSING' })
    expect((await written(agent, strict)).at(-1)).toEqual({ action: 'login-failed' })
    // Whoever is in stays in: the setting is about log-ins.
    expect(await agent.ask(deskMe)).toMatchObject({ ok: true })
  } finally {
    await strict.stop()
  }
})
