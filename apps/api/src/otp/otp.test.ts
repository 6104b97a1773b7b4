import { createHash } from 'node:crypto'
import { sendOtp, verifyOtp } from '@kapao/contract/account'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendRaw } from '../../test/calls.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.gateways.smsOutcome = 'confirmed'
  await server.database.query('delete from rate_window')
})

const send = (phoneNumber: unknown) => server.ask(sendOtp, { body: { phoneNumber } })
const verify = (otpToken: unknown, otpCode: unknown) => server.ask(verifyOtp, { body: { otpToken, otpCode } })

/** The seconds that a blocked phone is told to wait. */
function secondsOf(answer: Awaited<ReturnType<typeof send>> | Awaited<ReturnType<typeof verify>>): number {
  expect(answer).toMatchObject({ status: 429, message: 'OTP_BLOCK' })
  return answer.ok ? 0 : Number(answer.details.retryAfter)
}

async function sent(phone = server.newPhone()) {
  const { otpToken } = await server.give(sendOtp, { body: { phoneNumber: phone } })
  const code = server.lastOtp(phone)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  return { phone, otpToken, code, wrong }
}

it('no code goes to anybody where none is asked for: who asks goes on as with one that was answered', async () => {
  await server.set('registerOTP', false)
  const before = server.gateways.sent.length
  const answer = await send(server.newPhone())
  await server.set('registerOTP', true)
  expect(answer).toMatchObject({ answer: { code: 'OTP_VERIFIED', otpRef: '', otpToken: '' } })
  expect(server.gateways.sent).toHaveLength(before)
})

describe('a code', () => {
  it('goes by text message to the phone, with the reference that the screen shows', async () => {
    const phone = server.newPhone()
    const answer = await server.give(sendOtp, { body: { phoneNumber: phone } })
    expect(answer.code).toBe('OK')
    expect(answer.otpRef).toMatch(/^[A-Z]{6}$/)
    const message = server.gateways.sent.at(-1)
    expect(message?.to).toBe(phone)
    expect(message?.text).toContain(answer.otpRef)
    expect(message?.text).toMatch(/^\d{6}(?!\d)/)
    expect(JSON.stringify(answer)).not.toContain(server.lastOtp(phone))
  })

  it('is kept as a hash that only whoever has its token can try', async () => {
    const { phone, otpToken, code } = await sent()
    const [row] = await server.database.query<{ kept: object; codeHash: Buffer }>(
      'select to_jsonb(otp) as kept, code_hash from otp where phone = $1',
      [phone],
    )
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
    expect(row?.codeHash.toString('hex')).toBe(hashOf(`${otpToken}:${code}`))
    const { phone: _phone, created_at: _created, expires_at: _expires, ...kept } = Object(row?.kept)
    for (const readable of [otpToken, hashOf(code)]) expect(JSON.stringify(kept)).not.toContain(readable)
    // On its own: six digits may stand in a hash.
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`\\b${code}\\b`))
  })

  it('is accepted, and again when the answer got lost', async () => {
    const { otpToken, code } = await sent()
    expect(await verify(otpToken, code)).toMatchObject({ ok: true, answer: { code: 'OTP_CODE_VALID' } })
    expect(await verify(otpToken, code)).toMatchObject({ ok: true })
  })

  it('is not needed again within half an hour, and then it is', async () => {
    const { phone, otpToken, code } = await sent()
    await verify(otpToken, code)
    const before = server.gateways.sent.length
    expect(await send(phone)).toMatchObject({ ok: true, answer: { code: 'OTP_VERIFIED' } })
    expect(server.gateways.sent).toHaveLength(before)
    await server.database.query(
      `update otp set verified_at = now() - interval '30 minutes 1 second' where phone = $1`,
      [phone],
    )
    expect(await send(phone)).toMatchObject({ ok: true, answer: { code: 'OK' } })
    expect(server.gateways.sent).toHaveLength(before + 1)
  })

  it('belongs to its own phone and request', async () => {
    const one = await sent()
    const other = await sent()
    if (one.code !== other.code) {
      expect(await verify(one.otpToken, other.code)).toMatchObject({ message: 'OTP_CODE_INVALID' })
    }
    expect(await send(one.phone)).toMatchObject({ answer: { code: 'OK' } })
  })

  it('is kept only as a hash', async () => {
    const { otpToken, code } = await sent()
    const rows = await server.database.query('select otp::text as line from otp')
    expect(JSON.stringify(rows)).not.toContain(otpToken)
    expect(JSON.stringify(rows)).not.toContain(`,${code},`)
  })
})

