import { expect, it } from 'vitest'
import { wholeAmounts } from './whole-amounts.ts'

it.each([
  ['1,000,000 บาท', '1,000,000\u00a0บาท'],
  ['ເງິນສົດ 1,000,000 ກີບ ໃນກະເປົາ', 'ເງິນສົດ 1,000,000\u00a0ກີບ ໃນກະເປົາ'],
  ['3 เหรียญ', '3\u00a0เหรียญ'],
])('"%s" keeps its number and its unit together', (name, whole) => {
  expect(wholeAmounts(name)).toBe(whole)
})

it.each(['ไม่ได้รางวัล', 'Top 10', '10 - 20', 'โบนัส 50%'])('"%s" is as it was written', (name) => {
  expect(wholeAmounts(name)).toBe(name)
})
