/**
 * A gift whose issuer is silent: the statement alone tells what becomes of it. It is remembered for the tab, because in-app browsers load the page anew
 * while the player looks into the wallet's app.
 */
import type { AnswerOf } from '@kapao/contract/call'
import type { listStatements } from '@kapao/contract/statement'
import { fromDecimalText, type Minor, toDecimalText } from '@kapao/money/minor'
import * as v from 'valibot'
import { progressOf } from '../../lib/progress.ts'
import { perSession, sessionKeys } from '../../lib/storage.ts'

type Row = Pick<
  AnswerOf<typeof listStatements>['statements'][number],
  '_id' | 'statementType' | 'status' | 'amount'
>

export interface WaitingGift {
  /** What it holds; null where the server does not say. */
  readonly amount: Minor | null
  /** The deposits that were there before it was sent, those under way, too; null where the statement had not come yet. */
  readonly before: readonly string[] | null
  /** Its own row, once that was seen: from then on no other speaks for it. */
  readonly row: string | null
  readonly sentAtMs: number
}

/** An issuer is asked for some minutes; what is still open then is the statement's to tell. */
const WAITED_FOR_MS = 15 * 60_000

export const isWaitedFor = ({ sentAtMs }: WaitingGift) => Date.now() - sentAtMs < WAITED_FOR_MS

const isDeposit = (row: Row) => row.statementType === 'deposit'
const isOver = (row: Row) => progressOf(row.status) !== 'in-progress'

export function depositsOf(rows: readonly Row[]): readonly string[] {
  return rows.filter(isDeposit).map((row) => row._id)
}

/**
 * The gift's own row. One that is under way came with it; one that is over already may be another deposit, and is its own only where it is new and
 * of its amount.
 */
export function rowOf<Told extends Row>(
  { amount, before, row: own }: WaitingGift,
  rows: readonly Told[],
): Told | null {
  if (own !== null) return rows.find((row) => row._id === own) ?? null
  const mayBe = rows.filter((row) => isDeposit(row) && (amount ?? row.amount) === row.amount)
  const isNew = ({ _id }: Row) => before?.includes(_id) === false
  const underWay = mayBe.find((row) => !isOver(row) && (before === null || isNew(row)))
  return underWay ?? (amount === null ? null : (mayBe.find(isNew) ?? null))
}

const saved = v.object({
  amount: v.nullable(v.string()),
  before: v.nullable(v.array(v.string())),
  row: v.nullable(v.string()),
  sentAtMs: v.number(),
})

export function savedGift(): WaitingGift | null {
  const text = perSession.get(sessionKeys.gift)
  if (text === null) return null
  try {
    const { amount, ...known } = v.parse(saved, JSON.parse(text))
    const gift = { ...known, amount: amount === null ? null : fromDecimalText(amount) }
    return isWaitedFor(gift) ? gift : null
  } catch {
    return null
  }
}

export function saveGift(gift: WaitingGift): void {
  const amount = gift.amount === null ? null : toDecimalText(gift.amount)
  perSession.set(sessionKeys.gift, JSON.stringify({ ...gift, amount }))
}

export function forgetGift(): void {
  perSession.remove(sessionKeys.gift)
}
