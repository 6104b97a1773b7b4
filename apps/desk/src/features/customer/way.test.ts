import { money } from '@kapao/contract/values'
import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { wayOf } from './way.ts'

const t = (key: string) => key
const row = (statementType: 'transfer' | 'finish_bonus', status: string, from: string, to: string) =>
  wayOf(t, { PG: 'Lotus Lantern' }, { statementType, status, from, to, amount: parse(money, 100) })

test('money goes from one place to another, a game by its own name', () => {
  expect(row('transfer', 'SUCCESS', 'WALLET', 'PG')).toBe('customer.place-WALLET → Lotus Lantern')
  expect(row('transfer', 'SUCCESS', 'JOKER2', 'WALLET')).toBe('JOKER2 → customer.place-WALLET')
})

test('the end of a bonus is not told as money that came in or went', () => {
  expect(row('finish_bonus', 'SUCCESS', 'SYSTEM', 'WALLET')).toBe('customer.end-kept')
  expect(row('finish_bonus', 'FAILED', 'WALLET', 'SYSTEM')).toBe('customer.end-taken')
})
