// Whether the check finds what it is there for: sound books of one small story, and each way of being wrong by itself.
import { describe, expect, it } from 'vitest'
import type { OurBooks, Snapshot } from './books.ts'
import { checkBooks } from './check-books.ts'
import { checkHistory } from './check-history.ts'
import { checkSnapshot } from './check-snapshot.ts'
import type { Finding, FindingKind } from './finding.ts'
import type { Operation, Outcome } from './history.ts'
import type { TheirBooks } from './their-books.ts'

const MALI = '0811111111'
const members = new Set([MALI])

// Mali paid in 100 baht, took a gift of 5, moved 30 into a game and 10 back, and took 40 out.
const snapshot: Snapshot = {
  accounts: [
    { kind: 'wallet', member: MALI, code: '', currency: 'THB', balance: 45_00n, entries: 45_00n },
    { kind: 'hold', member: MALI, code: '', currency: 'THB', balance: 0n, entries: 0n },
    { kind: 'bank', member: null, code: 'SCB:1', currency: 'THB', balance: null, entries: -60_00n },
    { kind: 'game', member: null, code: 'PG', currency: 'THB', balance: null, entries: 20_00n },
    { kind: 'voucher', member: null, code: '07', currency: 'THB', balance: null, entries: -5_00n },
  ],
  underway: new Map(),
  coins: [{ member: MALI, coins: 1n, entries: 1n }],
  unevenMovements: 0,
}

const transfer = { member: MALI, game: 'PG', state: 'confirmed' }
const ours: OurBooks = {
  snapshot,
  transfers: [
    { ...transfer, id: 't-in', direction: 'in', moved: 30_00n, key: 'k-in' },
    { ...transfer, id: 't-out', direction: 'out', moved: 10_00n, key: 'k-out' },
  ],
  withdrawals: [{ id: 'w', member: MALI, amount: 40_00n, state: 'settled', transRef: 'out-1' }],
  deposits: [{ transRef: 'in-1', member: MALI, amount: 100_00n }],
  gifts: [{ member: MALI, amount: 5_00n, state: 'redeemed', key: 'k-gift' }],
  intents: [
    { member: MALI, key: 'k-in', status: 200, answer: { message: 'SUCCESS', amount: 30 } },
    { member: MALI, key: 'k-out', status: 202, answer: { message: 'SUCCESS', status: 'IN_PROGRESS' } },
    { member: MALI, key: 'k-withdraw', status: 200, answer: { message: 'SUCCESS' } },
    { member: MALI, key: 'k-gift', status: 200, answer: { message: 'SUCCESS', amount: 5 } },
  ],
  given: new Map(),
  claimed: new Set(['coupon-1']),
}
const theirs: TheirBooks = {
  transfers: [
    { id: 't-in', member: MALI, game: 'PG', direction: 'in', credits: 30_00n, isDone: true },
    { id: 't-out', member: MALI, game: 'PG', direction: 'out', credits: 10_00n, isDone: true },
    { id: 't-refused', member: MALI, game: 'PG', direction: 'in', credits: 7_00n, isDone: false },
  ],
  bank: [
    { transRef: 'in-1', account: 'SCB:1', amount: 100_00n, member: MALI },
    { transRef: 'out-1', account: 'SCB:1', amount: -40_00n, member: MALI },
  ],
  gifts: new Map([['link-1', 5_00n]]),
}

function yes(answer: unknown): Outcome {
  return { kind: 'ok', answer }
}
const lost: Outcome = { kind: 'unknown', why: 'ECONNRESET' }
const no: Outcome = { kind: 'refused', code: 'MONEY_NOT_ENOUGH' }

function operation(kind: Operation['kind'], more: Partial<Operation>): Operation {
  return { kind, member: MALI, key: null, amount: null, subject: null, tries: [], final: null, ...more }
}

