import { describe, expect, test } from 'vitest'
import { descriptionOf } from './linked-item.ts'

describe('the linked item', () => {
  test('says what it is', () => {
    expect(descriptionOf({ refund: { description: 'คืนยอดเสีย 5%' } })).toBe('คืนยอดเสีย 5%')
  })

  test('without a description is as good as none', () => {
    expect(descriptionOf({ bonus: { description: ' ' } })).toBeNull()
    expect(descriptionOf({})).toBeNull()
  })
})
