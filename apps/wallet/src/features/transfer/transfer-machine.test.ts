import { fromMinorUnits } from '@kapao/money/minor'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../lib/http.ts'
import { createIntent } from '../../lib/intent.ts'
import { outcomeOf } from './transfer-calls.ts'
import {
  isBusy,
  isDone,
  nextTransferState,
  type TransferEvent,
  type TransferState,
} from './transfer-machine.ts'

const amount = fromMinorUnits(10_000n)
const failure = { kind: 'refused', message: 'TRANSFER_FAIL' } as const
const editing: TransferState = { at: 'editing' }
const sent = { action: 'transfer', from: 'WALLET', to: 'PG', amount } as const
const sending: TransferState = { at: 'sending', sent }
const playing: TransferState = { at: 'sending', sent: { ...sent, action: 'play' } }
const bringing: TransferState = { at: 'sending', sent: { action: 'all', to: 'WALLET' } }
const entering: TransferState = { at: 'entering', amount }
const moved: TransferState = { at: 'moved', sent, left: [] }
const movedLess: TransferState = { at: 'moved-less', sent, amount: fromMinorUnits(1_000n) }
const before: TransferState = { at: 'moved-before', sent }
const inProgress: TransferState = { at: 'in-progress' }
const unknown: TransferState = { at: 'unknown', sent, failure: { kind: 'timed-out' } }
const refused: TransferState = { at: 'refused', sent, failure, isPerhapsDone: false }
const perhapsMoved: TransferState = { at: 'refused', sent, failure, isPerhapsDone: true }
const notEntered: TransferState = { at: 'not-entered', amount, failure }
const closed: TransferState = { at: 'closed' }
const all = {
  editing,
  sending,
  playing,
  bringing,
  entering,
  moved,
  movedLess,
  before,
  inProgress,
  unknown,
  refused,
  notEntered,
  closed,
}

const send: TransferEvent = { type: 'send', sent }
const answered = (outcome: Extract<TransferEvent, { type: 'answered' }>['outcome']): TransferEvent => ({
  type: 'answered',
  outcome,
})
const hasMoved = answered({ kind: 'moved', left: [] })

