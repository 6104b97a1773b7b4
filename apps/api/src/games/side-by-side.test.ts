import { activateBonus, checkMinimumBonus, clearBonus } from '@kapao/contract/bonus'
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

beforeAll(async () => {
  server = await startTestServer()
  await offerBonus(server, 'HALF', { successPercent: 150, failPercent: 50 })
})
afterAll(async () => {
  await proveBonuses(server)
  await server.stop()
})
beforeEach(async () => {
  server.gateways.game('PG').isDown = false
  member = await server.member()
})

const choose = () => server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
const move = (from: string, to: string, amount: number) =>
  server.ask(transfer, { body: { from, to, amount }, token: member.token })
const refresh = () => server.give(refreshSlots, { token: member.token })

async function inGame(): Promise<bigint | undefined> {
  const { slots } = await server.give(getWallet, { token: member.token })
  return slots.find(({ code }) => code === 'PG')?.amount
}

/** While the provider is at `slow`, before it has carried it out or when only its answer is under way, `quick` begins and ends. */
async function beside(
  reached: 'before' | 'after',
  slow: () => Promise<unknown>,
  quick: () => Promise<unknown>,
) {
  const game = server.gateways.game('PG')
  const send = game.transfer.bind(game)
  vi.spyOn(game, 'transfer').mockImplementationOnce(async (order) => {
    const early = reached === 'after' ? await send(order) : null
    await quick()
    return early ?? send(order)
  })
  await slow()
  vi.restoreAllMocks()
}

/** The provider has carried out the withdrawal first, and its word about it comes last: it has 1,750, or nothing. */
function outAndInAgain() {
  const out = () => move('PG', 'WALLET', 1750)
  return beside('after', out, () => move('WALLET', 'PG', 1750))
}

const later = () => letTransfersAge(server, member)

it('a withdrawal that ends after a later payment is counted once, and no condition is met by it', async () => {
  await choose()
  await server.payIn(member, '1000.00')
  await openGame(server, member)
  await putIn(server, member, 1490)
  const out = () => move('PG', 'WALLET', 1490)
  await beside('before', out, () => move('WALLET', 'PG', 10))
  expect(await server.balance(member)).toBe(parseDecimal('1490.00'))
  expect(await inGame()).toBe(parseDecimal('10.00'))
  expect(await activeBonus(server, member)).toMatchObject({ status: true, total: parseDecimal('1500.00') })
  await refresh()
  expect(await activeBonus(server, member)).toMatchObject({ status: true, total: parseDecimal('1500.00') })
})

it('while it is in doubt what a game holds no condition ends and none is cleared, and then the game says it', async () => {
  await choose()
  await server.payIn(member, '3000.00')
  const username = await openGame(server, member)
  await putIn(server, member, 1750)
  await outAndInAgain()
  expect(await inGame()).toBe(0n)
  const clear = () => server.ask(clearBonus, { token: member.token })
  await server.payIn(member, '100.00')
  expect(await activeBonus(server, member)).toMatchObject({ status: true, state: 'running' })
  // What it tells at once may be from before the withdrawal.
  expect(await clear()).toMatchObject({ message: 'TRANSFER_FAIL' })
  expect(await inGame()).toBe(0n)
  await later()
  await refresh()
  expect(await inGame()).toBe(parseDecimal('1750.00'))
  expect(await activeBonus(server, member)).toMatchObject({ status: true, total: parseDecimal('3600.00') })
  server.gateways.game('PG').play(username, parseDecimal('1750.00'))
  await refresh()
  expect(await activeBonus(server, member)).toMatchObject({ status: false })
})

it('what clearing will take is told by the most that there may be', async () => {
  await choose()
  await server.payIn(member, '3000.00')
  await openGame(server, member)
  await putIn(server, member, 1750)
  await outAndInAgain()
  expect(await server.give(checkMinimumBonus, { token: member.token })).toMatchObject({
    status: false,
    taken: parseDecimal('500.00'),
  })
  await later()
  expect(await server.ask(clearBonus, { token: member.token })).toMatchObject({ ok: true })
  expect(await server.balance(member)).toBe(parseDecimal('3000.00'))
})

it('a failed condition ends with the next deposit in doubt, too, where even the most that there may be is too little', async () => {
  await choose()
  await server.payIn(member, '1000.00')
  const username = await openGame(server, member)
  await putIn(server, member, 1490)
  server.gateways.game('PG').play(username, parseDecimal('-1490.00'))
  await later()
  await refresh()
  server.gateways.game('PG').script = 'lost-before'
  expect(await move('WALLET', 'PG', 10)).toMatchObject({ status: 202 })
  server.gateways.game('PG').script = 'ok'
  await server.payIn(member, '1000.00')
  expect(await activeBonus(server, member)).toMatchObject({ status: false })
  await server.work()
})

it('but not where the game tells more while the outcome of a transfer is unknown', async () => {
  await choose()
  await server.payIn(member, '1000.00')
  const username = await openGame(server, member)
  await putIn(server, member, 1490)
  const game = server.gateways.game('PG')
  game.play(username, parseDecimal('-1000.00'))
  await refresh()
  game.script = 'lost-before'
  expect(await move('WALLET', 'PG', 10)).toMatchObject({ status: 202 })
  game.script = 'ok'
  game.play(username, parseDecimal('700.00'))
  await refresh()
  await server.payIn(member, '100.00')
  expect(await activeBonus(server, member)).toMatchObject({ status: true, total: parseDecimal('600.00') })
  // As where none has ended yet.
  await server.database.query('update game_account set moved_at = null where member_id = $1', [member.id])
  await server.database.query(
    "update game_transfer set next_check_at = now(), not_found_since = now() - interval '1 hour' where state = 'open'",
  )
  await server.work()
  await server.work()
  expect(await activeBonus(server, member)).toMatchObject({ total: parseDecimal('1300.00') })
})

