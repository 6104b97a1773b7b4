import { getProfile, registerAccount, sendOtp, validateAccount, verifyOtp } from '@kapao/contract/account'
import { login } from '@kapao/contract/login'
import { getWallet } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formOf } from '../../test/members.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { createMember } from './register.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(() => server.database.query('delete from rate_window'))

async function memberCount(): Promise<number> {
  const [row] = await server.database.query<{ count: number }>('select count(*)::int as count from member')
  return row?.count ?? -1
}

describe('a registration', () => {
  it('makes a member with an empty wallet, who can log in', async () => {
    const phone = await server.verifiedPhone()
    const form = formOf(server, phone)
    expect(await server.ask(validateAccount, { body: form })).toMatchObject({ answer: { message: 'OK' } })
    expect(await server.ask(registerAccount, { body: form })).toMatchObject({
      answer: { message: 'SUCCESS' },
    })
    const { token } = await server.give(login, { body: { username: phone, password: form.password } })
    expect(await server.give(getWallet, { token })).toMatchObject({
      profile: { name: 'Somchai Jaidee', username: phone, coin: 0 },
      bankAccount: { bankCode: 'SCB', bankAccountName: 'SOMCHAI JAIDEE', bankAccountNo: form.bankAccountNo },
      wallet: { amount: 0n, currency: 'THB' },
    })
  })

  it.each([null, ''])(
    'may have its optional fields as %o, and those of the bank at the validate step',
    async (none) => {
      const form = formOf(server, await server.verifiedPhone())
      const rest = { sourceCode: none, inviteCode: none, currency: none }
      const noBank = { bankCode: none, bankAccountName: none, bankAccountNo: none }
      expect(await server.ask(validateAccount, { body: { ...form, ...rest, ...noBank } })).toMatchObject({
        ok: true,
      })
      const { bankCode, bankAccountName, bankAccountNo } = form
      for (const half of [
        { bankCode },
        { bankAccountName },
        { bankAccountNo },
        { bankCode, bankAccountNo },
      ]) {
        const body = { ...form, ...rest, ...noBank, ...half }
        expect(await server.ask(validateAccount, { body })).toMatchObject({ ok: true })
        expect(await server.ask(registerAccount, { body })).toMatchObject({ ok: false })
      }
      expect(await server.ask(registerAccount, { body: { ...form, ...rest } })).toMatchObject({ ok: true })
    },
  )

  it('writes nothing at the validate step, which may lack the bank', async () => {
    const { name, username, password } = formOf(server, await server.verifiedPhone())
    const before = await memberCount()
    expect(await server.ask(validateAccount, { body: { name, username, password } })).toMatchObject({
      ok: true,
    })
    expect(await memberCount()).toBe(before)
  })

  it('tidies what people write: names, phone, account number', async () => {
    const phone = await server.verifiedPhone()
    const form = formOf(server, phone)
    const [a = '', b = '', c = ''] = [
      form.bankAccountNo.slice(0, 3),
      form.bankAccountNo.slice(3, 4),
      form.bankAccountNo.slice(4),
    ]
    await server.give(registerAccount, {
      body: {
        ...form,
        name: ' \u202e สมชาย \u0007\n \u2066ใจดี\u0085\u2069 ',
        username: `\u202a+66 ${phone.slice(1, 3)}\u2011${phone.slice(3)}\u202c`,
        bankAccountName: ' \u200bsom\u001bchai \u00a0\njaidee\u2060\u0085 ',
        bankAccountNo: `\u200b${a}-${b}\u2011${c}\u2060`,
      },
    })
    const { token } = await server.give(login, { body: { username: phone, password: form.password } })
    expect(await server.give(getProfile, { token })).toMatchObject({
      profile: { name: 'สมชาย ใจดี', username: phone },
      bankAccount: { bankAccountName: 'SOMCHAI JAIDEE', bankAccountNo: form.bankAccountNo },
    })
  })

  it('keeps no password that can be read', async () => {
    const form = formOf(server, await server.verifiedPhone())
    await server.give(registerAccount, { body: form })
    const [row] = await server.database.query<{ line: string; passwordHash: string }>(
      'select member::text as line, password_hash from member where username = $1',
      [form.username],
    )
    expect(row?.line).not.toContain(form.password)
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/)
  })

  it('draws digits again that are somebody’s already', async () => {
    const [somebody] = await server.database.query<{ publicId: string }>(
      'select public_id from member limit 1',
    )
    const drawn = [somebody?.publicId ?? '', somebody?.publicId ?? '', '123456789012']
    const { username: phone, ...form } = formOf(server, server.newPhone())
    const member = { ...form, phone, passwordHash: '', currency: 'THB' }
    const id = await server.database.transaction((tx) => createMember(tx, member, () => drawn.shift() ?? ''))
    expect(await server.database.query('select public_id from member where id = $1', [id])).toEqual([
      { publicId: '123456789012' },
    ])
  })

  it.each([8, 128])('takes a password of %d characters, whatever they are', async (length) => {
    const form = formOf(server, await server.verifiedPhone())
    const password = '๙😀'.repeat(length / 2)
    await server.give(registerAccount, { body: { ...form, password } })
    await server.give(login, { body: { username: form.username, password } })
  })

  it('needs no code when the operator asks for none', async () => {
    await server.set('registerOTP', false)
    try {
      const form = formOf(server, server.newPhone())
      expect(await server.ask(registerAccount, { body: form })).toMatchObject({ ok: true })
    } finally {
      await server.set('registerOTP', true)
    }
  })

  it('of a phone verified in the last half hour needs no second code', async () => {
    const phone = await server.verifiedPhone()
    expect(await server.give(sendOtp, { body: { phoneNumber: phone } })).toMatchObject({
      code: 'OTP_VERIFIED',
    })
    expect(await server.ask(registerAccount, { body: formOf(server, phone) })).toMatchObject({ ok: true })
  })
})

