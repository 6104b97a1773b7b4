import { expect, it } from 'vitest'
import { searched } from './inbox-search.ts'

const numberOf = (typed: string) => searched(typed)[1]

it.each([
  ['081-234 5678', '0812345678'],
  ['(081) 234-5678', '0812345678'],
  ['081.234.5678', '0812345678'],
  ['๐๘๑ ๒๓๔', '081234'],
  ['໐໒໐ ໕໕໕໑', '0205551'],
  ['+66 81 234 5678', '0812345678'],
  ['+66 (0)81 234', '081234'],
  ['66812345678', '0812345678'],
  ['0066812345678', '0812345678'],
  ['00660812345678', '0812345678'],
  ['+856 20 5551 2345', '02055512345'],
  ['+856 20 5551', '0205551'],
  ['00856 20 5551 2345', '02055512345'],
  ['8562055512345', '02055512345'],
  ['+856 30 555 1234', '0305551234'],
  ['\u200b081\u00a0234', '081234'],
])('a phone that is written %j is looked for as %s', (typed, number) => {
  expect(numberOf(typed)).toBe(`%${number}%`)
})

it.each(['6612', '66', '856', '8562055', '0066123', '6612345678'])(
  '%s may be any part of a number, and is one',
  (typed) => expect(numberOf(typed)).toBe(`%${typed}%`),
)

it.each(['Mali', 'Mali 66', '', '+', '7VJ-'])('%j is no number', (typed) => expect(numberOf(typed)).toBe(''))

it('signs that stand for others in a pattern stand for themselves, however wide they are written', () => {
  expect(searched('100%_')).toEqual(['%100\\%\\_%', ''])
  expect(searched('％')).toEqual(['%\\%%', ''])
})