describe('a condition that begins in doubt begins with the most that there may be', () => {
  let username: string
  beforeEach(async () => {
    await server.payIn(member, '3500.00')
    username = await openGame(server, member)
    await putIn(server, member, 1750)
    await outAndInAgain()
    server.gateways.game('PG').isDown = true
    await choose()
    await server.payIn(member, '1000.00')
    expect(await activeBonus(server, member)).toMatchObject({ base: parseDecimal('5000.00') })
    server.gateways.game('PG').isDown = false
    await later()
  })

  it('and goes on with it where the game says that it is there', async () => {
    await refresh()
    const total = parseDecimal('5000.00')
    expect(await activeBonus(server, member)).toMatchObject({ base: total, total })
  })

  it('and without what the game says is not there, but not without what is lost later', async () => {
    server.gateways.game('PG').play(username, parseDecimal('-1750.00'))
    await refresh()
    const base = parseDecimal('3250.00')
    expect(await activeBonus(server, member)).toMatchObject({ base, total: base })
    await putIn(server, member, 100)
    await later()
    server.gateways.game('PG').play(username, parseDecimal('-100.00'))
    await refresh()
    expect(await activeBonus(server, member)).toMatchObject({ base, total: parseDecimal('3150.00') })
  })

  it('and without it when the next deposit is the first to find it known', async () => {
    server.gateways.game('PG').play(username, parseDecimal('-1750.00'))
    await server.payIn(member, '100.00')
    const base = parseDecimal('3250.00')
    expect(await activeBonus(server, member)).toMatchObject({ base, total: parseDecimal('3350.00') })
  })
})

it('a transfer by itself says again what there is', async () => {
  await server.payIn(member, '3500.00')
  await openGame(server, member)
  await putIn(server, member, 1750)
  await outAndInAgain()
  expect(await inGame()).toBe(0n)
  await putIn(server, member, 50)
  expect(await inGame()).toBe(parseDecimal('1800.00'))
})

it('what is in doubt is asked for by the worker, as soon as it can be believed, and again while the game is silent', async () => {
  await server.payIn(member, '3500.00')
  await openGame(server, member)
  await putIn(server, member, 1750)
  await outAndInAgain()
  await server.work()
  expect(await inGame()).toBe(0n)
  await later()
  const game = server.gateways.game('PG')
  game.isDown = true
  await server.work()
  game.isDown = false
  await server.work()
  // It was asked a moment ago.
  expect(await inGame()).toBe(0n)
  await server.database.query(
    "update game_account set doubt_asked_at = doubt_asked_at - interval '10 seconds'",
  )
  await server.work()
  expect(await inGame()).toBe(parseDecimal('1750.00'))
})

it('however many a silent game leaves in doubt, the others are asked in the next turn', async () => {
  await server.database.query('update game_account set doubt_minor = 0')
  const doubtful = async (code: string) => {
    const owner = await server.member()
    await server.payIn(owner, '100.00')
    await openGame(server, owner, code)
    await server.database.query(
      "update game_account set doubt_minor = 100, moved_at = now() - interval '5 minutes' where member_id = $1",
      [owner.id],
    )
    return owner
  }
  for (let at = 0; at < 11; at += 1) await doubtful('PG')
  const other = await doubtful('JOKER2')
  const inDoubt = () =>
    server.database.query('select 1 from game_account where member_id = $1 and doubt_minor > 0', [other.id])
  // All of the silent one's have waited longer.
  await server.database.query(
    "update game_account set moved_at = now() - interval '1 minute' where member_id = $1",
    [other.id],
  )
  server.gateways.game('PG').isDown = true
  await server.work()
  expect(await inDoubt()).toEqual([])
  await server.work()
  const asked = await server.database.query(
    "select 1 from game_account where game_code = 'PG' and doubt_minor > 0 and doubt_asked_at is null",
  )
  expect(asked).toEqual([])
  await server.database.query('update game_account set doubt_minor = 0')
})

it('two that end at the same moment in two processes do not overwrite each other’s word', async () => {
  await server.payIn(member, '1000.00')
  await openGame(server, member)
  await putIn(server, member, 100)
  const game = server.gateways.game('PG')
  const word = Promise.withResolvers<void>()
  let other: Promise<void> | undefined
  game.beforeTransfer = async () => {
    game.beforeTransfer = null
    const isHeld = Promise.withResolvers<void>()
    other = server.database.transaction(async (tx) => {
      await tx.query('update game_account set credits_minor = 1000, moved_at = now() where member_id = $1', [
        member.id,
      ])
      isHeld.resolve()
      await word.promise
    })
    await isHeld.promise
  }
  const moved = move('WALLET', 'PG', 50)
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(() => server.database.query(waiting)).toHaveLength(1)
  word.resolve()
  await other
  expect(await moved).toMatchObject({ status: 200 })
  expect(await inGame()).toBe(parseDecimal('10.00'))
  expect(
    await server.database.query('select doubt_minor from game_account where member_id = $1', [member.id]),
  ).toEqual([{ doubtMinor: 14_000n }])
})
