/** What keeps the refund from being received, as far as the check tells (spec §4; api: refund). */
import type { AnswerOf } from '@kapao/contract/call'
import type { checkRefund } from '@kapao/contract/refund'
import { ZERO } from '@kapao/money/minor'

/** nothing: there is no refund, or the server would not give it. bonus: it waits until the active bonus has ended. */
export function refundHold({
  result,
  bonus,
  refundAmount,
}: Pick<AnswerOf<typeof checkRefund>, 'result' | 'bonus' | 'refundAmount'>): 'nothing' | 'bonus' | null {
  if (refundAmount <= ZERO) return 'nothing'
  if (bonus) return 'bonus'
  return result ? null : 'nothing'
}

/**
 * Whether a refund with this goal (success percent) holds withdrawals back. Its base is the total with the refund in it, so a goal of no more
 * than all of that is reached at once, and the condition ends as it begins.
 */
export function holdsWithdrawals(successPercent: number): boolean {
  return successPercent > 100
}
