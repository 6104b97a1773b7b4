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

export interface Step {
  readonly name: 'asked' | 'sent' | 'paid' | 'returned' | 'to-send' | 'at-bank'
  /** ISO; null for what is waited for. */
  readonly at: string | null
}

/** How far a withdrawal has come, as its server tells: what was done, and what is waited for. None where it tells nothing. */
export function stepsOf({
  payout,
  status,
  createdAt,
}: Pick<StatementRow, 'payout' | 'status' | 'createdAt'>) {
  if (payout === undefined) return []
  const { sentAt, endedAt } = payout
  const steps: Step[] = [{ name: 'asked', at: createdAt }]
  if (sentAt !== undefined) steps.push({ name: 'sent', at: sentAt })
  const progress = progressOf(status)
  if (progress === 'in-progress') steps.push({ name: sentAt === undefined ? 'to-send' : 'at-bank', at: null })
  else if (endedAt !== undefined)
    steps.push({ name: progress === 'success' ? 'paid' : 'returned', at: endedAt })
  return steps
}

/** "18:04:09" of a written time on the same day as the other, else all of it. */
export function timeBeside(written: string, other: string): string {
  const [day, time] = written.split(' ')
  return time !== undefined && other.startsWith(`${day} `) ? time : written
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
