// One account of the operator's in two rows: paid in to by hand and by code, as a small operator has it.
import { createQr } from '@kapao/contract/qrcode'
import { listSlips } from '@kapao/contract/slip'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { newTransRef, sendSlip, slipPng, transferAtBank } from '../../test/slip-pictures.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
  await server.database.query(
    `update operator_account q set bank_code = d.bank_code, account_no = d.account_no
     from (select bank_code, account_no from operator_account where purpose = 'deposit' and mode = 'AUTO' order by position limit 1) d
     where q.purpose = 'qr' and q.qr_provider = 'KBANK'`,
  )
  await server.operator.reload()
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})
beforeEach(async () => {
  member = await server.member()
})

/** In whichever order they stand. */
const orders = [
  ['by hand', -1],
  ['by code', 1_000],
] as const
const putFirst = async (position: number) => {
  await server.database.query(
    "update operator_account set position = $1 where purpose = 'deposit' and mode = 'AUTO'",
    [position],
  )
  await server.operator.reload()
}

it.each(orders)(
  'a code that is paid is its member’s, where the row for %s comes first',
  async (_row, position) => {
    await putFirst(position)
    const made = await server.give(createQr, {
      params: { provider: 'KBANK' },
      body: { amount: 100 },
      token: member.token,
    })
    if (!made.hasQrcode) throw new Error('no code was made')
    const reference = server.gateways.bank.qrs.get(made.qrcodeId)?.reference ?? ''
    const from = { bankCode: 'BBL', bankAccountNo: '1112223334', bankAccountName: 'SOMEBODY ELSE' }
    const event = server.transferEvent(member, '100.00', { type: 'qr', reference, from })
    expect(await server.credit(event)).toBe('credited')
    expect(await server.balance(member)).toBe(parseDecimal('100.00'))
  },
)

const stateOfSlip = async () => {
  const { slips } = await server.give(listSlips, { body: { page: 1, limit: 10 }, token: member.token })
  return slips.map(({ status }) => status)
}

it.each(orders)(
  'a transfer is its sender’s, and a slip leaves it to the feed whether a code was paid, where the row for %s comes first',
  async (_row, position) => {
    await putFirst(position)
    expect(await server.credit(server.transferEvent(member, '70.00'))).toBe('credited')
    const event = transferAtBank(server, member, '30.00')
    await sendSlip(server, member, await slipPng(event.transRef))
    await server.judgeSlips()
    expect(await stateOfSlip()).toEqual(['PENDING'])
    expect(await server.balance(member)).toBe(parseDecimal('70.00'))
    expect(await server.credit(event)).toBe('credited')
    await server.judgeSlips()
    expect(await stateOfSlip()).not.toEqual(['PENDING'])
    expect(await server.balance(member)).toBe(parseDecimal('100.00'))
  },
)

it('a transfer waits for a person where the operator credits by hand what is paid in by hand, whatever is said of codes', async () => {
  await server.database.query(
    "update operator_account set mode = 'MANUAL' where purpose = 'deposit' and mode = 'AUTO'",
  )
  await server.operator.reload()
  const [qr] = server.operator.current().accounts.filter(({ qrProvider }) => qrProvider === 'KBANK')
  const to = { bankCode: qr?.bankCode ?? '', bankAccountNo: qr?.accountNo ?? '' }
  const from = { bankCode: 'SCB', bankAccountNo: member.bankAccountNo, bankAccountName: 'TEST PLAYER' }
  const event = {
    transRef: newTransRef(),
    type: 'transfer',
    from,
    to,
    amount: parseDecimal('50.00'),
    currency: 'THB',
  }
  expect(await server.credit({ ...event, reference: null, at: new Date().toISOString() })).toBe('unmatched')
  expect(await server.balance(member)).toBe(0n)
})
