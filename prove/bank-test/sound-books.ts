// Sound books of one small story, for the tests of the checks: each way of being wrong changes one thing of it.
import type { OurBooks, Snapshot } from './books.ts'
import type { Finding, FindingKind } from './finding.ts'
import type { Operation, Outcome } from './history.ts'
import type { Shown } from './shown.ts'
import type { TheirBooks } from './their-books.ts'

export const MALI = '0811111111'
export const members = new Set([MALI])

// Mali chose a bonus of a tenth, paid in 100 baht and had 10 for it, took a gift of 5, moved 30 into a game and 10 back, took 40 out, won 20 at
// the wheel and claimed them. A last spin won nothing.
export const snapshot: Snapshot = {
  accounts: [
    { kind: 'wallet', member: MALI, code: '', currency: 'THB', balance: 75_00n, entries: 75_00n },
    { kind: 'hold', member: MALI, code: '', currency: 'THB', balance: 0n, entries: 0n },
    { kind: 'bank', member: null, code: 'SCB:1', currency: 'THB', balance: null, entries: -60_00n },
    { kind: 'game', member: null, code: 'PG', currency: 'THB', balance: null, entries: 20_00n },
    { kind: 'voucher', member: null, code: '07', currency: 'THB', balance: null, entries: -5_00n },
    { kind: 'bonus', member: null, code: 'bonus', currency: 'THB', balance: null, entries: -10_00n },
    { kind: 'wheel', member: null, code: 'coupon', currency: 'THB', balance: null, entries: -20_00n },
  ],
  underway: new Map(),
  coins: [{ member: MALI, coins: 1n, entries: 1n }],
  unevenMovements: 0,
}

function spun(code: string, remainingCoin: number) {
  return { success: true, result: { code, label: code, remainingCoin } }
}

const transfer = { member: MALI, game: 'PG', state: 'confirmed', amount: 30_00n }
export const ours: OurBooks = {
  snapshot,
  transfers: [
    { ...transfer, id: 't-in', direction: 'in', moved: 30_00n, key: 'k-in' },
    { ...transfer, id: 't-out', direction: 'out', amount: 10_00n, moved: 10_00n, key: 'k-out' },
  ],
  withdrawals: [{ id: 'w', member: MALI, amount: 40_00n, state: 'settled', transRef: 'out-1' }],
  deposits: [{ transRef: 'in-1', member: MALI, amount: 100_00n }],
  gifts: [{ member: MALI, amount: 5_00n, state: 'redeemed', key: 'k-gift' }],
  intents: [
    { member: MALI, key: 'k-in', status: 200, answer: { message: 'SUCCESS', amount: 30 } },
    { member: MALI, key: 'k-out', status: 202, answer: { message: 'SUCCESS', status: 'IN_PROGRESS' } },
    { member: MALI, key: 'k-withdraw', status: 200, answer: { message: 'SUCCESS' } },
    { member: MALI, key: 'k-gift', status: 200, answer: { message: 'SUCCESS', amount: 5 } },
    { member: MALI, key: 'k-spin', status: 200, answer: spun('CASH20', 1) },
    { member: MALI, key: 'k-spin-2', status: 200, answer: spun('NONE', 0) },
    { member: MALI, key: 'k-claim', status: 200, answer: { success: true, amount: 20 } },
  ],
  conditions: [
    {
      member: MALI,
      kind: 'bonus',
      code: 'TENTH',
      state: 'running',
      percent: 10n,
      cap: 50_00n,
      minDeposit: 50_00n,
      chosenAtMs: 0,
      endedAtMs: null,
      appliedAt: 'moment 1',
      bonus: 10_00n,
      taken: 0n,
      couponAmount: null,
    },
  ],
  coupons: [
    {
      reference: 'coupon-1',
      member: MALI,
      kind: 'money',
      state: 'claimed',
      amount: 20_00n,
      prize: 20_00n,
      paid: 20_00n,
    },
  ],
  spins: [
    { member: MALI, slice: 'CASH20', coinsLeft: 1n, kind: 'money', coupons: 1 },
    { member: MALI, slice: 'NONE', coinsLeft: 0n, kind: 'none', coupons: 0 },
  ],
  arrivals: [
    { member: MALI, amount: 100_00n, at: 'moment 1', atMs: 60_000 },
    { member: MALI, amount: 5_00n, at: 'moment 2', atMs: 120_000 },
  ],
}
export const theirs: TheirBooks = {
  transfers: [
    { id: 't-in', member: MALI, game: 'PG', direction: 'in', credits: 30_00n, isDone: true },
    { id: 't-out', member: MALI, game: 'PG', direction: 'out', credits: 10_00n, isDone: true },
    { id: 't-refused', member: MALI, game: 'PG', direction: 'in', credits: 7_00n, isDone: false },
  ],
  bank: [
    { transRef: 'in-1', account: 'SCB:1', amount: 100_00n, member: MALI },
    { transRef: 'out-1', account: 'SCB:1', amount: -40_00n, member: MALI },
  ],
  credits: new Map([[`${MALI} PG`, 20_00n]]),
  gifts: new Map([['link-1', 5_00n]]),
}