const moveIn = operation('transfer in', {
  key: 'k-in',
  amount: 30_00n,
  tries: [lost, yes({ message: 'SUCCESS', amount: 30 })],
})
const history: readonly Operation[] = [
  moveIn,
  operation('transfer out', { key: 'k-out', amount: 10_00n, tries: [{ kind: 'in-progress' }] }),
  operation('transfer in', { key: 'k-no', amount: 900_00n, tries: [no] }),
  operation('transfer in', { key: 'k-never', amount: 1_00n, tries: [lost, { kind: 'unsent' }] }),
  operation('withdraw', { key: 'k-withdraw', amount: 40_00n, tries: [yes({ message: 'SUCCESS' })] }),
  operation('gift', { key: 'k-gift', subject: 'link-1', tries: [yes({ message: 'SUCCESS', amount: 5 })] }),
  operation('gift', { key: 'k-gift-2', subject: 'link-1', tries: [no] }),
  operation('deposit', { amount: 100_00n, tries: [yes({ transRef: 'in-1' })] }),
  operation('read', { tries: [yes({ username: MALI, amount: 45 })] }),
]

function kinds(findings: readonly Finding[]): FindingKind[] {
  return [...new Set(findings.map(({ kind }) => kind))].sort()
}

function account(kind: string, change: Partial<Snapshot['accounts'][number]>): Snapshot {
  return {
    ...snapshot,
    accounts: snapshot.accounts.map((one) => (one.kind === kind ? { ...one, ...change } : one)),
  }
}

it('sound books pass', () => {
  expect(checkSnapshot(snapshot, members)).toEqual([])
  expect(checkBooks(ours, theirs)).toEqual([])
  expect(checkHistory(history, ours)).toEqual([])
})

describe('a snapshot shows', () => {
  const stranger = {
    kind: 'wallet',
    member: '0899999999',
    code: '',
    currency: 'THB',
    balance: 0n,
    entries: 0n,
  }
  const wrong: readonly [string, Snapshot, FindingKind[]][] = [
    ['an account of nobody', { ...snapshot, accounts: [...snapshot.accounts, stranger] }, ['unexpected-key']],
    [
      'an account of a kind that there is not',
      account('voucher', { kind: 'petty cash' }),
      ['unexpected-key'],
    ],
    ['a balance that is gone', account('wallet', { balance: null }), ['nil-balance']],
    [
      'an account that is gone',
      { ...snapshot, accounts: snapshot.accounts.filter(({ kind }) => kind !== 'hold') },
      ['nil-balance'],
    ],
    [
      'a balance written by one who had not locked it',
      account('wallet', { balance: 40_00n }),
      ['wrong-total'],
    ],
    [
      'a member below zero',
      account('wallet', { balance: -1n, entries: -1n }),
      ['negative-value', 'wrong-total'],
    ],
    ['money that nobody lost', account('bank', { entries: -61_00n }), ['wrong-total']],
    ['money on hold for nothing', account('hold', { balance: 1n, entries: 1n }), ['wrong-total']],
    [
      'a transfer under way with nothing on hold',
      { ...snapshot, underway: new Map([[MALI, 5n]]) },
      ['wrong-total'],
    ],
    ['a movement that does not cancel out', { ...snapshot, unevenMovements: 1 }, ['wrong-total']],
    [
      'coins from nowhere',
      { ...snapshot, coins: [{ member: MALI, coins: 2n, entries: 1n }] },
      ['wrong-total'],
    ],
  ]
  it.each(wrong)('%s', (_, wrongly, expected) => {
    expect(kinds(checkSnapshot(wrongly, members))).toEqual(expected)
  })
})

