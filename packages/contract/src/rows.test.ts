import * as v from 'valibot'
import { expect, it } from 'vitest'
import { listBonuses } from './bonus.ts'
import { listSlips } from './slip.ts'
import { listStatements } from './statement.ts'
import { money, requestedMoney } from './values.ts'
import { refreshSlots } from './wallet.ts'

const createdAt = '2026-11-02T03:04:05.000Z'

it('reads amounts with the noise of a float as what they mean, and takes none that is asked for', () => {
  for (const [told, meant] of [
    [0.1 + 0.2, 30n],
    [1234.5600000000004, 123_456n],
    [0.1 + 0.2 - 0.3, 0n],
    [-19.99 * 3, -5997n],
  ] as const) {
    expect(v.parse(money, told)).toBe(meant)
  }
  for (const amount of [1.005, 0.001, Number.NaN, Number.POSITIVE_INFINITY])
    expect(v.is(money, amount)).toBe(false)
  expect(v.is(requestedMoney, 0.1 + 0.2)).toBe(false)
})

it('a game of another category, without pictures or addresses, is a game; one whose credits cannot be read is left out', () => {
  const game = { code: 'PG', name: 'Lotus', amount: 1, isActive: true, ftWalletSlot: 1 }
  const slots = [
    { ...game, category: 'fishing', logo: null, background: null, web: 1 },
    { ...game, code: 'ODD', category: 'slot', logo: '', background: '', amount: '12' },
  ]
  const read = v.parse(refreshSlots.answer, { slots }).slots
  expect(read).toMatchObject([{ code: 'PG', logo: '', background: '', web: null, android: null, ios: null }])
  expect(read[0]?.category).toBeUndefined()
})

it('a row of a kind that is not known takes no other with it', () => {
  const row = { _id: 's-1', status: 'SUCCESS', from: 'BANK', to: 'WALLET', amount: 1, createdAt }
  const statements = [
    { ...row, statementType: 'cashback' },
    { ...row, _id: 's-2', statementType: 'deposit', amount: null },
    { ...row, _id: 's-3', statementType: 'deposit' },
  ]
  const read = v.parse(listStatements.answer, { total: 3, statements }).statements
  expect(read.map(({ _id, statementType }) => [_id, statementType])).toEqual([
    ['s-1', undefined],
    ['s-3', 'deposit'],
  ])
  const bonus = { code: 'B', type: 'month', maxReceived: 1, percentFail: 0, banners: [], userBonus: null }
  expect(v.parse(listBonuses.answer, { bonuses: [bonus, {}] }).bonuses).toHaveLength(1)
  const slip = { _id: 'sl-1', createdAt, amount: null, status: 'PENDING' }
  expect(v.parse(listSlips.answer, { total: 1, slips: [slip] }).slips).toMatchObject([{ amount: 0n }])
})

it('what is no list at all is still no answer', () => {
  expect(v.is(listStatements.answer, { total: 0, statements: null })).toBe(false)
})
