import { registerAccount, sendOtp, verifyOtp } from '@kapao/contract/account'
import { receiveInviteBonus } from '@kapao/contract/invite'
import { login } from '@kapao/contract/login'
import { withdraw } from '@kapao/contract/wallet'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { randomDigits, startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await server.database.query(
    `create function test_failure() returns trigger language plpgsql as 'begin raise exception ''a bug''; end'`,
  )
})
afterEach(async () => {
  for (const table of ['member', 'otp', 'condition', 'session', 'withdrawal']) {
    await server.database.query(`drop trigger if exists test_failure on ${table}`)
  }
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})

/** As a bug of ours would: whatever is written there fails. */
const breakTable = (table: string) =>
  server.database.query(
    `create trigger test_failure before insert or update on ${table} for each row execute function test_failure()`,
  )

async function registration() {
  const username = await server.verifiedPhone()
  const bank = {
    bankCode: 'SCB',
    bankAccountName: 'TEST PLAYER',
    bankAccountNo: `9${randomDigits(9)}`,
  }
  return { name: 'Test Player', username, password: 'long-enough-1', ...bank }
}

describe('a call that fails for a reason of ours says so in its own word, and has changed nothing', () => {
  it('REGISTER_FAIL: the same registration can be tried again', async () => {
    const body = await registration()
    await breakTable('member')
    expect(await server.ask(registerAccount, { body })).toMatchObject({
      status: 500,
      message: 'REGISTER_FAIL',
    })
    await server.database.query('drop trigger test_failure on member')
    expect(await server.ask(registerAccount, { body })).toMatchObject({ ok: true })
  })

  it('OTP_VERIFY_FAIL: the same code can be tried again', async () => {
    const phone = server.newPhone()
    const { otpToken } = await server.give(sendOtp, { body: { phoneNumber: phone } })
    const body = { otpToken, otpCode: server.lastOtp(phone) }
    await breakTable('otp')
    expect(await server.ask(verifyOtp, { body })).toMatchObject({ status: 500, message: 'OTP_VERIFY_FAIL' })
    await server.database.query('drop trigger test_failure on otp')
    expect(await server.ask(verifyOtp, { body })).toMatchObject({ ok: true })
  })

  it('LOGIN_FAIL', async () => {
    const { phone, password } = await server.registeredMember()
    await breakTable('session')
    const answered = await server.ask(login, { body: { username: phone, password } })
    expect(answered).toMatchObject({ status: 500, message: 'LOGIN_FAIL' })
  })

  it('INVITE_BONUS_FAIL: what was earned can still be received', async () => {
    const inviter = await server.member()
    const friend = await server.member()
    await server.database.query('insert into invite (invitee_id, inviter_id) values ($1, $2)', [
      friend.id,
      inviter.id,
    ])
    await server.payIn(friend, '1000.00')
    await breakTable('condition')
    expect(await server.ask(receiveInviteBonus, { token: inviter.token })).toMatchObject({
      status: 500,
      message: 'INVITE_BONUS_FAIL',
    })
    expect(await server.balance(inviter)).toBe(0n)
    await server.database.query('drop trigger test_failure on condition')
    expect(await server.ask(receiveInviteBonus, { token: inviter.token })).toMatchObject({ ok: true })
  })

  it('and any other is INTERNAL_SERVER_ERROR', async () => {
    const member = await server.member()
    await server.payIn(member, '1000.00')
    await breakTable('withdrawal')
    expect(await server.ask(withdraw, { body: { amount: 500 }, token: member.token })).toMatchObject({
      status: 500,
      message: 'INTERNAL_SERVER_ERROR',
    })
    expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
  })
})