describe.each([
  ['validate', validateAccount],
  ['register', registerAccount],
] as const)('%s refuses', (_name, call) => {
  let phone: string
  let taken: { username: string; bankCode: string; bankAccountNo: string }
  beforeAll(async () => {
    phone = await server.verifiedPhone()
    const member = await server.registeredMember()
    taken = { ...member, username: member.phone }
  })
  const ask = (changes: object) => server.ask(call, { body: { ...formOf(server, phone), ...changes } })

  it.each([
    ['a phone of nine digits', { username: '081234567' }, 'PHONE_NUMBER_REQUIRE_10_DIGIT', 'username'],
    ['a phone with a letter', { username: '08123456a8' }, 'PHONE_NUMBER_REQUIRE_10_DIGIT', 'username'],
    ['a landline', { username: '0212345678' }, 'INVALID_USER_INFO', 'username'],
    ['a Lao phone', { username: '02055512345' }, 'PHONE_NUMBER_REQUIRE_10_DIGIT', 'username'],
    ['an empty name', { name: '   ' }, 'INVALID_USER_INFO', 'name'],
    ['a name of which nothing is seen', { name: '\u200b \u2800' }, 'INVALID_USER_INFO', 'name'],
    ['a name of control signs alone', { name: '\u202e\u0085\u2069' }, 'INVALID_USER_INFO', 'name'],
    ['a name of 121 letters', { name: 'x'.repeat(121) }, 'INVALID_USER_INFO', 'name'],
    ['a short password', { password: '1234567' }, 'INVALID_USER_INFO', 'password'],
    ['a password short in characters', { password: '😀😀😀😀😀😀😀' }, 'INVALID_USER_INFO', 'password'],
    ['a password of 129', { password: 'x'.repeat(129) }, 'INVALID_USER_INFO', 'password'],
    ['an unknown source', { sourceCode: 'NOPE' }, 'INVALID_USER_INFO', 'sourceCode'],
    ['an unknown bank', { bankCode: 'NOPE' }, 'INVALID_BANK', 'bankCode'],
    ['no account holder', { bankAccountName: ' ' }, 'INVALID_BANK', 'bankAccountName'],
    ['an unseen account holder', { bankAccountName: '\u2060\u2800' }, 'INVALID_BANK', 'bankAccountName'],
    ['an account number too short', { bankAccountNo: '123456789' }, 'INVALID_BANK', 'bankAccountNo'],
    ['an account number too long', { bankAccountNo: '12345678901' }, 'INVALID_BANK', 'bankAccountNo'],
    ['an account number with letters', { bankAccountNo: '12345678AB' }, 'INVALID_BANK', 'bankAccountNo'],
  ])('%s', async (_what, changes, message, field) => {
    expect(await ask(changes)).toMatchObject({ ok: false, message, details: { field } })
  })

  it.each([
    ['a number as name', { name: 7 }, 'name'],
    ['null as password', { password: null }, 'password'],
    ['a list as username', { username: ['0812345678'] }, 'username'],
  ])('%s', async (_what, changes, field) => {
    expect(await ask(changes)).toMatchObject({
      status: 400,
      message: 'INVALID_USER_INFO',
      details: { field },
    })
  })

  it.each(['KTB', 'TMB', 'BBL'])('a name that is not English at %s', async (bankCode) => {
    expect(await ask({ bankCode, bankAccountName: 'สมชาย ใจดี' })).toMatchObject({
      message: 'BANK_ACCOUNT_NAME_ENG',
      details: { field: 'bankAccountName' },
    })
    expect(await ask({ bankCode, bankAccountName: 'SOMCHAI J4IDEE' })).toMatchObject({
      message: 'BANK_ACCOUNT_NAME_ENG',
    })
  })

  it('a phone that did not answer its code', async () => {
    expect(await ask({ username: server.newPhone() })).toMatchObject({ message: 'UNVERIFIED_OTP' })
  })

  it('a phone that is a member’s, before it asks whether it has answered its code', async () => {
    await server.database.query('delete from otp where phone = $1', [taken.username])
    expect(await ask({ username: taken.username })).toMatchObject({
      status: 409,
      message: 'EXISTING_USER',
      details: { field: 'username' },
    })
  })

  it('a bank account that is a member’s, however it is written', async () => {
    const { bankCode, bankAccountNo } = taken
    const spelled = `${bankAccountNo.slice(0, 3)}-${bankAccountNo.slice(3)}`
    expect(await ask({ bankCode, bankAccountNo: spelled })).toMatchObject({
      status: 409,
      message: 'EXISTING_BANK',
      details: { field: 'bankAccountNo' },
    })
    const elsewhere = await server.ask(validateAccount, {
      body: { ...formOf(server, phone), bankCode: 'KBANK', bankAccountNo },
    })
    expect(elsewhere).toMatchObject({ ok: true })
  })
})

