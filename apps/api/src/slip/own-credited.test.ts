import { beforeEach, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { statementsOf } from '../../test/bonuses.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import { sendSlip, slipPng, transferAtBank } from '../../test/slip-pictures.ts'
import { onSlipServer, slipsOf } from '../../test/slips.ts'
import { runDepositCommand } from '../deposit/command.ts'
import type { FeedEvent, TransferLookup } from '../gateways/bank.ts'

let server: TestServer
let member: TestMember
onSlipServer((started) => {
  server = started
})
beforeEach(async () => {
  member = await server.member()
})

async function outcomes(of = member) {
  return (await slipsOf(server, of)).map(({ status, note, amount }) => [status, note, amount])
}

async function handIn({ transRef }: FeedEvent, of = member) {
  await sendSlip(server, of, await slipPng(transRef))
  await server.judgeSlips()
}

const FIFTY = parseDecimal('50.00')
const came = ['SUCCESS', '', FIFTY]

async function expectOnce() {
  expect(await server.balance(member)).toBe(FIFTY)
  expect(await statementsOf(server, member)).toMatchObject([{ statementType: 'deposit', status: 'SUCCESS' }])
}

it('the first slip of a deposit that came by itself has come true, and the second is one too many', async () => {
  const event = transferAtBank(server, member, '50.00')
  expect(await server.credit(event)).toBe('credited')
  await handIn(event)
  expect(await outcomes()).toEqual([came])
  await handIn(event)
  expect(await outcomes()).toEqual([['FAILED', 'SLIP_REFNO_DUPLICATED', FIFTY], came])
  await expectOnce()
})

it.each<[string, TransferLookup]>([
  ['is still at it', { kind: 'pending' }],
  ['has not heard of it', { kind: 'not-found' }],
  ['does not answer', { kind: 'unknown', reason: 'TimeoutError' }],
  ['takes every captcha for wrong', { kind: 'wrong-captcha' }],
])('so has one whose money came while its bank %s', async (_what, answer) => {
  const event = transferAtBank(server, member, '50.00')
  server.gateways.bank.lookups.push(answer, answer, answer)
  await handIn(event)
  expect((await outcomes())[0]?.[0]).toBe('PENDING')
  expect(await server.credit(event)).toBe('credited')
  await server.judgeSlips()
  expect(await outcomes()).toEqual([came])
  await expectOnce()
})

it('so has one of money that support has brought to its member, which came from nobody’s account', async () => {
  const from = { bankCode: 'SCB', bankAccountNo: '5550009999', bankAccountName: 'HER HUSBAND' }
  const event = transferAtBank(server, member, '50.00', { from })
  expect(await server.credit(event)).toBe('unmatched')
  const [row] = await server.database.query<{ id: bigint }>(
    'select id from bank_event where trans_ref = $1',
    [event.transRef],
  )
  const context = { ...server, providers: server.gateways.providers }
  await runDepositCommand(context, ['credit', String(row?.id), member.phone, 'her husband’s'])
  await handIn(event)
  expect(await outcomes()).toEqual([came])
  await expectOnce()
})

it('one of money that is another’s is told to be used, and not whose it is, nor how much', async () => {
  const event = transferAtBank(server, member, '50.00')
  expect(await server.credit(event)).toBe('credited')
  const other = await server.member()
  await handIn(event, other)
  expect(await outcomes(other)).toEqual([['FAILED', 'SLIP_REFNO_DUPLICATED', 0n]])
  expect(await server.balance(other)).toBe(0n)
  await handIn(event)
  expect(await outcomes()).toEqual([came])
  await expectOnce()
})

it('of ten at once, while the feed tells of it and its bank is silent to some, one has come true', async () => {
  const event = transferAtBank(server, member, '50.00')
  const picture = await slipPng(event.transRef)
  await Promise.all(Array.from({ length: 10 }, () => sendSlip(server, member, picture)))
  server.gateways.bank.lookups.push({ kind: 'pending' }, { kind: 'unknown', reason: 'TimeoutError' })
  await Promise.all([server.judgeSlips(), server.credit(event), server.judgeSlips(), server.credit(event)])
  await server.judgeSlips()
  const states = (await outcomes()).map(([status]) => status)
  expect(states.filter((status) => status === 'SUCCESS')).toHaveLength(1)
  expect(states.filter((status) => status === 'FAILED')).toHaveLength(9)
  await expectOnce()
})
