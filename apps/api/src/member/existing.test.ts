// Whoever asks whose phones and bank accounts are members' is told so a few times in a minute, and then nothing at all.
import { registerAccount, updateProfile, validateAccount } from '@kapao/contract/account'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formOf } from '../../test/members.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'

let server: TestServer
let known: TestMember
onTestServer(async (started) => {
  server = started
  known = await server.registeredMember()
})
beforeEach(async () => {
  await server.database.query('delete from rate_window')
  await server.set('existingAnswersPerMinute', 2)
})
afterEach(async () => {
  await server.set('existingAnswersPerMinute', 60)
  await server.set('registerOTP', true)
})

const OURS = '127.0.0.1'

async function askFrom(remoteAddress: string, url: string, payload: object): Promise<string> {
  const headers = { 'x-requested-with': 'kapao' }
  const answer = await server.app.inject({ method: 'POST', url, payload, remoteAddress, headers })
  return String(answer.json().message ?? answer.json().code)
}
const sendTo = (from: string, phoneNumber: string) => askFrom(from, '/api/otp/send', { phoneNumber })

it('at the sending of codes: a stranger is then answered alike, whose phone it ever is', async () => {
  for (let times = 0; times < 2; times += 1)
    expect(await sendTo('203.0.113.5', known.phone)).toBe('EXISTING_USER')
  expect(await sendTo('203.0.113.5', known.phone)).toBe('REQUEST_LIMIT_1MIN')
  expect(await sendTo('203.0.113.5', server.newPhone())).toBe('REQUEST_LIMIT_1MIN')
  expect(await sendTo('203.0.113.6', known.phone)).toBe('EXISTING_USER')
  await server.database.query(`update rate_window set started_at = started_at - interval '61 seconds'`)
  expect(await sendTo('203.0.113.5', server.newPhone())).toBe('OK')
})

it('however many register behind the same address: what tells nothing is not counted', async () => {
  const sent = await Promise.all(Array.from({ length: 10 }, () => sendTo('203.0.113.7', server.newPhone())))
  expect(new Set(sent)).toEqual(new Set(['OK']))
  for (let times = 0; times < 3; times += 1) {
    const form = formOf(server, await server.verifiedPhone())
    expect(await askFrom('203.0.113.7', '/api/account/validate', form)).toBe('OK')
    expect(await askFrom('203.0.113.7', '/api/account', { ...form, bankCode: 'NOPE' })).toBe('INVALID_BANK')
    expect(await askFrom('203.0.113.7', '/api/account', form)).toBe('SUCCESS')
  }
})

it.each([
  ['validation', validateAccount],
  ['registration', registerAccount],
])('at the %s, of phones and bank accounts together', async (_what, call) => {
  const { bankCode, bankAccountNo } = known
  const form = formOf(server, await server.verifiedPhone())
  await server.set('registerOTP', false)
  const ask = (overrides: object) => server.ask(call, { body: { ...form, ...overrides } })
  expect(await ask({ username: known.phone })).toMatchObject({ message: 'EXISTING_USER' })
  expect(await ask({ bankCode, bankAccountNo })).toMatchObject({ message: 'EXISTING_BANK' })
  const tooMany = { status: 429, message: 'REQUEST_LIMIT_1MIN', details: { retryAfter: expect.any(Number) } }
  expect(await ask({ bankCode, bankAccountNo })).toMatchObject(tooMany)
  expect(await ask({})).toMatchObject(tooMany)
})

