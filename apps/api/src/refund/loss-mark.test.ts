import { beforeEach, expect, it } from 'vitest'
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
