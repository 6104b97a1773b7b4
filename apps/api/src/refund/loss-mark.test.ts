import { checkRefund, receiveRefund } from '@kapao/contract/refund'
import { refreshSlots } from '@kapao/contract/wallet'
import { fromMinorUnits } from '@kapao/money/minor'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { letTransfersAge, openGame, putIn } from '../../test/bonuses.ts'
import { beginWeeksTomorrow, letAWeekPass, letMarksMove, makeItNoon } from '../../test/days.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import type { Database } from '../database/database.ts'
import { lastPeriodEnd, lossMarking } from './loss-mark.ts'

let server: TestServer
onTestServer(async (started) => {
  server = started
  await makeItNoon(server)
  // Else a Monday's beginning were its week's, too, and no other period's end.
  await beginWeeksTomorrow(server)
  await letMarksMove(server)
})
beforeEach(async () => {
  server.gateways.game('PG').isDown = false
  await server.database.query('delete from loss_mark')
  await server.set('refundPeriod', 'week')
  for (let members = 0; members < 12; members += 1) await openGame(server, await server.member())
  await server.database.query(`update game_account set created_at = created_at - interval '3 months'`)
})

/** Every account is known to hold a credit that its game has not: it has to be asked, and nobody has lost enough for a refund. */
const letAllBeDue = () => server.database.query('update game_account set credits_minor = 100')

const marking = (restMs?: number) =>
  lossMarking({ ...server, providers: server.gateways.providers }, ...(restMs === undefined ? [] : [restMs]))

/** A member who has put that much into a game, in a period that is over. */
async function playerWith(amount: number): Promise<TestMember & { readonly username: string }> {
  const member = await server.member()
  const username = await openGame(server, member)
  await server.payIn(member, `${amount}.00`)
  await putIn(server, member, amount)
  await server.database.query(
    "update game_account set created_at = created_at - interval '3 months' where username = $1",
    [username],
  )
  return { ...member, username }
}

const marksOf = (member: TestMember) =>
  server.database.query<{ lostMinor: bigint; heldMinor: bigint }>(
    'select lost_minor, held_minor from loss_mark where member_id = $1 order by period_start',
    [member.id],
  )

async function markAll(): Promise<void> {
  const turn = marking()
  while ((await turn()) !== 'rests');
}

it('looks for members until all are marked, and then not before another period ends', async () => {
  const statements: string[] = []
  const database: Database = {
    ...server.database,
    query: (sql, values) => {
      statements.push(sql)
      return server.database.query(sql, values)
    },
  }
  await letAllBeDue()
  const turn = lossMarking({ database, operator: server.operator, providers: server.gateways.providers })
  /** Whether a turn looked for anybody. */
  async function looks(): Promise<boolean> {
    statements.length = 0
    await turn()
    return statements.some((sql) => sql.includes('game_account'))
  }
  while ((await turn()) !== 'rests');
  expect(await looks()).toBe(false)
  await server.set('refundPeriod', 'day')
  expect(await looks()).toBe(true)
})

it('marks everybody else where the transfer of one is unknown that was dated before their last mark', async () => {
  await letAllBeDue()
  await server.set('refundPeriod', 'day')
  const one = await server.member()
  const username = await openGame(server, one, 'JOKER2')
  await server.database.query(
    "update game_account set created_at = now() - interval '3 months' where member_id = $1",
    [one.id],
  )
  await server.payIn(one, '50.00')
  server.gateways.game('JOKER2').isDown = true
  await putIn(server, one, 50, 'JOKER2')
  await server.database.query(
    `update game_transfer set created_at = now() - interval '2 months' where member_id = $1`,
    [one.id],
  )
  await server.database.query(
    `insert into loss_mark (member_id, period_start, lost_minor, held_minor) values ($1, now() - interval '1 month', 0, 0)`,
    [one.id],
  )
  await markAll()
  const unmarked = await server.database.query<{ username: string }>(
    `select username from game_account a where not exists (select 1 from loss_mark l where l.member_id = a.member_id
       and l.period_start > now() - interval '2 days')`,
  )
  expect(unmarked).toEqual([{ username }])
  server.gateways.game('JOKER2').isDown = false
})

