import { ZERO } from '@kapao/money/minor'
import type { AnswerOf } from './call.ts'
import type { listStatements } from './statement.ts'

type StatementRow = AnswerOf<typeof listStatements>['statements'][number]

/**
 * What became of the bonus money when a bonus ended, which from and to alone would tell wrongly: a success moves nothing, for the bonus
 * was credited when it began, and is only the member's own from now on. Null for every other row, and for an end that is told otherwise.
 */
export function bonusEndOf({
  statementType,
  status,
  from,
  to,
  amount,
}: Pick<StatementRow, 'statementType' | 'status' | 'from' | 'to' | 'amount'>):
  | 'kept'
  | 'taken'
  | 'not-taken'
  | null {
  if (statementType !== 'finish_bonus') return null
  if (status === 'SUCCESS' && from === 'SYSTEM' && to === 'WALLET') return 'kept'
  if (status !== 'FAILED' || from !== 'WALLET' || to !== 'SYSTEM') return null
  return amount === ZERO ? 'not-taken' : 'taken'
}
