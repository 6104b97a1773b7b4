import type { FastifyBaseLogger } from 'fastify'
import type { Queries } from '../database/database.ts'
import { callerOf } from '../http/caller.ts'
import type { Limited } from '../http/limits.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import type { RouteContext } from '../http/route.ts'
import { takeBackLater } from '../http/take-back-later.ts'
import type { Member } from '../session/session.ts'

/** Who writes their own bank account errs a few times. */
const MOST_OF_ONE = 10

export interface Asker {
  readonly ip: string
  readonly member?: Member
  /** Their own: they have answered its code. */
  readonly verifiedPhone?: string
  /** Whether the answer is all there is of it, so that it can still be kept back when it is known. */
  readonly isOnlyAsked?: boolean
  readonly log: FastifyBaseLogger
}

interface TellingLimits {
  /** What one person is told: more than a few questions at once are nobody's who writes their own account. */
  readonly own: Limited | null
  /** What all behind an address are told. */
  readonly shared: Limited | null
}

function limitsOf({ operator }: RouteContext, { ip, member, verifiedPhone }: Asker): TellingLimits {
  // A phone of one's own is dearer than an address, and what strangers behind the same address have asked is nothing to its owner.
  if (verifiedPhone !== undefined)
    return { own: { bucket: `existing-of-phone:${verifiedPhone}`, perMinute: MOST_OF_ONE }, shared: null }
  const perMinute = operator.current().existingAnswersPerMinute
  return {
    own: member ? { bucket: `existing-of:${member.id}`, perMinute: MOST_OF_ONE } : null,
    shared: { bucket: `existing:${callerOf(ip)}`, perMinute },
  }
}

function isTelling(answer: unknown): boolean {
  return isRefusal(answer) && (answer.refused === 'EXISTING_USER' || answer.refused === 'EXISTING_BANK')
}

/**
 * Answers a question that may tell whether somebody with that phone or bank account plays here. Who was told so too often is told nothing for the rest of
 * the minute, whatever the answer would be. Only those answers are counted: whoever registers hardly ever meets one, so neither does a campaign behind one
 * address, however many it brings at once. Questions that are sent all at once tell no more than one after the other: a person's are counted before
 * they are answered, and taken back when they told nothing; an address's are looked at again when the answer is known.
 */
export async function limitTelling<Answer>(
  context: RouteContext,
  asker: Asker,
  answer: () => Promise<Answer>,
): Promise<Answer | Refusal<'REQUEST_LIMIT_1MIN'>> {
  const { limits } = context
  const { own, shared } = limitsOf(context, asker)
  const tooMany = (retryAfter: number) => refuse('REQUEST_LIMIT_1MIN', { retryAfter })
  const look = async () => (shared ? limits.look(shared.bucket, shared.perMinute) : null)
  const countTold = async () => (shared ? limits.hit(shared.bucket, shared.perMinute) : null)
  const wait = (await look()) ?? (own ? await limits.hit(own.bucket, own.perMinute) : null)
  if (wait !== null) return tooMany(wait)
  let hasTold = false
  try {
    const answered = await answer()
    hasTold = isTelling(answered)
    const over = await (hasTold ? countTold() : asker.isOnlyAsked ? look() : null)
    return over === null ? answered : tooMany(over)
  } finally {
    if (own && !hasTold) takeBackLater(limits, asker.log, own.bucket)
  }
}

export async function isMembersPhone(queries: Queries, phone: string): Promise<boolean> {
  const [member] = await queries.query('select 1 from member where username = $1', [phone])
  return member !== undefined
}

/**
 * Tells whose phone is a member's to somebody of whom nobody knows whether it is theirs: as the sending of a code does, and for no less. Either answer tells,
 * so each is counted among what the address is told; and, as codes are, over all addresses, which may be one person's.
 */
export async function tellStranger(
  { limits, operator }: RouteContext,
  { ip, log }: Pick<Asker, 'ip' | 'log'>,
  isMember: boolean,
) {
  const { existingAnswersPerMinute, otpSendsOfAllPerMinute } = operator.current()
  const ofAddress = `existing:${callerOf(ip)}`
  const addressForS = await limits.hit(ofAddress, existingAnswersPerMinute)
  if (addressForS !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter: addressForS })
  const allForS = await limits.hit('existing-unverified', otpSendsOfAllPerMinute)
  if (allForS === null)
    return isMember ? refuse('EXISTING_USER', { field: 'username' }) : refuse('UNVERIFIED_OTP')
  // It was told nothing.
  takeBackLater(limits, log, ofAddress)
  return refuse('REQUEST_LIMIT_1MIN', { retryAfter: allForS })
}