/** The database, as if no other period ended meanwhile: with another its rounds begin anew. */
async function ofThisPeriod(): Promise<Database> {
  const end = await lastPeriodEnd(server.database, server.operator.current())
  return {
    ...server.database,
    query: (sql, values) =>
      sql.startsWith('select period_start(now()')
        ? server.database.query('select $1::text as start', [end])
        : server.database.query(sql, values),
  }
}

it('asks about each member in turn while a game is silent: nobody is asked again before everybody else was', async () => {
  await letAllBeDue()
  await server.set('refundPeriod', 'minute')
  const game = server.gateways.game('PG')
  game.isDown = true
  const times = new Map<string, number>([...game.balances.keys()].map((username) => [username, 0]))
  const balance = vi.spyOn(game, 'balance').mockImplementation(async (username) => {
    times.set(username, (times.get(username) ?? 0) + 1)
    return null
  })
  const { operator, gateways } = server
  const turn = lossMarking({ database: await ofThisPeriod(), operator, providers: gateways.providers }, 0)
  for (let turns = 0; turns < 12; turns += 1) await turn()
  balance.mockRestore()
  game.isDown = false
  expect(Math.min(...times.values())).toBeGreaterThan(0)
  expect(Math.max(...times.values()) - Math.min(...times.values())).toBeLessThanOrEqual(1)
})

it('waits where nobody of a turn could be marked, and rests when nobody of a whole round could, until another period ends', async () => {
  await server.database.query('update game_account set credits_minor = 0, moved_at = null')
  const unknown = await server.database.query(
    `insert into game_transfer (id, member_id, game_code, username, direction, amount_minor, credits_minor, created_at, next_check_at)
     select gen_random_uuid(), member_id, game_code, username, 'out', 100, 100, created_at, 'infinity' from game_account
     where created_at < now() - interval '1 month' returning id`,
  )
  const turn = marking()
  const turns = [await turn()]
  while (turns.at(-1) !== 'rests') turns.push(await turn())
  expect(turns).toContain('waits')
  // Two rounds of those who could have a refund, of which the first may begin anywhere, and one of all: twenty in a turn.
  expect(turns.length).toBeLessThanOrEqual(3 * Math.ceil(unknown.length / 20))
  expect(await turn()).toBe('rests')
  await server.set('refundPeriod', 'day')
  expect(['goes-on', 'waits']).toContain(await turn())
  await server.database.query("delete from game_transfer where next_check_at = 'infinity'")
})

it('marks everybody else where it always fails for one, and tells of it', async () => {
  await letAllBeDue()
  const [poor] = await server.database.query<{ username: string }>(
    'select username from game_account order by member_id limit 1',
  )
  const balance = vi.spyOn(server.gateways.game('PG'), 'balance').mockImplementation(async (username) => {
    if (username === poor?.username) throw new Error('made to fail')
    return { credits: fromMinorUnits(0n), after: null }
  })
  const turn = marking()
  let failures = 0
  const next = () =>
    turn().catch((error: Error) => {
      expect(error.message).toBe('made to fail')
      failures += 1
      return 'waits'
    })
  while ((await next()) !== 'rests');
  balance.mockRestore()
  expect(failures).toBeGreaterThan(0)
  const unmarked = await server.database.query<{ username: string }>(
    `select username from game_account a where game_code = 'PG' and created_at < now() - interval '1 month'
       and not exists (select 1 from loss_mark l where l.member_id = a.member_id)`,
  )
  expect(unmarked).toEqual([poor])
})

