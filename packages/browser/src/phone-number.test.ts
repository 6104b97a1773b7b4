import { expect, test } from 'vitest'
import { groupPhoneNo } from './phone-number.ts'

test.each([
  ['0812345678', '081-\u2060234-\u20605678'],
  ['02055512345', '020\u00a05551\u00a02345'],
  ['0305551234', '030\u00a0555\u00a01234'],
  ['0201234567', '020-\u2060123-\u20604567'],
  ['081234567', '081234567'],
  ['08123456789', '08123456789'],
  ['mali-2026', 'mali-2026'],
])('%s is written %s', (number, written) => expect(groupPhoneNo(number)).toBe(written))
