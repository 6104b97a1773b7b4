import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../../scripts/test-database.ts'
import { openDatabase } from '../database/database.ts'
import { readConfig } from '../environment/config.ts'
import { contrastOf } from './contrast.ts'
import { demoMembers } from './demo-member.ts'
import { openOperator } from './operator.ts'
import { seedOperator } from './seed.ts'
import { wheelEntry, wheelOf } from './seed-wheel.ts'
import type { Wheel } from './wheel.ts'

const regions = [
  { region: 'th', currencies: ['THB'], script: /[ก-๛]/ },
  { region: 'la', currencies: ['LAK', 'BAHT'], script: /[ກ-ໝ]/ },
] as const

describe.each(regions)('a new operator in $region', ({ region, currencies, script }) => {
  it('has a wheel to spin at once, with prizes of every kind, in the language of its players', async () => {
    const test = await createTestDatabase(region)
    const database = openDatabase(test.url, 2)
    const operator = await openOperator(database, (error) => {
      throw error
    })
    const demo = await database.query('select coin from member where username = $1', [
      demoMembers[region].phone,
    ])
    const { wheel, coinsPerDeposit } = operator.current()
    await database.close()
    await test.drop()
    if (!wheel) throw new Error('there is no wheel')
    expect(demo).toEqual([{ coin: 5 }])
    expect(Object.keys(coinsPerDeposit)).toEqual(currencies)
    expect(wheel.slices.length).toBeGreaterThanOrEqual(8)
    expect(wheel.slices.length).toBeLessThanOrEqual(10)
    expect(new Set(wheel.slices.map((slice) => slice.prize.kind))).toEqual(
      new Set(['money', 'coins', 'bonus', 'none']),
    )
    for (const [at, slice] of wheel.slices.entries()) {
      for (const texts of [slice.label, slice.prizeName, slice.htmlDescription]) {
        expect(Object.keys(texts)).toEqual(currencies)
        for (const text of Object.values(texts)) {
          expect(text).toMatch(script)
          expect(text).not.toMatch(/ໍາ|ํา/)
        }
      }
      // A border between two slices is seen, the last and the first among them.
      expect(contrastOf(slice.bgColor, wheel.slices.at(at - 1)?.bgColor ?? '')).toBeGreaterThan(1.3)
    }
  })
})

it('an operator of a version without a wheel gets one with its settings, and a second start changes nothing', async () => {
  const test = await createTestDatabase('th')
  const database = openDatabase(test.url, 2)
  try {
    for (const sql of [
      'delete from wheel_slice',
      'delete from wheel',
      "delete from operator_setting where name in ('wheelActive', 'wheelOddsPublished', 'coinsPerDeposit')",
    ]) {
      await database.query(sql)
    }
    const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: test.url, KAPAO_REGION: 'th' })
    const slices = () => database.query('select * from wheel_slice order by position')
    await seedOperator(database, config)
    const first = await slices()
    expect(first).toHaveLength(10)
    await seedOperator(database, config)
    expect(await slices()).toEqual(first)
  } finally {
    await database.close()
    await test.drop()
  }
})

describe('a wheel', () => {
  const slice = {
    code: 'A',
    label: 'A',
    prizeName: 'A',
    htmlDescription: 'A',
    bgColor: '#17121F',
    textColor: '#FFFFFF',
    weight: 1,
    prize: { kind: 'money', amount: { THB: 10 }, validHours: 1 },
  }
  const read = (...slices: readonly object[]): Wheel =>
    wheelOf(v.parse(wheelEntry, { code: 'W', name: 'W', slices }), ['THB'])
  const with2 = (change: object) => () => read(slice, { ...slice, code: 'B', ...change })
  const many = (count: number) => Array.from({ length: count }, (_one, at) => ({ ...slice, code: `S${at}` }))

  it('of two slices and one of forty can be spun', () => {
    expect(read(...many(2)).slices).toHaveLength(2)
    expect(read(...many(40)).slices).toHaveLength(40)
  })

  const broken: readonly (readonly [string, () => unknown])[] = [
    ['one slice', () => read(slice)],
    ['41 slices', () => read(...many(41))],
    ['two of one code', with2({ code: 'A' })],
    ['a weight of nothing', with2({ weight: 0 })],
    ['a weight below zero', with2({ weight: -1 })],
    ['a weight that is no whole number', with2({ weight: 0.5 })],
    ['a weight beyond all measure', with2({ weight: 1_000_001 })],
    ['a label that cannot be read', with2({ textColor: '#777777' })],
    ['a colour that is none', with2({ bgColor: 'black' })],
    ['a text that is missing for a currency', with2({ label: { LAK: 'B' } })],
    ['a prize without an amount for a currency', with2({ prize: { ...slice.prize, amount: { LAK: 1 } } })],
    ['a prize of a fraction of a satang', with2({ prize: { ...slice.prize, amount: { THB: 0.001 } } })],
    ['a prize below zero', with2({ prize: { ...slice.prize, amount: { THB: -1 } } })],
    ['a prize of an unknown kind', with2({ prize: { kind: 'ticket', validHours: 1 } })],
    ['a prize that never can be claimed', with2({ prize: { kind: 'coins', coins: 1, validHours: 0 } })],
    ['a prize that outlives the calendar', with2({ prize: { ...slice.prize, validHours: 87_601 } })],
    ['half a coin', with2({ prize: { kind: 'coins', coins: 0.5, validHours: 1 } })],
  ]
  it.each(broken)('with %s is none', (_what, build) => {
    expect(build).toThrow()
  })
})

it.each([
  ['#000000', '#FFFFFF', 21],
  ['#FFFFFF', '#FFFFFF', 1],
  ['#777777', '#FFFFFF', 4.48],
  ['#767676', '#FFFFFF', 4.54],
  ['red', '#FFFFFF', 0],
])('the contrast of %s and %s is %d', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2)
  expect(contrastOf(other, one)).toBeCloseTo(contrast, 2)
})
