import { activateBonus } from '@kapao/contract/bonus'
import { announceDeposit } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { activeBonus, offerBonus, statementsOf } from '../../test/bonuses.ts'
import { unmatched } from '../../test/feed.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { whoCommands } from '../command-line.ts'
import type { FeedEvent } from '../gateways/bank.ts'
import { runDepositCommand } from './command.ts'

let server: TestServer
let member: TestMember
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})
beforeEach(async () => {
  member = await server.member()
})

const command = (...words: string[]) =>
  runDepositCommand({ ...server, providers: server.gateways.providers }, words)

const strangers = { bankCode: 'SCB', bankAccountNo: '5550001111', bankAccountName: 'HER HUSBAND' }

/** Money of the member's that came from an account which nobody has registered, or from another; answers its number. */
async function comesIn(amount: string, overrides: Partial<FeedEvent> = {}): Promise<string> {
  const event = server.transferEvent(member, amount, { from: strangers, ...overrides })
  expect(await server.credit(event)).toBe('unmatched')
  const [row] = await server.database.query<{ id: bigint }>('select max(id) as id from bank_event')
  return String(row?.id)
}

async function lastAudit() {
  const [row] = await server.database.query<{ action: string; details: object; staffId: bigint | null }>(
    'select action, details, staff_id from staff_audit order by id desc limit 1',
  )
  return row
}

describe('money that waits', () => {
  it('is listed with where it came from, why it waits, and who has announced as much', async () => {
    expect(await command('list')).toBe('Nothing waits.')
    await server.give(announceDeposit, { body: { amount: 123.45 }, token: member.token })
    const number = await comesIn('123.45')
    const line = await command('list')
    expect(line).toContain(`${number}  `)
    expect(line).toContain('123.45 THB  to KBANK 9991000001  from SCB 5550001111 HER HUSBAND  UNKNOWN_SENDER')
    expect(line).toContain(`announced by ${member.phone}`)
    await command('credit', number, member.phone, 'the slip in the chat')
    expect(await command('list')).toBe('Nothing waits.')
  })

  it('waits no more once it is found to be nobody’s, and can be credited all the same where that was wrong', async () => {
    const number = await comesIn('55.00')
    expect(await command('aside', number, 'sent back at the bank')).toContain('waits no more')
    expect(await command('list')).toBe('Nothing waits.')
    expect(await lastAudit()).toMatchObject({
      action: 'deposit-set-aside',
      details: { deposit: number, because: 'sent back at the bank', by: whoCommands() },
    })
    expect(await server.balance(member)).toBe(0n)
    const refused = command('credit', number, member.phone, 'it was hers')
    await expect(refused).rejects.toThrow('was set aside: sent back at the bank')
    await command('credit-anyway', number, member.phone, 'it was hers')
    expect(await server.balance(member)).toBe(parseDecimal('55.00'))
    await expect(command('aside', number, 'again')).rejects.toThrow('Nothing waits under')
    await expect(command('aside', '77')).rejects.toThrow('npm run deposits')
  })

  it('is credited once to whom it is found to be of, and written down with the reason and without the phone', async () => {
    const number = await comesIn('80.00')
    const written = `${member.phone.slice(0, 3)}-${member.phone.slice(3)}`
    expect(await command('credit', number, written, 'the slip in the chat')).toContain(
      `80.00 THB are in the wallet of ${member.phone}`,
    )
    expect(await server.balance(member)).toBe(parseDecimal('80.00'))
    expect(await statementsOf(server, member)).toMatchObject([
      { statementType: 'deposit', status: 'SUCCESS' },
    ])
    const entry = await lastAudit()
    expect(entry).toMatchObject({
      action: 'deposit-credited',
      staffId: null,
      details: { deposit: number, because: 'the slip in the chat', by: whoCommands() },
    })
    expect(JSON.stringify(entry?.details)).not.toContain(member.phone)
    await expect(command('credit', number, member.phone, 'again')).rejects.toThrow('Nothing waits under')
    expect(await server.balance(member)).toBe(parseDecimal('80.00'))
  })

  it('found by two at once is credited to one of them', async () => {
    const other = await server.member()
    const number = await comesIn('60.00')
    const tries = await Promise.allSettled(
      [member, other, member, other].map(({ phone }) => command('credit', number, phone, 'theirs')),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const balances = await Promise.all([server.balance(member), server.balance(other)])
    expect(balances.reduce((sum: bigint, one) => sum + one, 0n)).toBe(parseDecimal('60.00'))
  })

  it('brings the bonus that waits for a deposit', async () => {
    await offerBonus(server, 'FOUND')
    await server.give(activateBonus, { params: { code: 'FOUND' }, token: member.token })
    await command('credit', await comesIn('200.00'), member.phone, 'hers')
    expect(await activeBonus(server, member)).toMatchObject({
      state: 'running',
      bonus: parseDecimal('100.00'),
    })
  })

  it('of the operator’s own account is likely to be nobody’s, and wants to be credited anyway', async () => {
    const from = { bankCode: 'SCB', bankAccountNo: '9991000009', bankAccountName: 'KAPAO CO LTD' }
    const number = await comesIn('10.00', { from })
    await expect(command('credit', number, member.phone, 'hers')).rejects.toThrow(
      'an account of the operator',
    )
    expect(await server.balance(member)).toBe(0n)
    await command('credit-anyway', number, member.phone, 'a prize that was paid by bank')
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
    expect(await lastAudit()).toMatchObject({ details: { isAnyway: true } })
  })
})

it('money of another currency than the wallet stays where it is', async () => {
  const number = await comesIn('500.00', { currency: 'LAK' })
  await expect(command('credit', number, member.phone, 'hers')).rejects.toThrow(
    `${number} is in LAK, and the wallet of ${member.phone} is not.`,
  )
  expect(await unmatched(server)).toMatchObject([{ unmatchedReason: 'OTHER_CURRENCY' }])
  expect(await server.balance(member)).toBe(0n)
})

it.each([
  [[], /npm run deposits/],
  [['list', 'all'], /npm run deposits/],
  [['credit', '1'], /npm run deposits/],
  [['credit', '1', '0812345678'], /npm run deposits/],
  [['credit', '1', '0812345678', ' '], /npm run deposits/],
  [['credit', '1', '0812345678', 'why', 'so'], /npm run deposits/],
  [['toString', '1', '0812345678', 'why'], /npm run deposits/],
  [['credit', 'one', '0812345678', 'why'], /Nothing waits under the number one/],
  [['credit', '999999999', '0812345678', 'why'], /Nothing waits under the number 999999999/],
])('%j is refused in words, and nothing is written', async (words, message) => {
  const before = await lastAudit()
  await expect(command(...words)).rejects.toThrow(message)
  expect(await lastAudit()).toEqual(before)
})

it('a phone that is nobody’s is told, and the money goes on waiting', async () => {
  const number = await comesIn('70.00')
  await expect(command('credit', number, '0800000000', 'why')).rejects.toThrow(
    'There is no member with the phone 0800000000.',
  )
  expect(await command('list')).toContain(`${number}  `)
})