describe('a transfer on the screen', () => {
  it.each<[string, TransferState, TransferEvent, TransferState]>([
    ['is sent', editing, send, sending],
    ['cannot be sent twice', sending, { type: 'send', sent: { ...sent, action: 'play' } }, sending],
    ['has moved', sending, hasMoved, moved],
    [
      'has moved less than was sent',
      sending,
      answered({ kind: 'moved', left: [], amount: fromMinorUnits(1_000n) }),
      movedLess,
    ],
    ...[20_000n, 0n, -1_000n].map((told): [string, TransferState, TransferEvent, TransferState] => [
      `has moved what was sent where a server says a figure that cannot be what moved, such as a balance (${told})`,
      sending,
      answered({ kind: 'moved', left: [], amount: fromMinorUnits(told) }),
      moved,
    ]),
    [
      'opens the game with what was sent where the figure cannot be what moved',
      playing,
      answered({ kind: 'moved', left: [], amount: fromMinorUnits(20_000n) }),
      entering,
    ],
    [
      'opens no game of itself that took less than was sent',
      playing,
      answered({ kind: 'moved', left: [], amount: fromMinorUnits(1_000n) }),
      { ...movedLess, sent: { ...sent, action: 'play' } },
    ],
    [
      'opens that game when told to, with what it took',
      movedLess,
      { type: 'enter' },
      { at: 'entering', amount: fromMinorUnits(1_000n) },
    ],
    ['closes after a success in part', movedLess, { type: 'read' }, closed],
    ['opens the game once the money is there', playing, hasMoved, entering],
    [
      'names the games that may still hold money',
      bringing,
      answered({ kind: 'moved', left: ['PG'] }),
      { at: 'moved', sent: { action: 'all', to: 'WALLET' }, left: ['PG'] },
    ],
    ['had moved for an earlier form', sending, answered({ kind: 'moved-before' }), before],
    ['can be sent once more after that', before, { type: 'read' }, editing],
    ['opens the game where it had moved', before, { type: 'enter' }, { at: 'entering', amount: null }],
    ['is in progress, which is no failure', sending, answered({ kind: 'in-progress' }), inProgress],
    ['opens no game while the money is under way', playing, answered({ kind: 'in-progress' }), inProgress],
    [
      'has no answer, which is no failure',
      sending,
      answered({ kind: 'unknown', failure: { kind: 'timed-out' } }),
      unknown,
    ],
    ['is tried again after no answer', unknown, send, sending],
    ['is refused', sending, answered({ kind: 'refused', failure }), refused],
    ['goes back to the form after a refusal', refused, { type: 'read' }, editing],
    [
      'may have been done by the try before it, though this one was refused',
      sending,
      answered({ kind: 'refused', failure, isPerhapsDone: true }),
      perhapsMoved,
    ],
    ['closes after that', perhapsMoved, { type: 'read' }, closed],
    ['closes after a success', moved, { type: 'read' }, closed],
    ['closes after being told of the progress', inProgress, { type: 'read' }, closed],
    ['closes after being told to look at the statement', unknown, { type: 'read' }, closed],
    ['opens the game without moving anything', editing, { type: 'enter' }, { at: 'entering', amount: null }],
    ['closes when the game is open', entering, { type: 'entered' }, closed],
    ['says that the game did not open', entering, { type: 'not-entered', failure }, notEntered],
    ['closes after that when money was moved', notEntered, { type: 'read' }, closed],
    [
      'goes back to the form after that when none was',
      { at: 'not-entered', amount: null, failure },
      { type: 'read' },
      editing,
    ],
  ])('%s', (_name, from, event, to) => {
    expect(nextTransferState(from, event)).toEqual(to)
  })

  it.each<[TransferEvent, readonly (keyof typeof all)[]]>([
    [send, ['editing', 'unknown']],
    [{ type: 'enter' }, ['editing', 'before', 'movedLess']],
    [hasMoved, ['sending', 'playing', 'bringing']],
    [{ type: 'entered' }, ['entering']],
    [{ type: 'not-entered', failure }, ['entering']],
    [{ type: 'read' }, ['moved', 'movedLess', 'before', 'inProgress', 'unknown', 'refused', 'notEntered']],
  ])('ignores $type where it cannot happen', (event, where) => {
    for (const [name, state] of Object.entries(all)) {
      if (!where.some((one) => one === name)) expect(nextTransferState(state, event), name).toBe(state)
    }
  })

  it('is busy while it is sent and while the game opens', () => {
    const busy = Object.entries(all).filter(([, state]) => isBusy(state))
    expect(busy.map(([name]) => name)).toEqual(['sending', 'playing', 'bringing', 'entering'])
  })

  it('has nothing left to send once the money moves, and has while nobody knows or nothing was moved', () => {
    const done = Object.entries(all).filter(([, state]) => isDone(state))
    expect(done.map(([name]) => name)).toEqual(['entering', 'moved', 'movedLess', 'inProgress', 'notEntered'])
    expect(isDone({ at: 'entering', amount: null })).toBe(false)
    expect(isDone({ at: 'not-entered', amount: null, failure })).toBe(false)
  })
})

describe('what an answer means', () => {
  it('is a failure only when the server refuses', () => {
    expect(outcomeOf({ ok: true, answer: {} })).toEqual({ kind: 'moved', left: [] })
    expect(outcomeOf({ ok: true, answer: { status: 'IN_PROGRESS' } })).toEqual({ kind: 'in-progress' })
    expect(outcomeOf({ ok: false, failure })).toEqual({
      kind: 'refused',
      failure,
      isPerhapsDone: false,
    })
    const lost: Failure[] = [
      { kind: 'no-network' },
      { kind: 'timed-out' },
      { kind: 'not-understood', status: 502, came: 'a-page' },
      { kind: 'refused', message: 'INTERNAL_SERVER_ERROR' },
    ]
    // With what came instead, for who asks support about it.
    for (const one of lost)
      expect(outcomeOf({ ok: false, failure: one })).toEqual({ kind: 'unknown', failure: one })
  })

  it('keeps the key of an intent until it is settled', () => {
    const intent = createIntent('transfer')
    const key = intent.keyFor('WALLET>PG:100')
    intent.settle({ ok: false, failure: { kind: 'timed-out' } })
    intent.settle({ ok: false, failure: { kind: 'refused', message: 'INTERNAL_SERVER_ERROR' } })
    expect(intent.keyFor('WALLET>PG:100')).toBe(key)
    intent.settle({ ok: true })
    expect(intent.keyFor('WALLET>PG:100')).not.toBe(key)
  })
})