describe('the books of the others show', () => {
  const [first, second] = ours.transfers
  const [deposit] = ours.deposits
  if (!first || !second || !deposit) throw new Error('the story is too short')
  const wrong: readonly [string, OurBooks, TheirBooks, FindingKind[]][] = [
    ['a transfer that we forgot', { ...ours, transfers: [first] }, theirs, ['differs-from-game']],
    [
      'a transfer that we made up',
      { ...ours, transfers: [...ours.transfers, { ...first, id: 't-3' }] },
      theirs,
      ['differs-from-game'],
    ],
    [
      'another amount than we booked',
      { ...ours, transfers: [{ ...first, moved: 29_00n }, second] },
      theirs,
      ['differs-from-game'],
    ],
    [
      'a transfer done that we gave back',
      { ...ours, transfers: [{ ...first, state: 'refused', moved: null }, second] },
      theirs,
      ['differs-from-game'],
    ],
    ['a deposit that we never credited', { ...ours, deposits: [] }, theirs, ['differs-from-bank']],
    [
      'a deposit that we credited twice',
      { ...ours, deposits: [deposit, { ...deposit, transRef: 'in-1-2' }] },
      theirs,
      ['differs-from-bank'],
    ],
    [
      'a deposit that went to another',
      { ...ours, deposits: [{ ...deposit, member: '0899999999' }] },
      theirs,
      ['differs-from-bank'],
    ],
    ['a payout that we know nothing of', { ...ours, withdrawals: [] }, theirs, ['differs-from-bank']],
    [
      'a gift that we took and did not credit',
      { ...ours, gifts: [] },
      theirs,
      ['differs-from-issuer', 'wrong-total'],
    ],
    [
      'a purse with more than the member brought',
      { ...ours, snapshot: account('wallet', { balance: 46_00n, entries: 46_00n }) },
      theirs,
      ['wrong-total'],
    ],
  ]
  it.each(wrong)('%s', (_, wrongly, others, expected) => {
    expect(kinds(checkBooks(wrongly, others))).toEqual(expected)
  })
})

describe('the history shows', () => {
  const only = (change: Partial<Operation>) => [{ ...moveIn, ...change }]
  const [first] = ours.transfers
  if (!first) throw new Error('the story is too short')
  const twice = { ...ours, transfers: [first, { ...first, id: 't-again' }] }
  const wrong: readonly [string, readonly Operation[], OurBooks, FindingKind[]][] = [
    ['a yes that is not in the books', [moveIn], { ...ours, transfers: [] }, ['lost']],
    ['a yes whose intent was forgotten', [moveIn], { ...ours, intents: [] }, ['lost']],
    ['a yes that is there twice', [moveIn], twice, ['doubled']],
    ['a lost answer that moved money twice', only({ tries: [lost] }), twice, ['doubled']],
    ['a no that moved money', only({ tries: [no] }), ours, ['doubled']],
    ['a call that never arrived and moved money', only({ tries: [{ kind: 'unsent' }] }), ours, ['doubled']],
    [
      'a word of progress on nothing',
      only({ tries: [{ kind: 'in-progress' }] }),
      { ...ours, transfers: [] },
      ['lost'],
    ],
    [
      'another amount than was told',
      only({ tries: [yes({ message: 'SUCCESS', amount: 31 })] }),
      ours,
      ['other-answer'],
    ],
    [
      'two answers to one intent',
      only({ tries: [yes({ message: 'SUCCESS', amount: 30 }), yes({ message: 'SUCCESS' })] }),
      ours,
      ['other-answer'],
    ],
    [
      'a withdrawal that is not there',
      [operation('withdraw', { key: 'k-withdraw', amount: 41_00n, tries: [yes({ message: 'SUCCESS' })] })],
      ours,
      ['lost'],
    ],
    [
      'a deposit at the bank that nobody credited',
      [operation('deposit', { amount: 1n, tries: [yes({ transRef: 'in-2' })] })],
      ours,
      ['lost'],
    ],
    [
      'one gift for two',
      ['k-gift', 'k-gift'].map((key) =>
        operation('gift', { key, subject: 'link-1', tries: [yes({ message: 'SUCCESS', amount: 5 })] }),
      ),
      ours,
      ['doubled'],
    ],
    [
      'a coupon said to be paid',
      [operation('claim coupon', { subject: 'coupon-2', tries: [yes({ success: true, amount: 5 })] })],
      ours,
      ['lost'],
    ],
    [
      'somebody else’s wallet',
      [operation('read', { tries: [yes({ username: '0899999999', amount: 1 })] })],
      ours,
      ['unexpected-key'],
    ],
    [
      'a wallet without a figure',
      [operation('read', { tries: [yes({ username: MALI })] })],
      ours,
      ['nil-balance'],
    ],
    [
      'a figure below zero',
      [operation('read', { tries: [yes({ username: MALI, amount: -0.01 })] })],
      ours,
      ['negative-value'],
    ],
  ]
  it.each(wrong)('%s', (_, operations, books, expected) => {
    expect(kinds(checkHistory(operations, books))).toEqual(expected)
  })
})
