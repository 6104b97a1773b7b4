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

/** "18:04:09" of a written time on the same day as the other, else all of it. */
export function timeBeside(written: string, other: string): string {
  const [day, time] = written.split(' ')
  return time !== undefined && other.startsWith(`${day} `) ? time : written
}

export function anyInProgress(rows: readonly StatementRow[]): boolean {
  return rows.some((row) => progressOf(row.status) === 'in-progress')
}
