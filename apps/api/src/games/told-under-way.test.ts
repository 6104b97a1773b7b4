// A game that is asked while a transfer is under way tells what it has with that transfer or without, and what was won or lost besides.
import { activateBonus } from '@kapao/contract/bonus'
import { receiveInviteBonus } from '@kapao/contract/invite'
import { addRefundToWallet } from '@kapao/contract/refund'
import { getWallet, refreshSlots, transfer } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import {
  activeBonus,
  letTransfersAge,
  offerBonus,
  openGame,
  proveBonuses,
  putIn,
} from '../../test/bonuses.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
let username: string

beforeAll(async () => {
  server = await startTestServer()
  await offerBonus(server, 'HALF', { successPercent: 150, failPercent: 50 })
})
afterAll(async () => {
  await proveBonuses(server)
  await server.stop()
})
/** 500 in the wallet, 1,000 in the game, and a bonus chosen. */
beforeEach(async () => {
  vi.restoreAllMocks()
  game().tellsBalance = true
  game().script = 'ok'
  member = await server.member()
  await server.payIn(member, '1500.00')
  username = await openGame(server, member)
  await putIn(server, member, 1000)
  await letTransfersAge(server, member)
})

const game = () => server.gateways.game('PG')
const play = (credits: string) => game().play(username, parseDecimal(credits))
const refresh = () => server.give(refreshSlots, { token: member.token })
const choose = () => server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
const move = (from: string, to: string, amount: number) =>
  server.ask(transfer, { body: { from, to, amount }, token: member.token })
const payIn = () => server.payIn(member, '1000.00')

async function inGame(): Promise<bigint | undefined> {
  const { slots } = await server.give(getWallet, { token: member.token })
  return slots.find(({ code }) => code === 'PG')?.amount
}

/** While the provider is at a transfer, before it has carried it out or when only its answer is under way, something else begins and ends. */
async function during(
  reached: 'before' | 'after',
  [from, to, amount]: readonly [string, string, number],
  work: () => Promise<unknown>,
): Promise<void> {
  const send = game().transfer.bind(game())
  vi.spyOn(game(), 'transfer').mockImplementationOnce(async (order) => {
    const early = reached === 'after' ? await send(order) : null
    await work()
    return early ?? send(order)
  })
  await move(from, to, amount)
}

describe('a bonus that begins meanwhile begins in the end', () => {
  beforeEach(choose)

  it('without what was lost, though a withdrawal is then refused', async () => {
    play('-1000.00')
    await during('before', ['PG', 'WALLET', 1], payIn)
    // All that the withdrawal may have been.
    expect(await inGame()).toBe(parseDecimal('1.00'))
    await refresh()
    const base = parseDecimal('2000.00')
    expect(await activeBonus(server, member)).toMatchObject({ state: 'running', base, total: base })
  })

  it('with what was won, also where the win is as large as the withdrawal', async () => {
    play('1800.00')
    await during('after', ['PG', 'WALLET', 1800], payIn)
    const base = parseDecimal('4800.00')
    expect(await activeBonus(server, member)).toMatchObject({ state: 'running', base, total: base })
  })

  it('without what was lost, also where the loss is as large as the payment', async () => {
    play('-500.00')
    await during('after', ['WALLET', 'PG', 500], payIn)
    const base = parseDecimal('2500.00')
    expect(await activeBonus(server, member)).toMatchObject({ state: 'running', base, total: base })
  })

  it.each([
    ['without what was lost', '-500.00', ['WALLET', 'PG', 500], '2500.00'],
    ['with what was won', '1800.00', ['PG', 'WALLET', 1800], '4800.00'],
  ] as const)('%s where the provider tells no balance with a transfer', async (...row) => {
    const [, played, order, base] = row
    game().tellsBalance = false
    play(played)
    await during('after', order, payIn)
    expect(await activeBonus(server, member)).toMatchObject({ state: 'running' })
    await letTransfersAge(server, member)
    await server.work()
    expect(await activeBonus(server, member)).toMatchObject({
      state: 'running',
      base: parseDecimal(base),
      total: parseDecimal(base),
    })
  })

  it.each([
    ['with what is being taken out', '0.00', ['PG', 'WALLET', 1000], '3000.00'],
    ['without what was lost while as much was being put in', '-400.00', ['WALLET', 'PG', 400], '2600.00'],
  ] as const)(
    '%s, where a payment beside it has told what there is, and the game is silent',
    async (...row) => {
      const [, played, order, base] = row
      play(played)
      await during('after', order, async () => {
        await putIn(server, member, 1)
        game().isDown = true
        await payIn()
        game().isDown = false
      })
      await letTransfersAge(server, member)
      await server.work()
      expect(await activeBonus(server, member)).toMatchObject({
        state: 'running',
        base: parseDecimal(base),
        total: parseDecimal(base),
      })
    },
  )
})

describe('a transfer whose outcome is told later, by the status call', () => {
  beforeEach(async () => {
    await choose()
    game().script = 'lost-after'
    expect(await move('WALLET', 'PG', 100)).toMatchObject({ status: 202 })
  })

  it.each([
    ['lost', '-900.00', '2100.00'],
    ['won', '3900.00', '6900.00'],
  ])(
    'ends without the balance of then: what was %s since counts into a base once the game is asked',
    async (...row) => {
      const [, played, total] = row
      play(played)
      await payIn()
      game().script = 'ok'
      await server.work()
      expect(await activeBonus(server, member)).toMatchObject({ state: 'running' })
      await letTransfersAge(server, member)
      await server.work()
      const base = parseDecimal(total)
      expect(await activeBonus(server, member)).toMatchObject({ state: 'running', base, total: base })
    },
  )

  it('shows what moved at once', async () => {
    game().script = 'ok'
    await server.work()
    expect(await inGame()).toBe(parseDecimal('1100.00'))
  })
})

