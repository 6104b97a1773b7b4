import { describe, expect, it } from 'vitest'
import { Counting, complaintOf, quantile } from './answers.ts'

const seen = (status: number | null, code = '', retryAfter?: string) => ({ status, code, retryAfter, ms: 1 })

describe('what the crowd may be answered', () => {
  it.each([
    ['a yes', seen(200)],
    ['a no of the catalogue', seen(400, 'MONEY_NOT_ENOUGH')],
    ['to come again, and when', seen(503, 'OVERLOADED', '2')],
  ])('is %s', (_what, answer) => {
    expect(complaintOf(answer)).toBeNull()
  })

  it.each([
    ['nothing', seen(null, 'ECONNRESET'), 'no answer: ECONNRESET'],
    ['a failure', seen(500, 'INTERNAL_SERVER_ERROR'), '500 INTERNAL_SERVER_ERROR'],
    ['to come again, but not when', seen(503, 'OVERLOADED'), '503 with Retry-After missing'],
    ['to come again at once', seen(503, 'OVERLOADED', '0'), '503 with Retry-After 0'],
    ['503 by somebody else', seen(503, '', '2'), '503 with the body of nobody'],
    ['a no without a word', seen(404), '404 without a code'],
  ])('is not %s', (_what, answer, complaint) => {
    expect(complaintOf(answer)).toBe(complaint)
  })
})

it('counts who was let in apart from who was turned away', () => {
  const counting = new Counting()
  for (const ms of [30, 10, 20]) counting.add({ ...seen(200), ms })
  counting.add(seen(503, 'OVERLOADED', '1'))
  counting.add(seen(null, 'ETIMEDOUT'))
  expect(counting.tally()).toEqual({
    sent: 5,
    counts: { '200': 3, '503 OVERLOADED': 1, 'none ETIMEDOUT': 1 },
    accepted: [10, 20, 30],
    shed: [1],
    complaints: ['no answer: ETIMEDOUT'],
  })
})

it('takes quantiles of what there is', () => {
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(3)
  expect(quantile([1, 2, 3, 4], 1)).toBe(4)
  expect(quantile([], 0.5)).toBeNull()
})