it('asks first about those who could have a refund, wherever they stand', async () => {
  await markAll()
  const holders = [await playerWith(100), await playerWith(100)]
  for (let members = 0; members < 25; members += 1) await openGame(server, await server.member())
  const last = await playerWith(100)
  await letAWeekPass(server)
  await letAllBeDue()
  await server.database.query('update loss_mark set held_minor = 1000')
  const asked: string[] = []
  const game = server.gateways.game('PG')
  const balance = vi.spyOn(game, 'balance').mockImplementation(async (username) => {
    asked.push(username)
    return { credits: fromMinorUnits(0n), after: null }
  })
  await markAll()
  balance.mockRestore()
  expect(asked.length).toBeGreaterThan(27)
  expect(asked.slice(0, 3).sort()).toEqual([...holders, last].map(({ username }) => username).sort())
})

describe('who had nothing in a game at their last mark, and has moved nothing since', () => {
  const check = (member: TestMember) => server.give(checkRefund, { token: member.token })

  /** Lost 100 in the first of two weeks that are over, and it is marked. */
  async function loser(): Promise<TestMember & { readonly username: string }> {
    const member = await playerWith(100)
    server.gateways.game('PG').play(member.username, parseDecimal('-100.00'))
    await letAWeekPass(server)
    await markAll()
    expect(await marksOf(member)).toEqual([{ lostMinor: parseDecimal('100.00'), heldMinor: 0n }])
    await letAWeekPass(server)
    return member
  }

  it('is neither asked about nor gets a further mark', async () => {
    const member = await loser()
    const balance = vi.spyOn(server.gateways.game('PG'), 'balance')
    await markAll()
    expect(balance.mock.calls.flat()).not.toContain(member.username)
    expect(await marksOf(member)).toHaveLength(1)
    expect(await check(member)).toMatchObject({ result: false, refundAmount: 0n })
    expect(balance.mock.calls.flat()).not.toContain(member.username)
    balance.mockRestore()
  })

  it('has what they lose before they look refunded with its own week, and once', async () => {
    const member = await loser()
    await server.payIn(member, '200.00')
    await putIn(server, member, 200)
    server.gateways.game('PG').play(member.username, parseDecimal('-200.00'))
    await letTransfersAge(server, member)
    expect(await check(member)).toMatchObject({ result: false, refundAmount: 0n })
    await server.give(refreshSlots, { token: member.token })
    await letAWeekPass(server)
    await markAll()
    expect((await check(member)).refundAmount).toBe(parseDecimal('10.00'))
    await server.give(receiveRefund, { token: member.token })
    expect(await check(member)).toMatchObject({ result: false, refundAmount: 0n })
  })

  it('has lost in that week what they put in before its end, also where it was known only later what became of it', async () => {
    const member = await loser()
    await server.payIn(member, '200.00')
    await putIn(server, member, 200)
    server.gateways.game('PG').play(member.username, parseDecimal('-200.00'))
    await server.database.query(
      "update game_transfer set created_at = created_at - interval '7 days' where member_id = $1",
      [member.id],
    )
    await letTransfersAge(server, member)
    expect((await check(member)).refundAmount).toBe(parseDecimal('10.00'))
  })

  it('is asked about where something is seen there all the same, and so is who had something then and is seen to have nothing', async () => {
    const member = await loser()
    server.gateways.game('PG').play(member.username, parseDecimal('50.00'))
    await server.give(refreshSlots, { token: member.token })
    await markAll()
    expect((await marksOf(member)).at(-1)).toEqual({
      lostMinor: parseDecimal('50.00'),
      heldMinor: parseDecimal('50.00'),
    })
    server.gateways.game('PG').play(member.username, parseDecimal('-50.00'))
    await server.give(refreshSlots, { token: member.token })
    await letAWeekPass(server)
    await markAll()
    expect((await marksOf(member)).at(-1)).toEqual({ lostMinor: parseDecimal('100.00'), heldMinor: 0n })
  })
})
