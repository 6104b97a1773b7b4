import { expect, test } from 'vitest'
import { groupPhone, normalisePhone } from './phone.ts'
import { regionOf } from './region.ts'

test.each([
  ['0812345678', '0812345678'],
  ['081-234 5678', '0812345678'],
  ['(081) 234.5678', '0812345678'],
  ['+66812345678', '0812345678'],
  ['+66 81-234-5678', '0812345678'],
  ['66812345678', '0812345678'],
  ['0066812345678', '0812345678'],
  ['+66 (0)81 234 5678', '0812345678'],
  ['๐๘๑๒๓๔๕๖๗๘', '0812345678'],
  ['\u200b081\u00a0234\u20105678', '0812345678'],
])('in Thailand %s is %s', (typed, national) => {
  expect(normalisePhone(typed, regionOf('th'))).toBe(national)
})

test.each([
  ['020 5551 2345', '02055512345'],
  ['+856 20 5551 2345', '02055512345'],
  ['8562055512345', '02055512345'],
  ['20 5551 2345', '02055512345'],
  ['30 555 1234', '0305551234'],
  ['20 5551 234', '205551234'],
  ['໐໒໐໕໕໕໑໒໓໔໕', '02055512345'],
])('in Laos %s is %s', (typed, national) => {
  expect(normalisePhone(typed, regionOf('la'))).toBe(national)
})

test('a wrong number stays as wrong as it was typed', () => {
  expect(normalisePhone('+668123', regionOf('th'))).toBe('+668123')
  expect(normalisePhone('08-1234-56', regionOf('th'))).toBe('08123456')
  expect(normalisePhone('call me', regionOf('th'))).toBe('callme')
  expect(normalisePhone('812345678', regionOf('th'))).toBe('812345678')
})

test('a number that is right already is not taken for one with a country code', () => {
  expect(normalisePhone('6612345678', regionOf('th'))).toBe('6612345678')
})

test.each([
  ['th', '0812345678', '081-\u2060234-\u20605678'],
  ['th', '+66 81 234 5678', '081-\u2060234-\u20605678'],
  ['la', '02055512345', '020\u00a05551\u00a02345'],
  ['la', '0305551234', '030\u00a0555\u00a01234'],
])('in %s %s is written %s, and that is read as it was', (key, typed, written) => {
  const region = regionOf(key)
  expect(groupPhone(typed, region)).toBe(written)
  expect(normalisePhone(written, region)).toBe(normalisePhone(typed, region))
})

test('what is no number of this country is written as it was typed', () => {
  expect(groupPhone('0812', regionOf('th'))).toBe('0812')
  expect(groupPhone('0812345678', regionOf('la'))).toBe('0812345678')
})