describe('a wrong code', () => {
  it('is refused, and at the fifth the right one no longer helps', async () => {
    const { otpToken, code, wrong } = await sent()
    for (let tries = 1; tries < 5; tries += 1) {
      expect(await verify(otpToken, wrong)).toMatchObject({ status: 400, message: 'OTP_CODE_INVALID' })
    }
    expect(await verify(otpToken, wrong)).toMatchObject({ status: 429, message: 'OTP_BLOCK' })
    expect(await verify(otpToken, code)).toMatchObject({ message: 'OTP_BLOCK' })
  })

  it('is counted also when guesses come all at once', async () => {
    const { otpToken, wrong } = await sent()
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(otpToken, wrong)))
    expect(answers.filter((answer) => !answer.ok && answer.message === 'OTP_CODE_INVALID')).toHaveLength(4)
    expect(answers.filter((answer) => !answer.ok && answer.message === 'OTP_BLOCK')).toHaveLength(16)
  })

  it('counts over all codes of a phone: a new code buys no new guesses without end', async () => {
    const { phone, otpToken, wrong } = await sent()
    for (let tries = 0; tries < 5; tries += 1) await verify(otpToken, wrong)
    const second = await server.give(sendOtp, { body: { phoneNumber: phone } })
    const other = server.lastOtp(phone) === '000000' ? '111111' : '000000'
    for (let tries = 0; tries < 5; tries += 1) await verify(second.otpToken, other)
    expect(await send(phone)).toMatchObject({ status: 429, message: 'OTP_BLOCK' })
  })

  describe('says for how long the next code is out of reach', () => {
    /** Five wrong tries at a new code of this phone: what the last of them is told. */
    async function guess(phone: string) {
      const { otpToken } = await server.give(sendOtp, { body: { phoneNumber: phone } })
      const wrong = server.lastOtp(phone) === '000000' ? '111111' : '000000'
      for (let tries = 1; tries < 5; tries += 1) await verify(otpToken, wrong)
      return { otpToken, wait: secondsOf(await verify(otpToken, wrong)) }
    }
    const age = (phone: string, seconds: number) =>
      server.database.query(
        'update otp set created_at = created_at - make_interval(secs => $2) where phone = $1',
        [phone, seconds],
      )

    it('after the first it can be had at once', async () => {
      const phone = server.newPhone()
      expect((await guess(phone)).wait).toBe(1)
      expect(await send(phone)).toMatchObject({ ok: true })
    })

    it('unless as many were sent in this minute as may be', async () => {
      const phone = server.newPhone()
      await send(phone)
      await send(phone)
      const { otpToken, wait } = await guess(phone)
      expect(wait).toBeGreaterThan(50)
      await server.database.query("update rate_window set started_at = started_at - interval '20 seconds'")
      expect(secondsOf(await verify(otpToken, '000000'))).toBeLessThanOrEqual(40)
      await server.database.query("update rate_window set started_at = started_at - interval '41 seconds'")
      expect(await send(phone)).toMatchObject({ ok: true })
    })

    it('after the second until the guesses of the first are old, and ever less', async () => {
      const phone = server.newPhone()
      await guess(phone)
      await age(phone, 300)
      const { otpToken, wait } = await guess(phone)
      expect(wait).toBeGreaterThan(590)
      expect(wait).toBeLessThanOrEqual(600)
      await age(phone, 500)
      for (const answer of [await verify(otpToken, '000000'), await send(phone)]) {
        expect(secondsOf(answer)).toBeGreaterThan(90)
        expect(secondsOf(answer)).toBeLessThanOrEqual(100)
      }
      await age(phone, 101)
      expect(await send(phone)).toMatchObject({ ok: true })
    })
  })

  it('verifies nobody', async () => {
    const { phone, otpToken, wrong } = await sent()
    await verify(otpToken, wrong)
    expect(await send(phone)).toMatchObject({ answer: { code: 'OK' } })
  })
})

