import { fromMinorUnits } from '@kapao/money/minor'
import { describe, expect, test } from 'vitest'
import { bonusEndOf } from './bonus-end.ts'

describe('the end of a bonus', () => {
  const end = (status: string, from: string, to: string, units: bigint) =>
    bonusEndOf({ statementType: 'finish_bonus', status, from, to, amount: fromMinorUnits(units) })

  test('in success moves nothing: the bonus was there, and is the member’s own now', () => {
    expect(end('SUCCESS', 'SYSTEM', 'WALLET', 12_050n)).toBe('kept')
  })

  test('without success says whether anything of the bonus was taken back', () => {
    expect(end('FAILED', 'WALLET', 'SYSTEM', 12_050n)).toBe('taken')
    expect(end('FAILED', 'WALLET', 'SYSTEM', 0n)).toBe('not-taken')
  })

  test('that another server tells in another way is shown as it is told', () => {
    expect(end('SUCCESS', 'WALLET', 'SYSTEM', 12_050n)).toBeNull()
    expect(end('FAILED', 'SYSTEM', 'WALLET', 12_050n)).toBeNull()
    expect(end('PENDING', 'SYSTEM', 'WALLET', 12_050n)).toBeNull()
  })

  test('is no other row', () => {
    const row = { status: 'SUCCESS', from: 'SYSTEM', to: 'WALLET', amount: fromMinorUnits(12_050n) }
    expect(bonusEndOf({ ...row, statementType: 'bonus' })).toBeNull()
  })
})
