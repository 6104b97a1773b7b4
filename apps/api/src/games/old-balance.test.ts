// What a game tells may be from before the last transfers, or have been won or lost since: the two look the same for some seconds.
import { activateBonus } from '@kapao/contract/bonus'
import { checkRefund } from '@kapao/contract/refund'
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
/** 5,000 in the game, and nothing else. */
beforeEach(async () => {
  game().beforeTransfer = null
  member = await server.member()
  await server.payIn(member, '5000.00')
  username = await openGame(server, member)
  await putIn(server, member, 5000)
  await letTransfersAge(server, member)
})

const game = () => server.gateways.game('PG')
const play = (credits: string) => game().play(username, parseDecimal(credits))
const refresh = () => server.give(refreshSlots, { token: member.token })
const takeOut = (amount: number) =>
  server.give(transfer, { body: { from: 'PG', to: 'WALLET', amount }, token: member.token })
const choose = () => server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })

async function inGame(): Promise<bigint | undefined> {
  const { slots } = await server.give(getWallet, { token: member.token })
  return slots.find(({ code }) => code === 'PG')?.amount
}

describe('a balance from before a transfer that comes after a newer one', () => {
  const known = () =>
    server.database.query<{ creditsMinor: bigint; isSure: boolean }>(
      'select credits_minor, doubt_minor = 0 as is_sure from game_account where member_id = $1',
      [member.id],
    )
  const inPg = (amount: string) => expect.objectContaining({ code: 'PG', amount: parseDecimal(amount) })
  /** As of two replicas of a provider's, one of which is behind. */
  async function tells(credits: string): Promise<void> {
    const told = { credits: parseDecimal(credits), after: null }
    const stale = vi.spyOn(game(), 'balance').mockResolvedValueOnce(told)
    await refresh()
    stale.mockRestore()
  }

  it('is not believed after a withdrawal, whatever was won since', async () => {
    await takeOut(4900)
    play('50.00')
    await refresh()
    expect(await known()).toEqual([{ creditsMinor: parseDecimal('150.00'), isSure: true }])
    await tells('5000.00')
    expect(await known()).toEqual([{ creditsMinor: parseDecimal('150.00'), isSure: false }])
    expect(await inGame()).toBe(parseDecimal('150.00'))
  })

  it('is not believed after a transfer into it, whatever was lost since', async () => {
    await takeOut(5000)
    await letTransfersAge(server, member)
    await refresh()
    await putIn(server, member, 1500)
    play('-10.00')
    await refresh()
    await tells('0.00')
    expect(await known()).toMatchObject([{ isSure: false }])
    await letTransfersAge(server, member)
    await refresh()
    expect(await known()).toEqual([{ creditsMinor: parseDecimal('1490.00'), isSure: true }])
  })

  it('leaves the player what was believed last, with the game among those that failed, until it can be believed', async () => {
    await takeOut(5000)
    await letTransfersAge(server, member)
    await refresh()
    await putIn(server, member, 1000)
    play('300.00')
    const won = { failed: [], slots: expect.arrayContaining([inPg('1300.00')]) }
    expect(await refresh()).toMatchObject(won)
    await tells('0.00')
    expect(await inGame()).toBe(parseDecimal('1300.00'))
    expect(await refresh()).toMatchObject({ ...won, failed: ['PG'] })
    await letTransfersAge(server, member)
    expect(await refresh()).toMatchObject(won)
  })

  it('leaves the player what was moved in where nothing else was ever told', async () => {
    await takeOut(5000)
    await letTransfersAge(server, member)
    await refresh()
    await putIn(server, member, 1000)
    await tells('0.00')
    const moved = { failed: ['PG'], slots: expect.arrayContaining([inPg('1000.00')]) }
    expect(await refresh()).toMatchObject(moved)
  })

  it('is what was won where it is any other', async () => {
    await takeOut(4900)
    play('50.00')
    await refresh()
    play('4000.00')
    await refresh()
    expect(await known()).toEqual([{ creditsMinor: parseDecimal('4150.00'), isSure: true }])
  })
})

