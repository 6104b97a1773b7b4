import { activateBonus, checkMinimumBonus, clearBonus } from '@kapao/contract/bonus'
import { refreshSlots, transfer, withdraw, withdrawAll } from '@kapao/contract/wallet'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import {
  activeBonus,
  letTransfersAge,
  offerBonus,
  openGame,
  playAndLook,
  putIn,
  statementsOf,
} from '../../test/bonuses.ts'
import { onBonusServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import { checkTransfersDue } from '../games/check-transfers.ts'
import { lookAtConditions } from './look.ts'

let server: TestServer
let member: TestMember

onBonusServer((started) => {
  server = started
})
beforeEach(async () => {
  const game = server.gateways.game('PG')
  game.script = 'ok'
  game.isDown = false
  server.gateways.bank.script = 'ok'
  member = await server.member()
})

const choose = () => server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
const clear = (key?: string) =>
  server.ask(clearBonus, { token: member.token, ...(key !== undefined && { key }) })
const take = (amount: number, call: typeof withdraw | typeof withdrawAll = withdraw) =>
  server.ask(call, { body: { amount }, token: member.token })
const look = () =>
  lookAtConditions({
    database: server.database,
    operator: server.operator,
    providers: server.gateways.providers,
  })

/** 1,000 deposited and 500 of bonus: base 1,500, success at 3,000, failed at 150. */
async function startRunning(): Promise<void> {
  await choose()
  await server.payIn(member, '1000.00')
}

describe('a chosen bonus', () => {
  it('is credited with the next deposit, and shown after it', async () => {
    await startRunning()
    expect(await server.balance(member)).toBe(parseDecimal('1500.00'))
    expect(await activeBonus(server, member)).toMatchObject({
      status: true,
      type: 'bonus',
      state: 'running',
      base: parseDecimal('1500.00'),
      total: parseDecimal('1500.00'),
      successAt: parseDecimal('3000.00'),
      failAt: parseDecimal('150.00'),
    })
    expect(await statementsOf(server, member)).toMatchObject([
      {
        statementType: 'bonus',
        status: 'SUCCESS',
        from: 'SYSTEM',
        to: 'WALLET',
        amount: parseDecimal('500.00'),
        bonus: { description: 'Bonus HALF' },
      },
      { statementType: 'deposit', amount: parseDecimal('1000.00') },
    ])
  })

  it('tells which deposit brings it and how much, as far as it has such bounds', async () => {
    await choose()
    expect(await activeBonus(server, member)).toMatchObject({
      state: 'chosen',
      percent: 50,
      cap: parseDecimal('500.00'),
      minDeposit: parseDecimal('100.00'),
    })
    await server.give(clearBonus, { token: member.token })
    await offerBonus(server, 'UNBOUND', { cap: {}, minDeposit: {} })
    await server.give(activateBonus, { params: { code: 'UNBOUND' }, token: member.token })
    const { percent, cap, minDeposit } = await activeBonus(server, member)
    expect({ percent, cap, minDeposit }).toEqual({ percent: 50, cap: undefined, minDeposit: undefined })
  })

  it('waits for a deposit that is large enough', async () => {
    await choose()
    await server.payIn(member, '99.99')
    expect(await activeBonus(server, member)).toMatchObject({ status: true, state: 'chosen' })
    await server.payIn(member, '100.00')
    expect(await server.balance(member)).toBe(parseDecimal('249.99'))
  })

  it('blocks nothing and can be cleared, without a trace', async () => {
    await server.payIn(member, '300.00')
    await choose()
    expect(await take(100)).toMatchObject({ ok: true })
    expect(await clear()).toMatchObject({ ok: true, answer: { message: 'BONUS_CLEAR' } })
    await server.payIn(member, '100.00')
    expect(await server.balance(member)).toBe(parseDecimal('300.00'))
    expect(await activeBonus(server, member)).toEqual({ status: false, type: '' })
  })

  it('is credited once when two deposits settle at the same moment', async () => {
    await choose()
    await Promise.all([
      server.payIn(member, '1000.00'),
      server.payIn(member, '1000.00'),
      server.payIn(member, '1000.00'),
    ])
    expect(await server.balance(member)).toBe(parseDecimal('3500.00'))
  })

  it('counts what the games hold into its base, by what they say when it is chosen', async () => {
    await server.payIn(member, '400.00')
    const username = await openGame(server, member)
    await putIn(server, member, 400)
    server.gateways.game('PG').play(username, parseDecimal('600.00'))
    await startRunning()
    expect(await activeBonus(server, member)).toMatchObject({ base: parseDecimal('2500.00') })
  })
})

describe('while a condition runs', () => {
  beforeEach(startRunning)

  it('no withdrawal is made, and the refusal says how far there is to go', async () => {
    for (const call of [withdraw, withdrawAll]) {
      expect(await take(100, call)).toMatchObject({
        status: 409,
        message: 'BONUS_CONDITION',
        details: { min: 3000 },
      })
    }
    expect(await server.balance(member)).toBe(parseDecimal('1500.00'))
  })

  it('it ends in success at the very total, and the money can be withdrawn', async () => {
    const username = await openGame(server, member)
    await putIn(server, member, 1000)
    await playAndLook(server, member, username, '1499.99')
    expect(await activeBonus(server, member)).toMatchObject({ status: true, total: parseDecimal('2999.99') })
    await playAndLook(server, member, username, '0.01')
    expect(await activeBonus(server, member)).toMatchObject({ status: false })
    expect(await statementsOf(server, member)).toMatchObject([
      {
        statementType: 'finish_bonus',
        status: 'SUCCESS',
        amount: parseDecimal('500.00'),
        bonus: { description: 'Bonus HALF' },
      },
      {},
      {},
      {},
    ])
    expect(await take(3000, withdrawAll)).toMatchObject({ ok: true })
  })

  it('it ends in success while nobody looks', async () => {
    const username = await openGame(server, member)
    await putIn(server, member, 1000)
    server.gateways.game('PG').play(username, parseDecimal('1500.00'))
    await server.database.query(
      `update condition set next_look_at = now() + interval '1 hour' where member_id <> $1`,
      [member.id],
    )
    await server.database.query('update condition set next_look_at = now() where member_id = $1', [member.id])
    expect(await look()).toBe(1)
    expect(await activeBonus(server, member)).toMatchObject({ status: false })
    expect(await look()).toBe(0)
  })

  it('a withdrawal looks itself before it says no', async () => {
    const username = await openGame(server, member)
    await putIn(server, member, 1000)
    server.gateways.game('PG').play(username, parseDecimal('1500.00'))
    expect(await take(3000, withdrawAll)).toMatchObject({ ok: true })
  })

  it('it fails, and ends with the next deposit, which it does not touch', async () => {
    const username = await openGame(server, member)
    await putIn(server, member, 1500)
    await playAndLook(server, member, username, '-1350.00')
    expect(await server.give(checkMinimumBonus, { token: member.token })).toEqual({
      status: true,
      amount: parseDecimal('150.00'),
      taken: 0n,
    })
    await server.payIn(member, '200.00')
    expect(await activeBonus(server, member)).toMatchObject({ status: false })
    expect(await statementsOf(server, member)).toMatchObject([
      { statementType: 'finish_bonus', status: 'FAILED', amount: 0n },
      { statementType: 'deposit' },
      {},
      {},
      {},
    ])
    expect(await server.balance(member)).toBe(parseDecimal('200.00'))
  })

  it('a satang above the bound it has not failed', async () => {
    const username = await openGame(server, member)
    await putIn(server, member, 1500)
    await playAndLook(server, member, username, '-1349.99')
    expect(await server.give(checkMinimumBonus, { token: member.token })).toMatchObject({ status: false })
    await server.payIn(member, '200.00')
    expect(await activeBonus(server, member)).toMatchObject({ status: true })
  })

  it('money in transit counts once, whatever becomes of it', async () => {
    await openGame(server, member)
    server.gateways.game('PG').script = 'lost-after'
    await server.give(transfer, { body: { from: 'WALLET', to: 'PG', amount: 1500 }, token: member.token })
    await server.give(refreshSlots, { token: member.token })
    expect(await activeBonus(server, member)).toMatchObject({ status: true, total: parseDecimal('1500.00') })
    server.gateways.game('PG').script = 'ok'
    await server.work()
    expect(await activeBonus(server, member)).toMatchObject({ status: true, total: parseDecimal('1500.00') })
  })

  it('a game that tells the balance from before a withdrawal does not make the money count twice', async () => {
    const username = await openGame(server, member)
    await putIn(server, member, 1500)
    await server.give(transfer, { body: { from: 'PG', to: 'WALLET', amount: 1500 }, token: member.token })
    server.gateways.game('PG').play(username, parseDecimal('1500.00'))
    await server.give(refreshSlots, { token: member.token })
    expect(await activeBonus(server, member)).toMatchObject({ status: true, total: parseDecimal('1500.00') })
    server.gateways.game('PG').play(username, parseDecimal('-1500.00'))
  })

  it.each([
    ['two withdrawals', [300, 200], 500],
    ['a payment and a withdrawal', [-100, 600], 500],
    ['a withdrawal and a payment', [600, -100], 500],
  ])('nor one that tells what it had before %s', async (_what, moves, gone) => {
    const username = await openGame(server, member)
    await putIn(server, member, 1400)
    for (const amount of moves) {
      const [from, to] = amount > 0 ? ['PG', 'WALLET'] : ['WALLET', 'PG']
      await server.give(transfer, { body: { from, to, amount: Math.abs(amount) }, token: member.token })
    }
    server.gateways.game('PG').play(username, parseDecimal(`${gone}.00`))
    await server.give(refreshSlots, { token: member.token })
    expect(await activeBonus(server, member)).toMatchObject({ status: true, total: parseDecimal('1500.00') })
    server.gateways.game('PG').play(username, parseDecimal('1.00'))
    await letTransfersAge(server, member)
    await server.give(refreshSlots, { token: member.token })
    expect(await activeBonus(server, member)).toMatchObject({ total: parseDecimal('2001.00') })
  })
})

it('a withdrawal that the bank sends back is no win', async () => {
  await server.payIn(member, '2000.00')
  expect(await take(2000)).toMatchObject({ ok: true })
  server.gateways.bank.script = 'refuse'
  await startRunning()
  await server.work()
  expect(await activeBonus(server, member)).toMatchObject({
    status: true,
    base: parseDecimal('3500.00'),
    total: parseDecimal('3500.00'),
  })
})

it('a transfer out that ends before the unknown transfer in is counted once', async () => {
  await startRunning()
  await openGame(server, member)
  server.gateways.game('PG').script = 'lost-after'
  for (const [from, to] of [
    ['WALLET', 'PG'],
    ['PG', 'WALLET'],
  ]) {
    await server.give(transfer, { body: { from, to, amount: 1500 }, token: member.token })
  }
  server.gateways.game('PG').script = 'ok'
  await server.database.query(
    `update game_transfer set next_check_at = now() + interval '1 hour' where direction = 'in' and state = 'open'`,
  )
  const { database, operator, log } = server
  const settle = () => checkTransfersDue({ database, operator, providers: server.gateways.providers, log })
  await database.query(
    `update game_transfer set next_check_at = now() where direction = 'out' and state = 'open'`,
  )
  await settle()
  expect(await server.balance(member)).toBe(parseDecimal('1500.00'))
  await server.work()
  expect(await activeBonus(server, member)).toMatchObject({ status: true, total: parseDecimal('1500.00') })
})