describe('what is shown of a game that is asked while a transfer is unknown', () => {
  it.each([
    ['lost-after', ['WALLET', 'PG', 400], '1400.00'],
    ['lost-after', ['PG', 'WALLET', 400], '600.00'],
    ['lost-before', ['WALLET', 'PG', 400], '1000.00'],
    ['lost-before', ['PG', 'WALLET', 400], '1000.00'],
    ['lost-after', ['PG', 'WALLET', 1000], '0.00'],
  ] as const)('%s %j is what was there before, and then what moved', async (...row) => {
    const [script, [from, to, amount], after] = row
    await choose().then(payIn)
    const before = await activeBonus(server, member)
    game().script = script
    expect(await move(from, to, amount)).toMatchObject({ status: 202 })
    await refresh()
    expect(await inGame()).toBe(parseDecimal('1000.00'))
    expect(await activeBonus(server, member)).toMatchObject({ total: before.total })
    game().script = 'ok'
    await server.database.query(
      "update game_transfer set not_found_since = now() - interval '1 hour' where state = 'open'",
    )
    await server.work()
    expect(await inGame()).toBe(parseDecimal(after))
    await refresh()
    expect(await inGame()).toBe(parseDecimal(after))
  })

  it('is less where more is gone than the transfer takes', async () => {
    game().script = 'lost-after'
    expect(await move('PG', 'WALLET', 400)).toMatchObject({ status: 202 })
    play('-250.00')
    await refresh()
    expect(await inGame()).toBe(parseDecimal('750.00'))
  })
})

it('what a refused withdrawal leaves in doubt is asked for by the worker at once', async () => {
  await during('before', ['PG', 'WALLET', 5000], refresh)
  const doubt = () =>
    server.database.query('select doubt_minor from game_account where member_id = $1', [member.id])
  expect(await doubt()).toEqual([{ doubtMinor: 500_000n }])
  await server.work()
  expect(await doubt()).toEqual([{ doubtMinor: 0n }])
  expect(await inGame()).toBe(parseDecimal('1000.00'))
})

describe('an answer that a transfer overtakes, whose provider tells no balance with it', () => {
  beforeEach(() => {
    game().tellsBalance = false
  })

  function overtake(answers: number): void {
    const balance = game().balance.bind(game())
    const asked = vi.spyOn(game(), 'balance')
    for (let left = answers; left > 0; left -= 1) {
      asked.mockImplementationOnce(async (name) => {
        const told = await balance(name)
        await putIn(server, member, 1)
        return told
      })
    }
  }

  it('is asked for again', async () => {
    play('900.00')
    overtake(2)
    expect(await refresh()).toMatchObject({ failed: [] })
    expect(await inGame()).toBe(parseDecimal('1902.00'))
  })

  it('counts as none in the end', async () => {
    overtake(3)
    expect(await refresh()).toMatchObject({ failed: ['PG'] })
  })

  it.each([
    ['a win', '3900.00', '6900.00'],
    ['a loss', '-900.00', '2100.00'],
  ])('hides not even then %s from a bonus that begins', async (_what, played, total) => {
    await choose()
    play(played)
    overtake(3)
    await payIn()
    await letTransfersAge(server, member)
    await refresh()
    const base = parseDecimal(total)
    expect(await activeBonus(server, member)).toMatchObject({ state: 'running', base, total: base })
  })
})

describe('while a transfer is unknown, of a game that tells nothing odd', () => {
  beforeEach(async () => {
    await openGame(server, member, 'IMI')
    server.gateways.game('IMI').script = 'lost-before'
    expect(await move('WALLET', 'IMI', 10)).toMatchObject({ status: 202 })
    server.gateways.game('IMI').script = 'ok'
  })

  async function itIsKnown(): Promise<void> {
    await server.database.query(
      "update game_transfer set not_found_since = now() - interval '1 hour' where state = 'open'",
    )
    await server.work()
  }

  it('what friends have earned waits', async () => {
    const friend = await server.member()
    await server.database.query('insert into invite (invitee_id, inviter_id) values ($1, $2)', [
      friend.id,
      member.id,
    ])
    await server.payIn(friend, '1000.00')
    const receive = () => server.ask(receiveInviteBonus, { token: member.token })
    expect(await receive()).toMatchObject({ message: 'INVITE_BONUS_FAIL' })
    await itIsKnown()
    expect(await receive()).toMatchObject({ ok: true })
  })

  it('a collected refund waits', async () => {
    await server.database.query(
      `with mark as (insert into loss_mark (member_id, period_start, lost_minor) values ($1, '2026-01-05', 100000) returning *)
       insert into refund (member_id, period_start, loss_minor, amount_minor) select member_id, period_start, 100000, 5000 from mark`,
      [member.id],
    )
    const add = () => server.ask(addRefundToWallet, { token: member.token })
    expect(await add()).toMatchObject({ message: 'REFUND_CONDITION' })
    await itIsKnown()
    expect(await add()).toMatchObject({ ok: true })
  })
})
