import { fromMinorUnits } from '@kapao/money/minor'
import { parseRatio } from '@kapao/money/ratio'
import { expect, test, vi } from 'vitest'
import type { Result } from './http.ts'
import { lookSince, seenSince, untilSeen } from './seen-statement.ts'
import { storeToken } from './session-token.ts'

const { answers } = vi.hoisted(() => ({ answers: [] as Result<unknown>[] }))
vi.mock('./http.ts', () => ({ send: async () => answers.shift() }))

const sentAtMs = Date.parse('2026-11-02T03:04:05.000Z')
const amount = fromMinorUnits(20_000n)
const row = {
  _id: 's-2',
  statementType: 'withdraw',
  status: 'PENDING',
  from: 'WALLET',
  to: 'BANK',
  amount,
  createdAt: '2026-11-02T03:04:06.000Z',
} as const
const earlier = { ...row, _id: 's-1' }
interface Varied {
  _id: string
  status: string
  amount: typeof amount
  createdAt: string
}
const known = new Set(['s-1'])
const isIt = (one: { statementType: string | undefined; amount: bigint }) =>
  one.statementType === 'withdraw' && one.amount === amount

const ftWalletSlot = parseRatio('1')
if (!ftWalletSlot) throw new Error('ratio')
const links = { logo: '', background: '', web: null, android: null, ios: null }
const game = { code: 'PG', name: 'PG', category: 'slot', isActive: true, ftWalletSlot, ...links } as const
const wallet = (minor: bigint, inGame = 0n) => ({
  profile: { _id: 'm', name: 'm', username: 'm', coin: 0, createdAt: row.createdAt },
  bankAccount: {
    bankCode: '',
    bankAccountName: '',
    bankAccountNo: '',
    bank: { nameTH: '', nameEN: '' },
  },
  wallet: { amount: fromMinorUnits(minor) },
  invite: { amount: fromMinorUnits(0n), success: 0, fail: 0 },
  slots: [{ ...game, amount: fromMinorUnits(inGame) }],
})
const lost = { ok: false, failure: { kind: 'no-network' } } as const
const page = (...statements: (Omit<typeof row, '_id' | 'status' | 'amount' | 'createdAt'> & Varied)[]) =>
  ({ ok: true, answer: { total: statements.length, statements } }) as const
const holds = (minor: bigint, inGame?: bigint) => ({ ok: true, answer: wallet(minor, inGame) }) as const
const before = { sentAtMs, wallet: wallet(50_000n), knownIds: known }
const sought = { isIt, places: ['WALLET', 'PG'] }
const blind = { ...before, knownIds: null }

test('what was sent is the row that was not there before', () => {
  expect(seenSince(before, sought, page(row, earlier), holds(30_000n))).toBe(row)
  expect(seenSince(before, sought, page(earlier), holds(50_000n))).toBe('nothing')
})

test('a row that came while no balance has changed may be of another phone, or of an earlier time', () => {
  for (const same of [holds(50_000n), lost])
    expect(seenSince(before, sought, page(row, earlier), same)).toBe('perhaps')
})

test('a row that failed, or of another amount, is none: that can be sent again', () => {
  const failed = { ...row, status: 'FAILED' }
  const other = { ...row, amount: fromMinorUnits(20_001n) }
  expect(seenSince(before, sought, page(failed, other), holds(50_000n))).toBe('nothing')
})

test('where no row is known from before, one that is not a day older may be it', () => {
  expect(seenSince(blind, sought, page(row), holds(50_000n))).toBe('perhaps')
  const longAgo = { ...row, createdAt: '2026-11-01T03:04:04.000Z' }
  expect(seenSince(blind, sought, page(longAgo), holds(50_000n))).toBe('nothing')
})

test('a balance that has changed says that it may have been done, whatever the statement shows', () => {
  for (const statement of [page(earlier), lost]) {
    expect(seenSince(before, sought, statement, holds(30_000n))).toBe('perhaps')
    // Brought together for it.
    expect(seenSince(before, sought, statement, holds(50_000n, 20_000n))).toBe('perhaps')
  }
})

test('of a transfer only the two places count, and of none where they stand among the others', () => {
  const two = (pg: bigint, joker: bigint) => {
    const { slots, ...rest } = wallet(50_000n)
    return { ...rest, slots: slots.flatMap((one) => [slot(one, 'PG', pg), slot(one, 'JOKER2', joker)]) }
  }
  const slot = <Slot>(one: Slot, code: string, minor: bigint) => ({
    ...one,
    code,
    amount: fromMinorUnits(minor),
  })
  const earlierOn = { ...before, wallet: two(100n, 200n) }
  const seenIn = (now: ReturnType<typeof two>, places: readonly string[], rows = page(earlier)) =>
    seenSince(earlierOn, { isIt, places }, rows, { ok: true, answer: now })
  const played = two(100n, 900n)
  expect(seenIn(played, ['WALLET', 'PG'])).toBe('nothing')
  expect(seenIn(played, ['WALLET', 'PG'], page(row, earlier))).toBe('perhaps')
  for (const places of [
    ['WALLET', 'JOKER2'],
    ['JOKER2', 'PG'],
  ])
    expect(seenIn(played, places)).toBe('perhaps')
  const same = two(100n, 200n)
  expect(seenIn({ ...same, slots: [...same.slots].reverse() }, ['PG', 'JOKER2'])).toBe('nothing')
})

test('without statement or balances nothing can be said', () => {
  expect(seenSince(before, sought, lost, holds(50_000n))).toBe('unseen')
  expect(seenSince(before, sought, page(earlier), lost)).toBe('unseen')
  expect(seenSince({ ...before, wallet: undefined }, sought, page(earlier), holds(50_000n))).toBe('unseen')
})

test('how it was before is looked at again until it has come', async () => {
  vi.useFakeTimers()
  answers.push(lost, lost, page(earlier))
  const tell = vi.fn()
  untilSeen(tell)
  await vi.runAllTimersAsync()
  expect(tell.mock.calls).toEqual([[known]])
  vi.useRealTimers()
})

test('what comes when something was sent meanwhile is not how it was before, and nobody looks any more', async () => {
  vi.useFakeTimers()
  answers.push(page(earlier))
  const tell = vi.fn()
  untilSeen(tell)()
  await vi.runAllTimersAsync()
  answers.push(lost)
  const stop = untilSeen(tell)
  await vi.advanceTimersByTimeAsync(0)
  stop()
  answers.push(page(earlier))
  await vi.runAllTimersAsync()
  expect(tell).not.toHaveBeenCalled()
  expect(answers.splice(0)).toHaveLength(1)
  vi.useRealTimers()
})

test('nobody knows what became of it once somebody else is here, in whose name it would be sent again', async () => {
  answers.push(page(earlier), holds(50_000n), page(earlier), holds(50_000n))
  expect(await lookSince(before, sought)).toBe('nothing')
  const looked = lookSince(before, sought)
  storeToken('somebody else', false)
  expect(await looked).toBe('unseen')
})
