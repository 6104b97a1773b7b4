import { validateAccount } from '@kapao/contract/account'
import { expect, it } from 'vitest'
import { formOf } from '../../test/members.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'

let server: TestServer
onTestServer(async (started) => {
  server = started
})

it.each([
  ['an unknown bank', { bankCode: 'NOPE' }, 'INVALID_BANK', 'bankCode'],
  ['an unseen account holder', { bankAccountName: '\u2060' }, 'INVALID_BANK', 'bankAccountName'],
  [
    'a holder whom the bank cannot write',
    { bankCode: 'KTB', bankAccountName: 'สมชาย ใจดี' },
    'BANK_ACCOUNT_NAME_ENG',
    'bankAccountName',
  ],
  [
    'a number that its bank does not have',
    { bankCode: 'SCB', bankAccountNo: '123' },
    'INVALID_BANK',
    'bankAccountNo',
  ],
  ['what can be no bank’s account number', { bankAccountNo: 'abc' }, 'INVALID_BANK', 'bankAccountNo'],
  ['fewer digits than any bank’s', { bankAccountNo: '123456789' }, 'INVALID_BANK', 'bankAccountNo'],
  ['more digits than any bank’s', { bankAccountNo: '1'.repeat(16) }, 'INVALID_BANK', 'bankAccountNo'],
  ['a currency that nobody has here', { currency: 'USD' }, 'INVALID_USER_INFO', 'currency'],
  ['a currency of the other region', { currency: 'LAK' }, 'INVALID_USER_INFO', 'currency'],
])('%s is refused, however little there is of the bank account', async (_what, half, message, field) => {
  const noBank = { bankCode: '', bankAccountName: '', bankAccountNo: '' }
  const body = { ...formOf(server, await server.verifiedPhone()), ...noBank, ...half }
  expect(await server.ask(validateAccount, { body })).toMatchObject({ message, details: { field } })
})

it.each(['123-4-56789-0', '020123456789', '12345678901234'])(
  'an account number that may be some bank’s is taken before the bank is named: %s',
  async (bankAccountNo) => {
    const { name, username, password } = formOf(server, await server.verifiedPhone())
    const body = { name, username, password, bankAccountNo, currency: 'THB' }
    expect(await server.ask(validateAccount, { body })).toMatchObject({ ok: true })
  },
)

it('a bank account without its holder’s name is known to be a member’s', async () => {
  const { bankCode, bankAccountNo } = await server.member()
  const body = {
    ...formOf(server, await server.verifiedPhone()),
    bankAccountName: '',
    bankCode,
    bankAccountNo,
  }
  expect(await server.ask(validateAccount, { body })).toMatchObject({ message: 'EXISTING_BANK' })
})
