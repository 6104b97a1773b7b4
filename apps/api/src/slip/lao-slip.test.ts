// A slip of a bank in Laos, as the bank draws it and the bank tells of it.
import { listSlips } from '@kapao/contract/slip'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { type RealSandbox, startRealSandbox } from '../../test/real-sandbox.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { sendSlip } from '../../test/slip-pictures.ts'
import { openBankGateway } from '../gateways/http-bank.ts'

let sandbox: RealSandbox
let server: TestServer
let member: TestMember

beforeAll(async () => {
  sandbox = await startRealSandbox()
  server = await startTestServer('la')
  server.gateways.bank.findTransfer = openBankGateway(sandbox.url).findTransfer
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
  await sandbox.stop()
})
beforeEach(async () => {
  member = await server.member()
})

async function judged(variant?: string, change: object = {}) {
  const { from, to, currency } = server.transferEvent(member, '1.00')
  const order = { from: { ...from, ...change }, to, currency, amount: 150_000 }
  const { transRef } = await sandbox.control('/bank/transfer', order)
  await sendSlip(server, member, await sandbox.slip(String(transRef), variant))
  await server.judgeSlips()
  const { slips } = await server.give(listSlips, { body: { page: 1, limit: 1 }, token: member.token })
  const [kept] = await server.database.query<{ sendingBank: string | null; transRef: string | null }>(
    'select sending_bank, trans_ref from slip order by id desc limit 1',
  )
  return { transRef, kept, status: slips[0]?.status, note: slips[0]?.note }
}

it('a OneProof of BCEL is looked up at BCEL by the reference of its books, and credited', async () => {
  expect(member.bankCode).toBe('BCEL')
  const { transRef, ...slip } = await judged()
  expect(slip).toEqual({ status: 'SUCCESS', note: '', kept: { sendingBank: 'BCEL', transRef } })
  expect(await server.balance(member)).toBe(parseDecimal('150000.00'))
})

it.each([
  ['badCrc', 'INVALID_SLIP'],
  ['twoCodes', 'UNSTABLE_REFNO_ON_SLIP'],
  ['cropped', 'CANNOT_READ_CROPPED_IMAGE'],
])('a OneProof as %s is refused in the right word', async (variant, note) => {
  expect(await judged(variant)).toMatchObject({ status: 'FAILED', note })
})

it('the slip of a bank without a scheme of its own that we know is credited, too', async () => {
  member = await server.member({ bankCode: 'LDB' })
  expect(await judged()).toMatchObject({ status: 'SUCCESS', kept: { sendingBank: '999' } })
})

it('a OneProof of somebody else’s transfer is not theirs', async () => {
  expect(await judged(undefined, { bankAccountNo: '990011223344' })).toMatchObject({ note: 'NOT_MATCH' })
  expect(await server.balance(member)).toBe(0n)
})
