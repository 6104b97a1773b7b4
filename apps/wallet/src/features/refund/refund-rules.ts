/** What keeps the refund from being received, as far as the check tells (spec §4; api: refund). */
import type { AnswerOf } from '@kapao/contract/call'
import type { checkRefund } from '@kapao/contract/refund'
import { ZERO } from '@kapao/money/minor'

type Check = Pick<
  AnswerOf<typeof checkRefund>,
  'result' | 'bonus' | 'refundAmount' | 'refundMin' | 'isActive'
>

/**
 * switched-off: the operator gives none now. nothing: there is no refund. minimum: the operator gives none so small. bonus: it waits until the active bonus has ended. not-given: the server
 * would not give it, and does not say why.
 */
export function refundHold({ result, bonus, refundAmount, refundMin, isActive }: Check) {
  if (isActive === false) return 'switched-off'
  if (refundAmount <= ZERO) return 'nothing'
  if (!result && refundMin !== undefined && refundAmount < refundMin) return 'minimum'
  if (bonus) return 'bonus'
  return result ? null : 'not-given'
}

/**
 * Whether a refund with this goal (success percent) holds withdrawals back. Its base is the total with the refund in it, so a goal of no more
 * than all of that is reached at once, and the condition ends as it begins.
 */
export function holdsWithdrawals(successPercent: number): boolean {
  return successPercent > 100
}
