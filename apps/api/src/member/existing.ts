import { callerOf } from '../http/caller.ts'
import type { Limited } from '../http/limits.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import type { RouteContext } from '../http/route.ts'
import type { Member } from '../session/session.ts'

/** Who writes their own bank account errs a few times. */
const MOST_OF_ONE = 10

interface Asker {
  readonly ip: string
  readonly member?: Member
  /** Their own: they have answered its code. */
  readonly verifiedPhone?: string
}

function limitsOf({ operator }: RouteContext, { ip, member, verifiedPhone }: Asker): readonly Limited[] {
  // A phone of one's own is dearer than an address, and what strangers behind the same address have asked is nothing to its owner.
  if (verifiedPhone !== undefined)
    return [{ bucket: `existing-of-phone:${verifiedPhone}`, perMinute: MOST_OF_ONE }]
  const address = {
    bucket: `existing:${callerOf(ip)}`,
    perMinute: operator.current().existingAnswersPerMinute,
  }
  if (!member) return [address]
  return [address, { bucket: `existing-of:${member.id}`, perMinute: MOST_OF_ONE }]
}

function isTelling(answer: unknown): boolean {
  return isRefusal(answer) && (answer.refused === 'EXISTING_USER' || answer.refused === 'EXISTING_BANK')
}

/**
 * Answers a question that may tell whether somebody with that phone or bank account plays here. Who was told so too often is told nothing for the rest of
 * the minute, whatever the answer would be. Only those answers are counted: whoever registers hardly ever meets one, so neither does a campaign behind one
 * address, however many it brings at once.
 */
export async function limitTelling<Answer>(
  context: RouteContext,
  asker: Asker,
  answer: () => Promise<Answer>,
): Promise<Answer | Refusal<'REQUEST_LIMIT_1MIN'>> {
  const { limits } = context
  const limited = limitsOf(context, asker)
  const waits = await Promise.all(limited.map(({ bucket, perMinute }) => limits.look(bucket, perMinute)))
  const longest = Math.max(0, ...waits.map((wait) => wait ?? 0))
  if (longest > 0) return refuse('REQUEST_LIMIT_1MIN', { retryAfter: longest })
  const answered = await answer()
  if (!isTelling(answered)) return answered
  const retryAfter = await limits.hitEach(limited)
  return retryAfter === null ? answered : refuse('REQUEST_LIMIT_1MIN', { retryAfter })
}
