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
  /** The deposits that were over before it was sent; null where the statement was not there yet. */
  readonly over: readonly string[] | null
}

const isOver = (row: Row) => row.statementType === 'deposit' && progressOf(row.status) !== 'in-progress'

export function depositsOver(rows: readonly Row[]): readonly string[] {
  return rows.filter(isOver).map((row) => row._id)
}

/** Its row, once that is over. Null until then, and while nothing is known of what was over before. */
export function rowOf<Told extends Row>({ amount, over }: WaitingGift, rows: readonly Told[]): Told | null {
  if (over === null) return null
  const isIts = (row: Row) => isOver(row) && !over.includes(row._id) && (amount ?? row.amount) === row.amount
  return rows.find(isIts) ?? null
}

const saved = v.object({ amount: v.nullable(v.string()), over: v.nullable(v.array(v.string())) })

export function savedGift(): WaitingGift | null {
  const text = perSession.get(sessionKeys.gift)
  if (text === null) return null
  try {
    const { amount, over } = v.parse(saved, JSON.parse(text))
    return { amount: amount === null ? null : fromDecimalText(amount), over }
  } catch {
    return null
  }
}

export function saveGift({ amount, over }: WaitingGift): void {
  const kept = { amount: amount === null ? null : toDecimalText(amount), over }
  perSession.set(sessionKeys.gift, JSON.stringify(kept))
}

export function forgetGift(): void {
  perSession.remove(sessionKeys.gift)
}
