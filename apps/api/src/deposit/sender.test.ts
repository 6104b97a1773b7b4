// Whose money is that comes from an account which is written into profiles and out of them.
import { updateProfile } from '@kapao/contract/account'
import { listSlips } from '@kapao/contract/slip'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { unmatched } from '../../test/feed.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import { randomDigits, type TestMember, type TestServer } from '../../test/server.ts'
import { sendSlip, slipPng, transferAtBank } from '../../test/slip-pictures.ts'
import type { FeedEvent, NamedAccount } from '../gateways/bank.ts'
import { runDepositCommand } from './command.ts'

let server: TestServer
let member: TestMember
let other: TestMember
onTestServer(async (started) => {
  server = started
  await server.set('slipsPerMinute', 10_000)
})
beforeEach(async () => {
  member = await server.member()
  other = await server.member()
})

const newNumber = () => `8${randomDigits(9)}`
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const stranger = (): NamedAccount => ({
  bankCode: 'SCB',
  bankAccountNo: newNumber(),
  bankAccountName: 'SOMCHAI JAIDEE',
})

const changeTo = ({ token }: TestMember, { bankAccountNo, ...account }: NamedAccount) =>
  server.give(updateProfile, { token, body: { name: 'Test Player', ...account, bankAccountNo } })

const paidFrom = (from: NamedAccount, at = minutesAgo(0), amount = '90.00') =>
  transferAtBank(server, member, amount, { from, at })
async function handIn({ transRef }: FeedEvent, of: TestMember) {
  await sendSlip(server, of, await slipPng(transRef))
  await server.judgeSlips()
  const { slips } = await server.give(listSlips, { body: { page: 1, limit: 1 }, token: of.token })
  return slips.map(({ status, note, amount }) => [status, note, amount])[0]
}

const NINETY = parseDecimal('90.00')
const notTheirs = ['FAILED', 'NOT_MATCH', 0n]
const theirs = ['SUCCESS', '', NINETY]
const lastReason = async () => (await unmatched(server)).at(-1)?.unmatchedReason
const command = (...words: string[]) =>
  runDepositCommand({ ...server, providers: server.gateways.providers }, words)
const numberOf = async ({ transRef }: FeedEvent) => {
  const [row] = await server.database.query<{ id: bigint }>(
    'select id from bank_event where trans_ref = $1',
    [transRef],
  )
  return String(row?.id)
}

describe('money that was sent before a member changed to its account is not theirs', () => {
  it('where it waits and they hand in its slip', async () => {
    const from = stranger()
    const event = paidFrom(from)
    expect(await server.credit(event)).toBe('unmatched')
    await changeTo(other, from)
    expect(await handIn(event, other)).toEqual(notTheirs)
    expect(await server.balance(other)).toBe(0n)
    // Support is told, too.
    const number = await numberOf(event)
    await expect(command('credit', number, other.phone, 'the slip')).rejects.toThrow('changed to it')
    await command('credit-anyway', number, other.phone, 'came to the office with the book of the account')
    expect(await server.balance(other)).toBe(NINETY)
  })

  it('where the feed tells of it late', async () => {
    const from = stranger()
    const event = paidFrom(from, minutesAgo(10))
    await changeTo(other, from)
    expect(await server.credit(event)).toBe('unmatched')
    expect(await lastReason()).toBe('REGISTERED_AFTER')
    expect(await handIn(event, other)).toEqual(notTheirs)
    expect(await server.balance(other)).toBe(0n)
  })

  it('where no feed has told of it yet', async () => {
    const from = stranger()
    const event = paidFrom(from, minutesAgo(10))
    await changeTo(other, from)
    expect(await handIn(event, other)).toEqual(notTheirs)
  })
})

it('money from an account that another member has is credited to who asks for it by a second word alone', async () => {
  const setMode = async (mode: string) => {
    await server.database.query("update operator_account set mode = $1 where purpose = 'deposit'", [mode])
    await server.operator.reload()
  }
  const event = transferAtBank(server, member, '90.00')
  await setMode('MANUAL')
  try {
    expect(await server.credit(event)).toBe('unmatched')
    const number = await numberOf(event)
    await expect(command('credit', number, other.phone, 'the slip')).rejects.toThrow('another member')
    await command('credit', number, member.phone, 'the slip')
    expect(await server.balance(member)).toBe(NINETY)
  } finally {
    await setMode('AUTO')
  }
})

describe('money is theirs', () => {
  it.each([
    ['tells the minute alone', 1],
    ['is five minutes behind', 5],
    ['is ahead', -30],
  ])('who have just changed to its account, where the bank’s clock %s', async (_what, minutes) => {
    const from = stranger()
    await changeTo(member, from)
    expect(await server.credit(paidFrom(from, minutesAgo(minutes), '10.00'))).toBe('credited')
    expect(await handIn(paidFrom(from, minutesAgo(minutes)), member)).toEqual(theirs)
    expect(await server.balance(member)).toBe(parseDecimal('100.00'))
  })

  it('who have registered with its account, however late the feed or the slip is', async () => {
    const { bankCode, bankAccountNo, bankAccountName } = member
    const from = { bankCode, bankAccountNo, bankAccountName }
    expect(await server.credit(paidFrom(from, minutesAgo(10)))).toBe('credited')
    expect(await handIn(paidFrom(from, minutesAgo(20)), member)).toEqual(theirs)
  })
})
