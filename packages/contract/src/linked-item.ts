import type { AnswerOf } from './call.ts'
import type { listStatements } from './statement.ts'

const linkedItems = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const

type StatementRow = AnswerOf<typeof listStatements>['statements'][number]

/** What the bonus, promotion, invite, refund or prize behind a row says of itself; null when there is none. */
export function descriptionOf(row: Pick<StatementRow, (typeof linkedItems)[number]>): string | null {
  for (const name of linkedItems) {
    const text = row[name]?.description.trim()
    if (text) return text
  }
  return null
}
