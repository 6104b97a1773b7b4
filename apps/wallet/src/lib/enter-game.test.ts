import { expect, test } from 'vitest'
import { notEnteredText } from './enter-game.ts'
import type { Failure } from './http.ts'

const told = (failure: Failure) => notEnteredText((key) => key, failure)

test.each(['LOGIN_FAIL', 'SLOT_NO_ACCOUNT'])(
  'a game that is not entered (%s) is one that does not answer',
  (message) => {
    expect(told({ kind: 'refused', message })).toBe('errors.game-silent')
  },
)

test('what else keeps from a game is told by its own words', () => {
  expect(told({ kind: 'timed-out' })).toBe('errors.timed-out')
})
