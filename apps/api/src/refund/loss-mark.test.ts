import { beforeEach, expect, it, vi } from 'vitest'
import { openGame } from '../../test/bonuses.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import type { Database } from '../database.ts'
import { lossMarking } from './loss-mark.ts'

let server: TestServer
onTestServer((started) => {
  server = started
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
  const turn = lossMarking({ ...server, providers: server.gateways.providers })
  for (let turns = 0; turns < 12; turns += 1) expect(await turn()).toBeGreaterThan(0)
  balance.mockRestore()
  game.isDown = false
  expect(Math.min(...times.values())).toBeGreaterThan(0)
  expect(Math.max(...times.values()) - Math.min(...times.values())).toBeLessThanOrEqual(1)
})
