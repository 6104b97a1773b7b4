import { fromMinorUnits } from '@kapao/money/minor'
import { describe, expect, it } from 'vitest'
import { nextWithdrawState, type WithdrawEvent, type WithdrawState } from './withdraw-machine.ts'

const amount = fromMinorUnits(10_000n)
const failure = { kind: 'refused', message: 'BONUS_CONDITION' } as const
const editing: WithdrawState = { at: 'editing' }
const confirming: WithdrawState = { at: 'confirming', amount }
const sending: WithdrawState = { at: 'sending', amount }
const requested: WithdrawState = { at: 'requested', amount }
const unknown: WithdrawState = { at: 'unknown', amount, failure: { kind: 'timed-out' } }
const refused: WithdrawState = { at: 'refused', amount, failure, isPerhapsDone: false }
const perhapsRequested: WithdrawState = { at: 'refused', amount, failure, isPerhapsDone: true }
const closed: WithdrawState = { at: 'closed' }
const before: WithdrawState = { at: 'requested-before', amount }
const all = { editing, confirming, sending, requested, before, unknown, refused, closed }

describe('a withdrawal on the screen', () => {
  it.each<[string, WithdrawState, WithdrawEvent, WithdrawState]>([
    ['asks before it is sent', editing, { type: 'ask', amount }, confirming],
    ['goes back to the form', confirming, { type: 'back' }, editing],
    ['is sent once confirmed', confirming, { type: 'send' }, sending],
    ['is requested', sending, { type: 'answered', failure: null }, requested],
    [
      'was requested by an earlier form',
      sending,
      { type: 'answered', failure: null, wasDoneBefore: true },
      before,
    ],
    ['can be requested once more after that', before, { type: 'read' }, { at: 'editing' }],
    ['is refused', sending, { type: 'answered', failure }, refused],
    [
      'is not called failed when no answer came',
      sending,
      { type: 'answered', failure: { kind: 'timed-out' } },
      unknown,
    ],
    [
      'is not called failed without a network',
      sending,
      { type: 'answered', failure: { kind: 'no-network' } },
      { ...unknown, failure: { kind: 'no-network' } },
    ],
    [
      'is not sent again where it may be seen that it was requested',
      sending,
      { type: 'not-sent', isPerhapsDone: true },
      { ...perhapsRequested, failure: { kind: 'no-network' } },
    ],
    [
      'is not sent again where nothing can be seen of it',
      sending,
      { type: 'not-sent', isPerhapsDone: false },
      { at: 'unknown', amount, isUnseen: true },
    ],
    ['is sent again after no answer', unknown, { type: 'send' }, sending],
    ['goes back to the form after a refusal', refused, { type: 'read' }, editing],
    [
      'may have been requested by the try before it, though this one was refused',
      sending,
      { type: 'answered', failure, isPerhapsDone: true },
      perhapsRequested,
    ],
    ['closes after that', perhapsRequested, { type: 'read' }, closed],
    ['closes once requested', requested, { type: 'read' }, closed],
    ['closes after being told to look at the statement', unknown, { type: 'read' }, closed],
  ])('%s', (_name, from, event, to) => {
    expect(nextWithdrawState(from, event)).toEqual(to)
  })

  it.each<[WithdrawEvent, readonly (keyof typeof all)[]]>([
    [{ type: 'ask', amount }, ['editing']],
    [{ type: 'back' }, ['confirming']],
    [{ type: 'send' }, ['confirming', 'unknown']],
    [{ type: 'answered', failure: null }, ['sending']],
    [{ type: 'not-sent', isPerhapsDone: true }, ['sending']],
    [{ type: 'read' }, ['requested', 'before', 'unknown', 'refused']],
  ])('ignores $type where it cannot happen', (event, where) => {
    for (const [name, state] of Object.entries(all)) {
      if (!where.some((one) => one === name)) expect(nextWithdrawState(state, event), name).toBe(state)
    }
  })
})