/** Two transfers beside each other, after which nobody knows what is in the game. */
async function moveBeside(): Promise<void> {
  game().beforeTransfer = async () => {
    game().beforeTransfer = null
    await putIn(server, member, 10)
  }
  await takeOut(10)
}

describe('a condition that begins while a game tells what it had before a withdrawal', () => {
  it.each([
    ['as much as was taken out', async () => {}, '5000.00'],
    ['any sum after transfers beside each other', moveBeside, '7777.00'],
  ])('counts what may have been won: %s', async (_what, move, won) => {
    await takeOut(5000)
    await move()
    play(won)
    await choose()
    await server.payIn(member, '1000.00')
    const total = parseDecimal('6500.00') + parseDecimal(won)
    expect(await activeBonus(server, member)).toMatchObject({ status: true, base: total })
    await letTransfersAge(server, member)
    await refresh()
    expect(await activeBonus(server, member)).toMatchObject({ state: 'running', base: total, total })
  })

  it('does without it once it is known that nothing was', async () => {
    await takeOut(5000)
    play('5000.00')
    await choose()
    await server.payIn(member, '1000.00')
    expect(await inGame()).toBe(0n)
    play('-5000.00')
    await letTransfersAge(server, member)
    await server.work()
    const total = parseDecimal('6500.00')
    expect(await activeBonus(server, member)).toMatchObject({ state: 'running', base: total, total })
  })
})

describe('what a game had before a payment', () => {
  beforeEach(async () => {
    await takeOut(5000)
    await letTransfersAge(server, member)
  })

  it('is no base that a condition would be met by', async () => {
    await putIn(server, member, 5000)
    play('-5000.00')
    await choose()
    await server.payIn(member, '1000.00')
    expect(await inGame()).toBe(parseDecimal('5000.00'))
    play('5000.00')
    await letTransfersAge(server, member)
    await refresh()
    const total = parseDecimal('6500.00')
    expect(await activeBonus(server, member)).toMatchObject({ state: 'running', base: total, total })
  })

  it('is no failure, however often it is told', async () => {
    await choose()
    await server.payIn(member, '1000.00')
    await putIn(server, member, 6500)
    play('-6500.00')
    await refresh()
    await refresh()
    await server.payIn(member, '100.00')
    expect(await activeBonus(server, member)).toMatchObject({ status: true, base: parseDecimal('6500.00') })
    play('6500.00')
    await letTransfersAge(server, member)
    await server.work()
    expect(await activeBonus(server, member)).toMatchObject({ total: parseDecimal('6600.00') })
  })

  it('is the truth after some seconds: whoever has lost all of it at once has failed', async () => {
    await choose()
    await server.payIn(member, '1000.00')
    await putIn(server, member, 6500)
    play('-6500.00')
    await refresh()
    await letTransfersAge(server, member)
    await server.payIn(member, '100.00')
    expect(await activeBonus(server, member)).toMatchObject({ status: false })
  })
})

describe('the losses of a week', () => {
  async function weekEnds(): Promise<void> {
    for (const table of ['game_account', 'game_transfer'])
      await server.database.query(
        `update ${table} set created_at = created_at - interval '7 days' where member_id = $1`,
        [member.id],
      )
  }
  const refund = () => server.give(checkRefund, { token: member.token })

  it('are not what a game may have, and tells too early to be believed', async () => {
    play('-4000.00')
    await takeOut(1000)
    play('1000.00')
    await weekEnds()
    expect(await refund()).toMatchObject({ result: false, refundAmount: 0n })
    await letTransfersAge(server, member)
    // 5,000 put in, 1,000 taken out, 1,000 there.
    expect(await refund()).toMatchObject({ result: true, refundAmount: parseDecimal('150.00') })
  })

  it('are marked when it is known that nothing is there, and then hold all of them', async () => {
    play('-4000.00')
    await takeOut(1000)
    play('1000.00')
    await weekEnds()
    expect(await refund()).toMatchObject({ refundAmount: 0n })
    play('-1000.00')
    await letTransfersAge(server, member)
    expect(await refund()).toMatchObject({ result: true, refundAmount: parseDecimal('200.00') })
  })
})
