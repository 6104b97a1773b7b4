/**
 * Whether a code that a server took away without a reason was paid, by the statement alone: a settled deposit of that amount which was not
 * there when the code was new. Without that earlier look nothing is claimed.
 */
import type { AnswerOf } from '@kapao/contract/call'
import type { listStatements } from '@kapao/contract/statement'
import type { Minor } from '@kapao/money/minor'

type Row = AnswerOf<typeof listStatements>['statements'][number]

export function isPaidByStatement(
  rows: readonly Pick<Row, '_id' | 'statementType' | 'status' | 'amount'>[],
  amount: Minor,
  knownRows: readonly string[] | null,
): boolean {
  if (knownRows === null) return false
  return rows.some(
    (row) =>
      row.statementType === 'deposit' &&
      row.status === 'SUCCESS' &&
      row.amount === amount &&
      !knownRows.includes(row._id),
  )
}
