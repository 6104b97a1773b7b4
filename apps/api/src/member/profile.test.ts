import {
  changePassword,
  getProfile,
  registerAccount,
  updateBankAccountName,
  updateProfile,
  validateAccount,
} from '@kapao/contract/account'
import { login } from '@kapao/contract/login'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formOf } from '../../test/members.ts'
import { randomDigits, startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
let other: TestMember

beforeAll(async () => {
  server = await startTestServer()
  other = await server.member()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.query('delete from rate_window')
  member = await server.member()
})

const profile = () => server.give(getProfile, { token: member.token })

describe('the profile', () => {
  it('shows the member and their bank account, by the bank’s names', async () => {
    expect(await profile()).toMatchObject({
      profile: { name: 'Test Player', username: member.phone, coin: 0 },
      bankAccount: {
        bankCode: 'SCB',
        bankAccountName: 'TEST PLAYER',
        bankAccountNo: member.bankAccountNo,
        bank: { nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank' },
      },
    })
  })

  it('tells an id from which nothing can be counted', async () => {
    const { profile: shown } = await profile()
    expect(shown._id).not.toBe(String(member.id))
    expect(shown._id).toMatch(/^\d{12}$/)
  })
})

describe('changing the profile', () => {
  const change = (changes: object) =>
    server.ask(updateProfile, {
      token: member.token,
      body: {
        name: 'New Name',
        bankCode: 'KBANK',
        bankAccountName: 'new name',
        bankAccountNo: `8${randomDigits(9)}`,
        ...changes,
      },
    })

  it('changes name and bank account, and nothing of another member', async () => {
    const bankAccountNo = `8${randomDigits(9)}`
    expect(await change({ name: ' New  Name ', bankAccountNo })).toMatchObject({
      answer: { message: 'SUCCESS' },
    })
    expect(await profile()).toMatchObject({
      profile: { name: 'New Name', username: member.phone },
      bankAccount: { bankCode: 'KBANK', bankAccountName: 'NEW NAME', bankAccountNo },
    })
    expect(await server.give(getProfile, { token: other.token })).toMatchObject({
      profile: { name: 'Test Player' },
    })
  })

  it('may be sent twice', async () => {
    const bankAccountNo = `8${randomDigits(9)}`
    await change({ bankAccountNo })
    expect(await change({ bankAccountNo })).toMatchObject({ ok: true })
  })

  it.each([
    ['an empty name', { name: '' }, 'INVALID_USER_INFO', 'name'],
    ['a name of which nothing is seen', { name: '\u200b\u2060' }, 'INVALID_USER_INFO', 'name'],
    ['an unknown bank', { bankCode: 'NOPE' }, 'INVALID_BANK', 'bankCode'],
    ['a short account number', { bankAccountNo: '12' }, 'INVALID_BANK', 'bankAccountNo'],
    [
      'a Thai name at KTB',
      { bankCode: 'KTB', bankAccountName: 'สมชาย' },
      'BANK_ACCOUNT_NAME_ENG',
      'bankAccountName',
    ],
    ['a name of the wrong type', { name: {} }, 'INVALID_USER_INFO', 'name'],
  ])('is refused with %s', async (_what, changes, message, field) => {
    const before = await profile()
    expect(await change(changes)).toMatchObject({ ok: false, message, details: { field } })
    expect(await profile()).toEqual(before)
  })

  it('is refused with another member’s account', async () => {
    const { bankCode, bankAccountNo } = other
    expect(await change({ bankCode, bankAccountNo })).toMatchObject({
      status: 409,
      message: 'EXISTING_BANK',
      details: { field: 'bankAccountNo' },
    })
  })

  it('is refused with another member’s account under the other symbol of its bank', async () => {
    await server.database.query(
      "insert into bank (code, name_th, name_en, position) values ('TTB', 'ทหารไทยธนชาต', 'TMBThanachart', 99)",
    )
    await server.operator.reload()
    const { bankAccountNo } = await server.member({ bankCode: 'TMB' })
    expect(await change({ bankCode: 'TTB', bankAccountNo })).toMatchObject({ message: 'EXISTING_BANK' })
    const form = formOf(server, await server.verifiedPhone())
    for (const call of [validateAccount, registerAccount])
      expect(await server.ask(call, { body: { ...form, bankCode: 'TTB', bankAccountNo } })).toMatchObject({
        message: 'EXISTING_BANK',
      })
  })

  it.each(['deposit', 'qr', 'payout'])(
    'the operator’s own %s account cannot become a member’s',
    async (purpose) => {
      const own = server.operator.current().accounts.find((account) => account.purpose === purpose)
      expect(await change({ bankCode: own?.bankCode, bankAccountNo: own?.accountNo })).toMatchObject({
        status: 409,
        message: 'EXISTING_BANK',
        details: { field: 'bankAccountNo' },
      })
    },
  )
})

describe('correcting the account holder’s name', () => {
  const correct = (bankCode: string, bankAccountName: unknown) =>
    server.ask(updateBankAccountName, { token: member.token, body: { bankCode, bankAccountName } })

  it('keeps it in upper case', async () => {
    expect(await correct('SCB', ' somchai   jaidee ')).toMatchObject({ ok: true })
    expect((await profile()).bankAccount.bankAccountName).toBe('SOMCHAI JAIDEE')
  })

  it.each([
    ['another bank than the member’s', 'KBANK', 'SOMCHAI', 'INVALID_BANK'],
    ['a bank that does not exist', 'NOPE', 'SOMCHAI', 'INVALID_BANK'],
    ['an empty name', 'SCB', '  ', 'INVALID_BANK'],
    ['a name too long', 'SCB', 'X'.repeat(121), 'INVALID_BANK'],
    ['a number', 'SCB', 5, 'INVALID_BANK'],
  ])('is refused for %s', async (_what, bankCode, name, message) => {
    expect(await correct(bankCode, name)).toMatchObject({ ok: false, message })
    expect((await profile()).bankAccount.bankAccountName).toBe('TEST PLAYER')
  })

  it.each(['KTB', 'TMB', 'BBL'])('takes only English at %s', async (bankCode) => {
    await server.database.query('update member set bank_code = $2 where id = $1', [member.id, bankCode])
    expect(await correct(bankCode, 'สมชาย')).toMatchObject({ message: 'BANK_ACCOUNT_NAME_ENG' })
    expect(await correct(bankCode, 'SOM-CHAI')).toMatchObject({ message: 'BANK_ACCOUNT_NAME_ENG' })
    expect(await correct(bankCode, 'somchai')).toMatchObject({ ok: true })
  })
})

describe('changing the password', () => {
  const change = (oldPassword: unknown, newPassword: unknown) =>
    server.ask(changePassword, { token: member.token, body: { oldPassword, newPassword } })
  const logIn = (password: string) => server.ask(login, { body: { username: member.phone, password } })

  it('of several at once makes one, and calls the others by what they are: made with the old one', async () => {
    const one = await server.member()
    const wanted = ['the first of them', 'the second of them', 'the third of them']
    const answers = await Promise.all(
      wanted.map((newPassword) =>
        server.ask(changePassword, { token: one.token, body: { oldPassword: one.password, newPassword } }),
      ),
    )
    expect(answers.map((answer) => (answer.ok ? 'SUCCESS' : answer.message)).sort()).toEqual([
      'SUCCESS',
      'WRONG_PASSWORD',
      'WRONG_PASSWORD',
    ])
    const chosen = wanted[answers.findIndex((answer) => answer.ok)] ?? ''
    expect(await server.ask(login, { body: { username: one.phone, password: chosen } })).toMatchObject({
      ok: true,
    })
  })

  it('ends every other session and keeps this one', async () => {
    const elsewhere = await server.give(login, {
      body: { username: member.phone, password: member.password },
    })
    expect(await change(member.password, 'another password')).toMatchObject({
      answer: { message: 'SUCCESS' },
    })
    expect(await server.ask(getProfile, { token: elsewhere.token })).toMatchObject({
      message: 'invalid-token',
    })
    expect(await server.ask(getProfile, { token: member.token })).toMatchObject({ ok: true })
    expect(await server.ask(getProfile, { token: other.token })).toMatchObject({ ok: true })
    expect(await logIn(member.password)).toMatchObject({ message: 'WRONG_CREDENTIAL' })
    expect(await logIn('another password')).toMatchObject({ ok: true })
  })

  it.each([
    ['a wrong old password', 'wrong', 'another password', 'WRONG_PASSWORD', 'oldPassword'],
    ['an empty old password', '', 'another password', 'WRONG_PASSWORD', 'oldPassword'],
    ['a new one of seven characters', null, '1234567', 'INVALID_USER_INFO', 'newPassword'],
    ['a new one of 129', null, 'x'.repeat(129), 'INVALID_USER_INFO', 'newPassword'],
    ['a number', null, 12345678, 'INVALID_USER_INFO', 'newPassword'],
  ])('is refused with %s', async (_what, old, newPassword, message, field) => {
    expect(await change(old ?? member.password, newPassword)).toMatchObject({
      ok: false,
      status: 400,
      message,
      details: { field },
    })
    expect(await logIn(member.password)).toMatchObject({ ok: true })
  })

  it('cannot be tried for ever', async () => {
    for (let tries = 0; tries < 5; tries += 1) await change('wrong', 'another password')
    expect(await change(member.password, 'another password')).toMatchObject({
      status: 429,
      message: 'REQUEST_LIMIT_1MIN',
    })
  })

  it('is no guess at the old one while only the new one is refused, nor where the old one was right', async () => {
    for (let tries = 0; tries < 5; tries += 1)
      expect(await change(member.password, 'short')).toMatchObject({ message: 'INVALID_USER_INFO' })
    let password = member.password
    for (let tries = 0; tries < 6; tries += 1) {
      const next = `another password ${tries}`
      expect(await change(password, next)).toMatchObject({ ok: true })
      password = next
    }
  })
})

it('in production nobody chooses a password that guessers try first, neither when registering nor later', async () => {
  const secrets = {
    KAPAO_FEED_SECRET: 'a-feed-secret-of-our-own',
    KAPAO_SEAL_SECRET: 'a-seal-secret-of-our-own',
    KAPAO_TRUELINK_SECRET: 'a-link-secret-of-our-own',
    KAPAO_GATEWAY_URL: 'https://adapters.example',
  }
  const strict = await startTestServer('th', { environment: { KAPAO_MODE: 'production', ...secrets } })
  try {
    const phone = await strict.verifiedPhone()
    const form = formOf(strict, phone)
    for (const password of ['Password1', 'Kapao-2026', phone]) {
      const refused = { ok: false, message: 'INVALID_USER_INFO', details: { field: 'password' } }
      expect(await strict.ask(validateAccount, { body: { ...form, password } })).toMatchObject(refused)
      expect(await strict.ask(registerAccount, { body: { ...form, password } })).toMatchObject(refused)
    }
    const { token, ...one } = await strict.member()
    const change = (newPassword: string) =>
      strict.ask(changePassword, { token, body: { oldPassword: one.password, newPassword } })
    expect(await change('12345678')).toMatchObject({
      message: 'INVALID_USER_INFO',
      details: { field: 'newPassword' },
    })
    expect(await change(one.phone)).toMatchObject({ message: 'INVALID_USER_INFO' })
    expect(await change('my cat is called Somchai')).toMatchObject({ ok: true })
  } finally {
    await strict.stop()
  }
})
