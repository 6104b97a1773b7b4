/** How a row of the statement is read (spec §9: the sign; §3: types and statuses). Pure, and tested by name. */
import type { AnswerOf } from '@kapao/contract/call'
import type { listStatements } from '@kapao/contract/statement'

export type StatementRow = AnswerOf<typeof listStatements>['statements'][number]
export type StatementType = StatementRow['statementType']

/** Plus for deposit and bonus, minus for withdraw, none for the others. */
export function signOf(type: StatementType): 'plus' | 'minus' | 'none' {
  if (type === 'deposit' || type === 'bonus') return 'plus'
  return type === 'withdraw' ? 'minus' : 'none'
}

export type Progress = 'success' | 'failed' | 'in-progress'

/** Whatever is neither SUCCESS nor FAILED is in progress. */
export function progressOf(status: string): Progress {
  if (status === 'SUCCESS') return 'success'
  return status === 'FAILED' ? 'failed' : 'in-progress'
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

/**
 * The rows of a page, each once. A row that came while the player turned the page pushes the last one of the page before onto this one;
 * it was seen there already.
 */
export function withoutDoubles(
  rows: readonly StatementRow[],
  pageBefore: readonly StatementRow[] = [],
): readonly StatementRow[] {
  const seen = new Set(pageBefore.map((row) => row._id))
  return rows.filter((row) => {
    if (seen.has(row._id)) return false
    seen.add(row._id)
    return true
  })
}

export function pagesOf(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage))
}
