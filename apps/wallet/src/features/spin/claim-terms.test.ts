import { expect, it } from 'vitest'
import { claimTerms } from './claim-terms.ts'

const none = { status: false, type: '' } as const
const chosen = { status: true, type: 'bonus', state: 'chosen' } as const
const running = { status: true, type: 'bonus', state: 'running' } as const

it.each([
  ['money', undefined, 'unknown'],
  ['money', none, 'money'],
  ['money', chosen, 'money'],
  ['money', running, 'held'],
  ['bonus', undefined, 'unknown'],
  ['bonus', none, 'bonus'],
  ['bonus', chosen, 'blocked'],
  ['bonus', running, 'blocked'],
  ['coins', undefined, 'coins'],
  ['coins', running, 'coins'],
  [undefined, undefined, null],
  [undefined, running, null],
] as const)('a coupon of %s beside %o is %s', (kind, active, terms) => {
  expect(claimTerms({ kind, success: 150 }, active)).toBe(terms)
})

it('a bonus whose goal it reaches itself holds nothing back, and of one that does not say its goal nobody knows', () => {
  const termsAt = (success?: number) => claimTerms({ kind: 'bonus', success }, none)
  expect([100, 101, undefined].map(termsAt)).toEqual(['money', 'bonus', 'bonus'])
})
