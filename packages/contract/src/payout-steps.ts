import type { AnswerOf } from './call.ts'
import type { listStatements } from './statement.ts'

type StatementRow = AnswerOf<typeof listStatements>['statements'][number]

export interface PayoutStep {
  readonly name: 'asked' | 'sent' | 'paid' | 'returned' | 'to-send' | 'at-bank'
  /** ISO; null for what is waited for. */
  readonly at: string | null
}

/** How far a withdrawal has come, as its server tells: what was done, and what is waited for. None where it tells nothing. */
export function payoutStepsOf({
  payout,
  status,
  createdAt,
}: Pick<StatementRow, 'payout' | 'status' | 'createdAt'>): readonly PayoutStep[] {
  if (payout === undefined) return []
  const { sentAt, endedAt } = payout
  const steps: PayoutStep[] = [{ name: 'asked', at: createdAt }]
  if (sentAt !== undefined) steps.push({ name: 'sent', at: sentAt })
  const isEnded = status === 'SUCCESS' || status === 'FAILED'
  if (!isEnded) steps.push({ name: sentAt === undefined ? 'to-send' : 'at-bank', at: null })
  else if (endedAt !== undefined)
    steps.push({ name: status === 'SUCCESS' ? 'paid' : 'returned', at: endedAt })
  return steps
}
