import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { activateBonus } from '@kapao/contract/bonus'
import { redeemTruelink } from '@kapao/contract/truelink'
import { sealLink } from '@kapao/contract/truelink-seal'
import { refreshSlots } from '@kapao/contract/wallet'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { activeBonus, letTransfersAge, openGame, putIn, statementsOf } from '../../test/bonuses.ts'
import { deliver } from '../../test/feed.ts'
import { onBonusServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import { sendSlip, slipPng, transferAtBank } from '../../test/slip-pictures.ts'
import { lockWallet } from '../ledger/accounts.ts'

let server: TestServer
let member: TestMember
let username: string

onBonusServer((started) => {
  server = started
})

const game = () => server.gateways.game('PG')
const choose = () => server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
const play = (credits: string) => game().play(username, parseDecimal(credits))
const refresh = () => server.give(refreshSlots, { token: member.token })

/** 300 in the game, a bonus chosen by it, and then nobody has asked the game again. */
beforeEach(async () => {
  game().isDown = false
  game().beforeBalance = null
  member = await server.member()
  await server.payIn(member, '300.00')
  username = await openGame(server, member)
  await putIn(server, member, 300)
  await choose()
})

const byWebhook = async (amount = '500.00') => {
  expect((await deliver(server, server.transferEvent(member, amount))).statusCode).toBe(200)
}

async function byPoll(): Promise<void> {
  server.gateways.bank.feed.push(server.transferEvent(member, '500.00'))
  await server.work()
}

async function bySlip(): Promise<void> {
  const event = transferAtBank(server, member, '500.00')
  await sendSlip(server, member, await slipPng(event.transRef))
  await server.judgeSlips()
}

async function byGift(): Promise<void> {
  const code = `GIFT${randomBytes(9).toString('hex')}`
  server.gateways.vouchers.issue(code, parseDecimal('500.00'))
  const link = await sealLink(
    server.config.truelinkSecrets[0],
    `https://gift.truemoney.com/campaign/?v=${code}`,
  )
  await server.give(redeemTruelink, { body: { link }, token: member.token })
}

/** The issuer's answer is lost while the game is silent, and the worker finds out about both. */
async function byLostGift(): Promise<void> {
  server.gateways.vouchers.script = 'lost-before'
  game().isDown = true
  await byGift()
  server.gateways.vouchers.script = 'ok'
  game().isDown = false
  await server.work()
}

const WAITING =
  "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"

/** While a deposit is already being credited and nobody has a bonus, money is won and then a bonus chosen. */
async function chooseBehind(deposit: () => Promise<void>): Promise<void> {
  const ofMember = [member.id]
  await server.database.query(
    "update condition set state = 'cleared', ended_at = now() where member_id = $1",
    ofMember,
  )
  const { going } = await server.database.transaction(async (tx) => {
    await lockWallet(tx, member.id)
    const begun = deposit()
    await expect.poll(() => server.database.query(WAITING)).toHaveLength(1)
    play('3900.00')
    await tx.query("update condition set state = 'chosen', ended_at = null where member_id = $1", ofMember)
    return { going: begun }
  })
  await going
}

describe.each([
  ['that the bank tells of', byWebhook],
  ['that is found in the bank’s feed', byPoll],
  ['that a slip proves', bySlip],
  ['of a gift', byGift],
  ['of a gift whose answer was lost', byLostGift],
])('a deposit %s', (_way, deposit) => {
  it('begins its bonus on what was won since the choice, which is then no success', async () => {
    play('3900.00')
    await deposit()
    const base = parseDecimal('4950.00')
    expect(await activeBonus(server, member)).toMatchObject({ status: true, base, total: base })
    await refresh()
    expect(await activeBonus(server, member)).toMatchObject({ status: true, state: 'running', total: base })
  })

  it('begins a bonus that is chosen while it is being credited on what the games hold then', async () => {
    await chooseBehind(deposit)
    const base = parseDecimal('4950.00')
    expect(await activeBonus(server, member)).toMatchObject({ status: true, base, total: base })
    expect(await server.balance(member)).toBe(parseDecimal('750.00'))
  })

  it('ends a bonus that was lost since the last look as failed, though the last figures would make it a success', async () => {
    await byWebhook('600.00')
    await putIn(server, member, 900)
    play('-1200.00')
    await letTransfersAge(server, member)
    await server.database.query(
      "update condition set success_percent = 140 where member_id = $1 and state = 'running'",
      [member.id],
    )
    await deposit()
    expect(await activeBonus(server, member)).toMatchObject({ status: false })
    expect(await server.balance(member)).toBe(parseDecimal('500.00'))
    expect(await statementsOf(server, member)).toContainEqual(
      expect.objectContaining({ statementType: 'finish_bonus', status: 'FAILED', amount: 0n }),
    )
  })

  it('ends no bonus by a loss that was won back since the last look', async () => {
    await byWebhook('600.00')
    await putIn(server, member, 900)
    play('-1100.00')
    await refresh()
    play('1100.00')
    await deposit()
    const total = parseDecimal('1700.00')
    expect(await activeBonus(server, member)).toMatchObject({ status: true, state: 'running', total })
  })
})

it('a deposit begins its bonus on what was left after a loss, which has then not failed', async () => {
  play('-300.00')
  await letTransfersAge(server, member)
  await byWebhook()
  const base = parseDecimal('750.00')
  expect(await activeBonus(server, member)).toMatchObject({ status: true, base, total: base })
})

it('a game that is silent keeps its last figure, and the deposit comes all the same', async () => {
  play('3900.00')
  game().isDown = true
  await byWebhook()
  expect(await server.balance(member)).toBe(parseDecimal('750.00'))
  expect(await activeBonus(server, member)).toMatchObject({ status: true, base: parseDecimal('1050.00') })
})

it('a game that is silent holds no deposit up that ends a bonus, which is then judged by its last figure', async () => {
  await byWebhook()
  game().isDown = true
  for (const amount of ['500.00', '500.00', '500.00']) await byWebhook(amount)
  expect(await server.balance(member)).toBe(parseDecimal('2250.00'))
  expect(await activeBonus(server, member)).toMatchObject({ status: false })
})

it('whatever goes wrong with asking, the deposit comes all the same', async () => {
  game().beforeBalance = async () => {
    throw new Error('no such thing')
  }
  await byWebhook()
  expect(await server.balance(member)).toBe(parseDecimal('750.00'))
})

it('the games are not asked for a deposit that begins nothing, nor for one that is in the books', async () => {
  let asked = 0
  game().beforeBalance = async () => {
    asked += 1
  }
  await deliver(server, server.transferEvent(member, '99.99'))
  expect(asked).toBe(0)
  const event = server.transferEvent(member, '500.00')
  await deliver(server, event)
  expect(asked).toBe(1)
  await deliver(server, event)
  expect(asked).toBe(1)
  await byWebhook()
  expect(asked).toBe(2)
})

it('two deposits at once begin one bonus, on what both games and wallet hold', async () => {
  play('3900.00')
  await Promise.all([byWebhook(), byWebhook()])
  expect(await server.balance(member)).toBe(parseDecimal('1250.00'))
  expect(await activeBonus(server, member)).toMatchObject({ status: true, base: parseDecimal('4950.00') })
})

it.each([
  ['at once', byGift],
  ['to the worker', byLostGift],
])(
  'a gift whose issuer answers late %s begins its bonus on what was won meanwhile',
  async (_when, deposit) => {
    const { vouchers } = server.gateways
    const answer = vouchers.redeem.bind(vouchers)
    vouchers.redeem = async (...gift) => {
      const asked = Promise.withResolvers<void>()
      game().beforeBalance = async () => asked.resolve()
      const standing = await answer(...gift)
      // Were the games asked beside the issuer, they would have answered by now.
      await Promise.race([asked.promise, sleep(500)])
      if (standing.kind === 'ours') play('3900.00')
      return standing
    }
    try {
      await deposit()
    } finally {
      vouchers.redeem = answer
    }
    expect(await activeBonus(server, member)).toMatchObject({ status: true, base: parseDecimal('4950.00') })
  },
)

it('what waits for its own games is credited when these have answered, whatever else is on the page', async () => {
  const other = await server.member()
  await openGame(server, other, 'JOKER2')
  await server.give(activateBonus, { params: { code: 'HALF' }, token: other.token })
  const slow = server.gateways.game('JOKER2')
  let isCredited = false
  slow.beforeBalance = async () => {
    await expect.poll(() => server.balance(member)).toBe(parseDecimal('750.00'))
    isCredited = true
  }
  server.gateways.bank.feed.push(server.transferEvent(other, '500.00'))
  await byPoll()
  slow.beforeBalance = null
  expect(isCredited).toBe(true)
  expect(await server.balance(other)).toBe(parseDecimal('750.00'))
})

it('a silent game holds a page of the feed up once, not once for each of its events', async () => {
  const others = await Promise.all([server.member(), server.member()])
  let atOnce = 0
  let most = 0
  for (const other of others) {
    await openGame(server, other)
    await server.give(activateBonus, { params: { code: 'HALF' }, token: other.token })
  }
  const allAsked = Promise.withResolvers<void>()
  onTestFinished(() => allAsked.resolve())
  game().beforeBalance = async () => {
    atOnce += 1
    most = Math.max(most, atOnce)
    if (atOnce === 3) allAsked.resolve()
    // Were they asked one after the other, the first would wait for the others in vain.
    await allAsked.promise
    atOnce -= 1
  }
  for (const one of others) server.gateways.bank.feed.push(server.transferEvent(one, '500.00'))
  await byPoll()
  expect(most).toBe(3)
})