describe('verifying is refused', () => {
  it('after five minutes', async () => {
    const { phone, otpToken, code } = await sent()
    await server.database.query(
      `update otp set expires_at = expires_at - interval '5 minutes 1 second' where phone = $1`,
      [phone],
    )
    expect(await verify(otpToken, code)).toMatchObject({ message: 'OTP_EXPIRED' })
  })

  it('but not just before them', async () => {
    const { phone, otpToken, code } = await sent()
    await server.database.query(
      `update otp set expires_at = expires_at - interval '4 minutes 50 seconds' where phone = $1`,
      [phone],
    )
    expect(await verify(otpToken, code)).toMatchObject({ ok: true })
  })

  it.each([
    ['a token that was never given', 'A'.repeat(32), '123456', 'OTP_NOT_EXIST'],
    ['a token of the wrong shape', 'no token!', '123456', 'OTP_TOKEN_INVALID'],
    ['an empty token', '', '123456', 'OTP_TOKEN_INVALID'],
    ['a number for a token', 5, '123456', 'OTP_TOKEN_INVALID'],
    ['a number for a code', 'A'.repeat(32), 123456, 'OTP_CODE_INVALID'],
    ['no code', 'A'.repeat(32), undefined, 'OTP_CODE_INVALID'],
  ])('for %s', async (_what, token, code, message) => {
    expect(await verify(token, code)).toMatchObject({ ok: false, status: 400, message })
  })
})

describe('sending is refused', () => {
  it.each([
    '081234567',
    '08123456789',
    '021234567',
    '0712345678',
    '0212345678',
    '08-1234-56',
    '',
    'abcdefghij',
    '02055512345',
    '+1 555 0100',
    '0812345678 ext 5',
  ])('to "%s", which is no Thai mobile', async (phone) => {
    const before = server.gateways.sent.length
    expect(await send(phone)).toMatchObject({
      status: 400,
      message: 'PHONE_NUMBER_REQUIRE_10_DIGIT',
      details: { field: 'phoneNumber' },
    })
    expect(server.gateways.sent).toHaveLength(before)
  })

  it('to a member', async () => {
    const member = await server.member()
    expect(await send(`+66${member.phone.slice(1)}`)).toMatchObject({ status: 409, message: 'EXISTING_USER' })
  })

  it('when the message could not be sent, as often as it is tried: nothing of the phone’s is used up', async () => {
    server.gateways.smsOutcome = 'refused'
    const phone = server.newPhone()
    for (let times = 0; times < 25; times += 1) {
      expect(await send(phone)).toMatchObject({ status: 400, message: 'OTP_SEND_FAIL' })
    }
    server.gateways.smsOutcome = 'confirmed'
    expect(await send(phone)).toMatchObject({ ok: true, answer: { code: 'OK' } })
  })

  it('when nobody knows whether the message was sent; it counts as if it was', async () => {
    server.gateways.smsOutcome = 'unknown'
    const phone = server.newPhone()
    for (let times = 0; times < 3; times += 1) {
      expect(await send(phone)).toMatchObject({ message: 'OTP_SEND_FAIL' })
    }
    expect(await send(phone)).toMatchObject({ message: 'REQUEST_LIMIT_1MIN' })
  })

  it('for the fourth time in a minute, to that phone alone', async () => {
    const phone = server.newPhone()
    for (let times = 0; times < 3; times += 1) expect(await send(phone)).toMatchObject({ ok: true })
    const payload = JSON.stringify({ phoneNumber: phone })
    const answer = await sendRaw(server, sendOtp, { payload })
    expect(answer).toMatchObject({ status: 429, message: 'REQUEST_LIMIT_1MIN' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(await send(server.newPhone())).toMatchObject({ ok: true })
    await server.database.query(`update rate_window set started_at = started_at - interval '61 seconds'`)
    expect(await send(phone)).toMatchObject({ ok: true })
  })

  it('after twenty in a day', async () => {
    const { phone } = await sent()
    await server.database.query(
      `insert into otp (token_hash, phone, ref, code_hash, expires_at)
       select sha256(n::text::bytea), phone, ref, code_hash, now() from otp, generate_series(1, 19) n where phone = $1`,
      [phone],
    )
    await server.database.query(
      "update otp set created_at = created_at - interval '20 hours' where phone = $1",
      [phone],
    )
    const wait = secondsOf(await send(phone))
    expect(wait).toBeGreaterThan(4 * 3600 - 60)
    expect(wait).toBeLessThanOrEqual(4 * 3600)
  })
})