describe.each(['/api/account/validate', '/api/account'])('at %s, to who has not answered a code', (url) => {
  beforeEach(() => server.database.query('delete from otp'))
  afterEach(() => server.set('otpSendsOfAllPerMinute', 600))

  const ask = (from: string, phone: string) => askFrom(from, url, formOf(server, phone))
  const tooMany = 'REQUEST_LIMIT_1MIN'

  it('as much as at the sending of one, and counted with it: that a phone is nobody’s, too', async () => {
    expect(await ask('203.0.113.50', known.phone)).toBe('EXISTING_USER')
    expect(await ask('203.0.113.50', server.newPhone())).toBe('UNVERIFIED_OTP')
    expect(await ask('203.0.113.50', known.phone)).toBe(tooMany)
    expect(await ask('203.0.113.50', server.newPhone())).toBe(tooMany)
    expect(await sendTo('203.0.113.50', known.phone)).toBe(tooMany)
    expect(await ask('203.0.113.51', server.newPhone())).toBe('UNVERIFIED_OTP')
  })

  it('to no more who ask all at once', async () => {
    const phones = Array.from({ length: 10 }, (_, n) => (n % 2 ? known.phone : server.newPhone()))
    const told = await Promise.all(phones.map((phone) => ask('203.0.113.52', phone)))
    expect(told.filter((one) => one !== tooMany)).toHaveLength(2)
  })

  it('over all addresses of no more phones than codes can be sent to, and the next address is told nothing and owes nothing', async () => {
    await server.set('otpSendsOfAllPerMinute', 3)
    for (let from = 60; from < 63; from += 1)
      expect(await ask(`203.0.113.${from}`, server.newPhone())).toBe('UNVERIFIED_OTP')
    for (let times = 0; times < 3; times += 1) {
      expect(await ask('203.0.113.63', known.phone)).toBe(tooMany)
      expect(await ask('203.0.113.63', server.newPhone())).toBe(tooMany)
    }
    expect(await sendTo('203.0.113.63', server.newPhone())).toBe('OK')
  })

  it('nor is one who has just registered told to strangers for nothing, and is told it whatever strangers ask', async () => {
    const { phone } = await server.registeredMember()
    for (let times = 0; times < 3; times += 1) await ask('203.0.113.70', server.newPhone())
    for (let times = 0; times < 10; times += 1) expect(await ask('203.0.113.70', phone)).toBe('EXISTING_USER')
    expect(await ask('203.0.113.71', phone)).toBe(tooMany)
  })
})

it('to a member who tries account after account, at whichever addresses', async () => {
  await server.set('existingAnswersPerMinute', 60)
  const { token, ...own } = await server.member()
  const change = (bankAccountNo: string) =>
    server.ask(updateProfile, {
      body: { name: 'Test Player', bankCode: known.bankCode, bankAccountName: 'TEST PLAYER', bankAccountNo },
      token,
    })
  for (let times = 0; times < 10; times += 1)
    expect(await change(known.bankAccountNo)).toMatchObject({ message: 'EXISTING_BANK' })
  await server.database.query(`delete from rate_window where bucket = 'existing:' || $1`, [OURS])
  expect(await change(known.bankAccountNo)).toMatchObject({ status: 429, message: 'REQUEST_LIMIT_1MIN' })
  const { bankAccountNo } = formOf(server, server.newPhone())
  expect(await change(bankAccountNo)).toMatchObject({ status: 429, message: 'REQUEST_LIMIT_1MIN' })
  expect(await change(own.bankAccountNo)).toMatchObject({ ok: true })
})

it.each([
  ['validation', validateAccount],
  ['registration', registerAccount],
])(
  'nothing that others behind their address have asked keeps the owner of a phone from the %s',
  async (_what, call) => {
    const form = formOf(server, await server.verifiedPhone())
    for (let times = 0; times < 3; times += 1) await sendTo(OURS, known.phone)
    expect(await sendTo(OURS, known.phone)).toBe('REQUEST_LIMIT_1MIN')
    expect(await server.ask(call, { body: form })).toMatchObject({ ok: true })
  },
)

it('to the owner of a phone, who tries account after account at whichever addresses, until they are told nothing either', async () => {
  const { bankCode, bankAccountNo } = known
  const form = formOf(server, await server.verifiedPhone())
  const url = '/api/account/validate'
  for (let times = 0; times < 10; times += 1)
    expect(await askFrom(`203.0.113.${20 + times}`, url, { ...form, bankCode, bankAccountNo })).toBe(
      'EXISTING_BANK',
    )
  expect(await askFrom('203.0.113.40', url, form)).toBe('REQUEST_LIMIT_1MIN')
  expect(await askFrom('203.0.113.40', url, formOf(server, await server.verifiedPhone()))).toBe('OK')
})
