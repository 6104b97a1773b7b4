/** How a row of the statement is read (spec §9: the sign; §3: types and statuses). Pure, and tested by name. */
import type { AnswerOf } from '@kapao/contract/call'
import type { listStatements } from '@kapao/contract/statement'
import { progressOf } from '../../lib/progress.ts'

export type StatementRow = AnswerOf<typeof listStatements>['statements'][number]
export type StatementType = StatementRow['statementType']

/** Plus for deposit and bonus, minus for withdraw, none for the others. */
export function signOf(type: StatementType): 'plus' | 'minus' | 'none' {
  if (type === 'deposit' || type === 'bonus') return 'plus'
  return type === 'withdraw' ? 'minus' : 'none'
}

export function anyInProgress(rows: readonly StatementRow[]): boolean {
  return rows.some((row) => progressOf(row.status) === 'in-progress')
}

const linkedItems = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const

/** What the bonus, promotion, invite, refund or prize behind a row says of itself; null when there is none. */
export function descriptionOf(row: StatementRow): string | null {
  for (const name of linkedItems) {
    const text = row[name]?.description.trim()
    if (text) return text
  }
  return null
}