it.each(['bankCode', 'bankAccountName', 'bankAccountNo'])(
  'a registration with an empty %s is refused',
  async (field) => {
    const body = { ...formOf(server, await server.verifiedPhone()), [field]: '' }
    expect(await server.ask(registerAccount, { body })).toMatchObject({
      message: 'INVALID_BANK',
      details: { field },
    })
  },
)

it('one of the operator’s own bank accounts is refused, whatever it is for and however it is written', async () => {
  const { accounts } = server.operator.current()
  expect(new Set(accounts.map((account) => account.purpose))).toEqual(new Set(['deposit', 'qr', 'payout']))
  for (const { bankCode, accountNo } of accounts) {
    const bankAccountNo = `${accountNo.slice(0, 3)}-${accountNo.slice(3)}`
    const form = formOf(server, await server.verifiedPhone())
    for (const call of [validateAccount, registerAccount]) {
      expect(await server.ask(call, { body: { ...form, bankCode, bankAccountNo } })).toMatchObject({
        status: 409,
        message: 'EXISTING_BANK',
        details: { field: 'bankAccountNo' },
      })
    }
  }
})

it.each(['KTB', 'TMB', 'BBL'])('an English name in any case is taken by %s', async (bankCode) => {
  const form = formOf(server, await server.verifiedPhone())
  expect(
    await server.ask(registerAccount, { body: { ...form, bankCode, bankAccountName: 'somchai jaidee' } }),
  ).toMatchObject({ ok: true })
})

describe('two registrations at once', () => {
  const race = async (one: object, other: object) => {
    const answers = await Promise.all([
      server.ask(registerAccount, { body: one }),
      server.ask(registerAccount, { body: other }),
    ])
    return answers.map((answer) => (answer.ok ? 'SUCCESS' : answer.message)).sort()
  }

  it('of one phone make one member', async () => {
    const phone = await server.verifiedPhone()
    expect(await race(formOf(server, phone), formOf(server, phone))).toEqual(['EXISTING_USER', 'SUCCESS'])
  })

  it('with one bank account make one member', async () => {
    const one = formOf(server, await server.verifiedPhone())
    const other = formOf(server, await server.verifiedPhone())
    expect(await race(one, { ...other, bankAccountNo: one.bankAccountNo })).toEqual([
      'EXISTING_BANK',
      'SUCCESS',
    ])
  })
})

it('a refused registration leaves the phone verified for the next try', async () => {
  const phone = server.newPhone()
  const { otpToken } = await server.give(sendOtp, { body: { phoneNumber: phone } })
  await server.give(verifyOtp, { body: { otpToken, otpCode: server.lastOtp(phone) } })
  const form = formOf(server, phone)
  expect(await server.ask(registerAccount, { body: { ...form, bankCode: 'NOPE' } })).toMatchObject({
    ok: false,
  })
  expect(await server.ask(registerAccount, { body: form })).toMatchObject({ ok: true })
})
