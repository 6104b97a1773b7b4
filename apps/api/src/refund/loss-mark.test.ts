import { beforeEach, expect, it, vi } from 'vitest'
import { openGame, putIn } from '../../test/bonuses.ts'
import { beginWeeksTomorrow, makeItNoon } from '../../test/days.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import type { Database } from '../database.ts'
import { lossMarking } from './loss-mark.ts'

let server: TestServer
onTestServer(async (started) => {
  server = started
  await makeItNoon(server)
  // Else a Monday's beginning were its week's, too, and no other period's end.
  await beginWeeksTomorrow(server)
})
beforeEach(async () => {
  for (let members = 0; members < 12; members += 1) await openGame(server, await server.member())
  await server.database.query(`update game_account set created_at = created_at - interval '3 months'`)
})

it('looks for members until all are marked, and then not before another period ends', async () => {
  const statements: string[] = []
  const database: Database = {
    ...server.database,
    query: (sql, values) => {
      statements.push(sql)
      return server.database.query(sql, values)
    },
  }
  const turn = lossMarking({ database, operator: server.operator, providers: server.gateways.providers })
  /** Whether a turn looked for anybody. */
  async function looks(): Promise<boolean> {
    statements.length = 0
    await turn()
    return statements.some((sql) => sql.includes('game_account'))
  }
  while ((await turn()) > 0);
  expect(await looks()).toBe(false)
  await server.set('refundPeriod', 'day')
  expect(await looks()).toBe(true)
})

it('marks everybody else where the transfer of one is unknown that was dated before their last mark', async () => {
  await server.set('refundPeriod', 'day')
  const one = await server.member()
  const username = await openGame(server, one)
  await server.database.query(
    "update game_account set created_at = now() - interval '3 months' where member_id = $1",
    [one.id],
  )
  await server.payIn(one, '50.00')
  server.gateways.game('PG').isDown = true
  await putIn(server, one, 50)
  await server.database.query(
    `insert into loss_mark (member_id, period_start, lost_minor) values ($1, now() - interval '1 month', 0)`,
    [one.id],
  )
  const turn = lossMarking({ ...server, providers: server.gateways.providers })
  while ((await turn()) > 1);
  const unmarked = await server.database.query<{ username: string }>(
    `select username from game_account a where not exists (select 1 from loss_mark l where l.member_id = a.member_id
       and l.period_start > now() - interval '2 days')`,
  )
  expect(unmarked).toEqual([{ username }])
  server.gateways.game('PG').isDown = false
})

it('asks about each member in turn while a game is silent: nobody is asked again before everybody else was', async () => {
  await server.database.query('update game_account set credits_minor = 100')
  await server.set('refundPeriod', 'minute')
  const game = server.gateways.game('PG')
  game.isDown = true
  const times = new Map<string, number>([...game.balances.keys()].map((username) => [username, 0]))
  const balance = vi.spyOn(game, 'balance').mockImplementation(async (username) => {
    times.set(username, (times.get(username) ?? 0) + 1)
    return null
  })
  const turn = lossMarking({ ...server, providers: server.gateways.providers }, 0)
  for (let turns = 0; turns < 12; turns += 1) expect(await turn()).toBeGreaterThan(0)
  balance.mockRestore()
  game.isDown = false
  expect(Math.min(...times.values())).toBeGreaterThan(0)
  expect(Math.max(...times.values()) - Math.min(...times.values())).toBeLessThanOrEqual(1)
})

it('rests when a whole round has marked nobody, until another period ends', async () => {
  await server.database.query('update game_account set credits_minor = 100')
  await server.set('refundPeriod', 'week')
  const game = server.gateways.game('PG')
  game.isDown = true
  const turn = lossMarking({ ...server, providers: server.gateways.providers })
  let turns = 0
  while ((await turn()) > 0) turns += 1
  const [members] = await server.database.query<{ count: number }>(
    'select count(distinct member_id)::int as count from game_account',
  )
  // Begun anywhere: a part of a round, and a whole one, ten in a turn.
  expect(turns).toBeLessThanOrEqual(2 + 2 * Math.ceil((members?.count ?? 0) / 10))
  expect(await turn()).toBe(0)
  await server.set('refundPeriod', 'day')
  expect(await turn()).toBeGreaterThan(0)
  game.isDown = false
})