export function yes(answer: unknown): Outcome {
  return { kind: 'ok', answer }
}
export const lost: Outcome = { kind: 'unknown', why: 'ECONNRESET' }
export const no: Outcome = { kind: 'refused', code: 'MONEY_NOT_ENOUGH' }

export function operation(kind: Operation['kind'], more: Partial<Operation>): Operation {
  return { kind, member: MALI, key: null, amount: null, subject: null, tries: [], final: null, ...more }
}

export const moveIn = operation('transfer in', {
  key: 'k-in',
  amount: 30_00n,
  tries: [lost, yes({ message: 'SUCCESS', amount: 30 })],
})
export const claim = operation('claim coupon', {
  key: 'k-claim',
  subject: 'coupon-1',
  tries: [yes({ success: true, amount: 20 })],
})
export const history: readonly Operation[] = [
  moveIn,
  operation('transfer out', { key: 'k-out', amount: 10_00n, tries: [{ kind: 'in-progress' }] }),
  operation('transfer in', { key: 'k-no', amount: 900_00n, tries: [no] }),
  operation('transfer in', { key: 'k-never', amount: 1_00n, tries: [lost, { kind: 'unsent' }] }),
  operation('withdraw', { key: 'k-withdraw', amount: 40_00n, tries: [yes({ message: 'SUCCESS' })] }),
  operation('gift', { key: 'k-gift', subject: 'link-1', tries: [yes({ message: 'SUCCESS', amount: 5 })] }),
  operation('gift', { key: 'k-gift-2', subject: 'link-1', tries: [no] }),
  operation('deposit', { amount: 100_00n, tries: [yes({ transRef: 'in-1' })] }),
  operation('read', { tries: [yes({ username: MALI, amount: 75 })] }),
  operation('choose bonus', { subject: 'TENTH', tries: [yes({ message: 'SUCCESS' })] }),
  operation('spin', { key: 'k-spin', tries: [lost, yes(spun('CASH20', 1))] }),
  operation('spin', { key: 'k-spin-2', tries: [yes(spun('NONE', 0))] }),
  claim,
]

export function kinds(findings: readonly Finding[]): FindingKind[] {
  return [...new Set(findings.map(({ kind }) => kind))].sort()
}

const line = { status: 'SUCCESS', from: 'BANK', to: 'WALLET' }
/** What Mali is shown of it, newest first. */
export const shown: Shown = {
  member: MALI,
  wallet: 75_00n,
  credits: new Map([['PG', 20_00n]]),
  lines: [
    { ...line, type: 'bonus', from: 'SYSTEM', amount: 20_00n },
    { ...line, type: 'withdraw', from: 'WALLET', to: 'BANK', amount: 40_00n },
    { ...line, type: 'transfer', from: 'PG', amount: 10_00n },
    { ...line, type: 'transfer', from: 'WALLET', to: 'PG', amount: 30_00n },
    { ...line, type: 'deposit', amount: 5_00n },
    { ...line, type: 'bonus', from: 'SYSTEM', amount: 10_00n },
    { ...line, type: 'deposit', amount: 100_00n },
  ],
  total: 7,
}
