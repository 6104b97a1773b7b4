import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../scripts/test-database.ts'
import { parseDecimal } from '../../test/amounts.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { openOperator } from './operator.ts'

let test: TestDatabase
let database: Database

beforeAll(async () => {
  test = await createTestDatabase('th')
  database = openDatabase(test.url, 2)
})
afterAll(async () => {
  await database.close()
  await test.drop()
})
beforeEach(async () => {
  for (const table of ['bonus', 'promotion']) {
    await database.query(`update ${table} set cap = '{"THB": 500}', min_deposit = '{}'`)
  }
})

/** The operator's offers as a process reads them when it starts, and what it tells of them. */
async function read() {
  const told: string[] = []
  const operator = await openOperator(database, (error) => told.push(String(error)))
  return { told, ...operator.current() }
}

describe('an offer', () => {
  it.each([
    ['{"THB": 500}', { THB: parseDecimal('500.00') }],
    ['{"THB": 0.5, "LAK": 2000}', { THB: parseDecimal('0.50'), LAK: parseDecimal('2000.00') }],
    ['{"THB": null}', { THB: null }],
    ['{}', {}],
  ])('up to %s is offered up to that', async (cap, bounds) => {
    await database.query("update bonus set cap = $1 where code = 'DAILY10'", [cap])
    const { bonuses, told } = await read()
    expect(bonuses.get('DAILY10')?.cap).toEqual(bounds)
    expect(told).toEqual([])
  })

  it.each([
    ['{"THB": "500"}', 'THB'],
    ['{"THB": 500.005}', 'THB'],
    ['{"THB": 0}', 'THB'],
    ['{"THB": -5}', 'THB'],
    ['{"thb": 500}', 'thb'],
    ['500', ''],
    ['[500]', '0'],
  ])('with bounds of %s is not offered, and that is told', async (nonsense, where) => {
    await database.query("update bonus set cap = $1 where code = 'DAILY10'", [nonsense])
    await database.query("update promotion set min_deposit = $1 where code = 'FRIDAY'", [nonsense])
    const { bonuses, promotions, told } = await read()
    expect([bonuses.has('DAILY10'), bonuses.has('DAILY5')]).toEqual([false, true])
    expect([promotions.has('FRIDAY'), promotions.has('KAPAO50')]).toEqual([false, true])
    expect(told).toHaveLength(2)
    expect(told[0]).toContain(`bonus DAILY10 is not offered: ${['cap', where].filter(Boolean).join('.')}: `)
    expect(told[1]).toContain('promotion FRIDAY is not offered: minDeposit')
  })
})
