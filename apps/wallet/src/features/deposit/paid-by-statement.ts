/**
 * Whether money came, by the statement alone: a settled deposit that was not there before. Of a code that a server took away without a reason it is one
 * of that amount; a transfer between banks may be of any. Without that earlier look nothing is claimed.
 */
import type { AnswerOf } from '@kapao/contract/call'
import type { listStatements } from '@kapao/contract/statement'
import type { Minor } from '@kapao/money/minor'

type Row = AnswerOf<typeof listStatements>['statements'][number]
type Told = Pick<Row, '_id' | 'statementType' | 'status' | 'amount'>

const isSettled = (row: Told) => row.statementType === 'deposit' && row.status === 'SUCCESS'

export function isPaidByStatement(
  rows: readonly Told[],
  amount: Minor,
  knownRows: readonly string[] | null,
): boolean {
  if (knownRows === null) return false
  return rows.some((row) => isSettled(row) && row.amount === amount && !knownRows.includes(row._id))
}

/** What a later look is held against: one that is not settled yet is still to come. */
export function settledDeposits(rows: readonly Told[]): readonly string[] {
  return rows.filter(isSettled).map((row) => row._id)
}

/** How much came since, of several the last. */
export function newDeposit(rows: readonly Told[], settledRows: readonly string[]): Minor | null {
  return rows.find((row) => isSettled(row) && !settledRows.includes(row._id))?.amount ?? null
}
