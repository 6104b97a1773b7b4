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
])('%s is refused, however little there is of the bank account', async (_what, half, message, field) => {
  const noBank = { bankCode: '', bankAccountName: '', bankAccountNo: '' }
  const body = { ...formOf(server, await server.verifiedPhone()), ...noBank, ...half }
  expect(await server.ask(validateAccount, { body })).toMatchObject({ message, details: { field } })
})

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
