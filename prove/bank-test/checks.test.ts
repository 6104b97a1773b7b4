// Whether the check finds what it is there for: sound books of one small story, and each way of being wrong by itself.
import { describe, expect, it } from 'vitest'
import type { OurBooks, Snapshot } from './books.ts'
import { checkBooks } from './check-books.ts'
import { checkHistory } from './check-history.ts'
import { checkSnapshot } from './check-snapshot.ts'
import type { FindingKind } from './finding.ts'
import type { Operation } from './history.ts'
import {
  history,
  kinds,
  lost,
  MALI,
  members,
  moveIn,
  no,
  operation,
  ours,
  snapshot,
  theirs,
  yes,
} from './sound-books.ts'
import type { TheirBooks } from './their-books.ts'

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
      { ...ours, snapshot: account('wallet', { balance: 76_00n, entries: 76_00n }) },
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
