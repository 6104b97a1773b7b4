import { registerAccount, sendOtp, validateAccount } from '@kapao/contract/account'
import { login } from '@kapao/contract/login'
import { lookupRegisterOtp } from '@kapao/contract/lookup'
import { getWallet } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formOf } from '../../test/members.ts'
import { randomDigits, startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer('la')
})
afterAll(() => server.stop())
beforeEach(() => server.database.query('delete from rate_window'))

async function currencyOf(body: {
  username: string
  password: string
  currency?: string
}): Promise<string | undefined> {
  await server.give(registerAccount, { body })
  const { token } = await server.give(login, { body })
  const { wallet } = await server.give(getWallet, { token })
  return wallet.currency
}

describe('in Laos', () => {
  it.each([
    ['LAK when none is named', undefined, 'LAK'],
    ['LAK', 'LAK', 'LAK'],
    ['LAK when it is left empty', '', 'LAK'],
    ['BAHT', 'BAHT', 'BAHT'],
  ])('a wallet is in %s', async (_what, currency, expected) => {
    const form = formOf(server, await server.verifiedPhone())
    expect(await currencyOf({ ...form, ...(currency !== undefined && { currency }) })).toBe(expected)
  })

  it.each(['THB', 'USD', 'lak'])('the currency %s is refused, with and before the bank', async (currency) => {
    const form = formOf(server, await server.verifiedPhone())
    const { name, username, password } = form
    const refused = { message: 'INVALID_USER_INFO', details: { field: 'currency' } }
    expect(await server.ask(registerAccount, { body: { ...form, currency } })).toMatchObject(refused)
    const profile = { name, username, password, currency }
    expect(await server.ask(validateAccount, { body: profile })).toMatchObject(refused)
  })

  it('a name that is not English is refused at the Lao branch of a bank that knows no other', async () => {
    const form = { ...formOf(server, await server.verifiedPhone()), bankCode: 'BBL' }
    const refused = { message: 'BANK_ACCOUNT_NAME_ENG', details: { field: 'bankAccountName' } }
    for (const call of [validateAccount, registerAccount])
      expect(await server.ask(call, { body: { ...form, bankAccountName: 'ສົມຊາຍ ໃຈດີ' } })).toMatchObject(
        refused,
      )
    expect(await server.ask(registerAccount, { body: form })).toMatchObject({ ok: true })
  })

  it('wallets in one currency alone can be had, and the form is told so before it asks', async () => {
    await server.set('currencies', ['BAHT'])
    const form = { ...formOf(server, await server.verifiedPhone()), currency: 'LAK' }
    const { bankCode: _code, bankAccountNo: _no, bankAccountName: _name, ...profile } = form
    expect(await server.give(lookupRegisterOtp)).toMatchObject({ currencies: ['BAHT'] })
    expect(await server.ask(validateAccount, { body: profile })).toMatchObject({ ok: true })
    const refused = { message: 'INVALID_USER_INFO', details: { field: 'currency' } }
    for (const call of [validateAccount, registerAccount])
      expect(await server.ask(call, { body: form })).toMatchObject(refused)
    expect(await currencyOf({ ...form, currency: '' })).toBe('BAHT')
    await server.set('currencies', ['LAK', 'BAHT'])
  })

  it.each([
    (digits: string) => `020 ${digits}`,
    (digits: string) => `+856 20 ${digits}`,
    (digits: string) => `+856 (0)20 ${digits}`,
    (digits: string) => `0085620${digits}`,
    (digits: string) => `85620${digits}`,
    (digits: string) => `20 ${digits.slice(0, 4)} ${digits.slice(4)}`,
    (digits: string) => `020${digits}`.replace(/\d/g, (digit) => String.fromCharCode(0x0ed0 + Number(digit))),
  ])('a phone is known in spelling %#', async (spell) => {
    const digits = `5${randomDigits(7)}`
    await server.give(sendOtp, { body: { phoneNumber: spell(digits) } })
    expect(server.gateways.sent.at(-1)?.to).toBe(`020${digits}`)
  })

  it('a phone of the 030 range has ten digits', async () => {
    const phone = `030${randomDigits(7)}`
    expect(await server.ask(sendOtp, { body: { phoneNumber: phone } })).toMatchObject({ ok: true })
  })

  it.each(['0205551234', '020555123456', '0812345678', '021123456'])('%s is no mobile', async (phone) => {
    expect(await server.ask(sendOtp, { body: { phoneNumber: phone } })).toMatchObject({
      ok: false,
      status: 400,
    })
    expect(await server.ask(registerAccount, { body: formOf(server, phone) })).toMatchObject({
      message: 'INVALID_USER_INFO',
      details: { field: 'username' },
    })
  })

  it.each([
    ['5 digits', '12345', false],
    ['6 digits', `99${randomDigits(4)}`, true],
    ['20 digits', `99${randomDigits(18)}`, true],
    ['21 digits', `99${randomDigits(19)}`, false],
  ])('an account number of %s is %#', async (_what, bankAccountNo, isTaken) => {
    const form = formOf(server, await server.verifiedPhone())
    expect(await server.ask(registerAccount, { body: { ...form, bankAccountNo } })).toMatchObject({
      ok: isTaken,
    })
  })
})

it('outside Laos only baht is known', async () => {
  const thai = await startTestServer('th')
  try {
    for (const currency of ['LAK', 'BAHT']) {
      const form = formOf(thai, await thai.verifiedPhone())
      expect(await thai.ask(registerAccount, { body: { ...form, currency } })).toMatchObject({
        message: 'INVALID_USER_INFO',
        details: { field: 'currency' },
      })
    }
  } finally {
    await thai.stop()
  }
})
