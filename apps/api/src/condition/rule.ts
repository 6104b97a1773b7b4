import { roundDownToCoin, roundUpToCoin } from '@kapao/money/currency'
import { add, type Minor, shareOf, shareOfRoundedUp, smaller, subtract, ZERO } from '@kapao/money/minor'

/** What was promised when a condition began. Percentages are whole. */
export interface Terms {
  readonly currency: string
  /** Of the deposit; null where the credit is no share of one (invite, refund). */
  readonly percent: number | null
  readonly cap: Minor | null
  readonly minDeposit: Minor | null
  readonly successPercent: number
  readonly failPercent: number
}

export interface Running {
  readonly at: 'running'
  /** The member's total right after the credit. */
  readonly base: Minor
  readonly bonus: Minor
  /** What came in since as the member's own: deposits, and money that the wheel gave. */
  readonly added: Minor
  /** How much of the base may never have been there: what was in doubt when it began, until it is known. */
  readonly doubtful: Minor
}

export type Standing =
  | { readonly at: 'chosen' }
  | Running
  | { readonly at: 'success' }
  | { readonly at: 'failed' }
  /** By the member; `taken` went back from the wallet. */
  | { readonly at: 'cleared'; readonly taken: Minor }

export type Happening =
  /** A deposit has settled; `total` is what the member has with it, `doubtful` how much of that is in doubt. */
  | { readonly kind: 'deposit'; readonly amount: Minor; readonly total: Minor; readonly doubtful: Minor }
  | { readonly kind: 'balance'; readonly total: Minor }
  | { readonly kind: 'clear'; readonly total: Minor }

export interface Bounds {
  /** At or above this total the condition ends in success. */
  readonly successAt: Minor
  /** At or under this total it has failed. */
  readonly failAt: Minor
}

export function boundsOf(terms: Terms, { base }: Running): Bounds {
  return {
    // Half a satang short of it is not there yet.
    successAt: shareOfRoundedUp(base, terms.successPercent),
    failAt: shareOf(base, terms.failPercent),
  }
}

/** The bounds as they are told, which a member can have: nobody has hundredths of a kip. At what is told each holds, a fraction before it or at once. */
export function boundsToTell(terms: Terms, running: Running): Bounds {
  const { successAt, failAt } = boundsOf(terms, running)
  return {
    successAt: roundUpToCoin(successAt, terms.currency),
    failAt: roundDownToCoin(failAt, terms.currency),
  }
}

/** The bonus that a deposit brings: zero when it is under the least deposit, or too small for a coin. */
export function bonusFor(terms: Terms, deposit: Minor): Minor {
  if (terms.percent === null || (terms.minDeposit !== null && deposit < terms.minDeposit)) return ZERO
  const share = shareOf(deposit, terms.percent)
  return roundDownToCoin(terms.cap === null ? share : smaller(share, terms.cap), terms.currency)
}

export function hasFailed(terms: Terms, running: Running, total: Minor): boolean {
  return total <= boundsOf(terms, running).failAt
}

/**
 * What clearing takes back: of the bonus, what is still there, losses having eaten the bonus first. Nothing once it has failed, and
 * never the member's own money, whether they had it before or it came in since.
 */
export function takenByClearing(terms: Terms, running: Running, total: Minor): Minor {
  if (hasFailed(terms, running, total)) return ZERO
  const own = add(subtract(running.base, running.bonus), running.added)
  const left = subtract(total, own)
  return left > 0n ? smaller(left, running.bonus) : ZERO
}

function judge(terms: Terms, running: Running, total: Minor): Standing {
  return total >= boundsOf(terms, running).successAt ? { at: 'success' } : running
}

/** A condition whose credit was made: `total` holds it already. */
export function begin(bonus: Minor, total: Minor, doubtful: Minor): Running {
  return { at: 'running', base: total, bonus, added: ZERO, doubtful }
}

/**
 * A running condition once nothing is in doubt any more and `total` is what the member has: what was in doubt when it began and is not there was no
 * part of the base. What was lost in play meanwhile looks the same, and counts as such as far as the doubt went.
 */
export function withKnownBase(running: Running, total: Minor): Running {
  const missing = subtract(add(running.base, running.added), total)
  const never = missing > 0n ? smaller(missing, running.doubtful) : ZERO
  return { ...running, base: subtract(running.base, never), doubtful: ZERO }
}

type Deposited = Extract<Happening, { kind: 'deposit' }>

function afterDeposit(terms: Terms, standing: Standing, { amount, total, doubtful }: Deposited): Standing {
  if (standing.at === 'chosen') {
    const bonus = bonusFor(terms, amount)
    return bonus > 0n ? begin(bonus, add(total, bonus), doubtful) : standing
  }
  if (standing.at !== 'running') return standing
  // It had failed before this money came, whatever of its base was there.
  const before = subtract(total, amount)
  if (hasFailed(terms, withKnownBase(standing, before), before)) return { at: 'failed' }
  return judge(terms, { ...standing, added: add(standing.added, amount) }, total)
}

/**
 * The one transition of a condition: chosen → running → success, failed or cleared. What has ended stays as it ended. A standing that
 * has just begun is judged by the next happening.
 */
export function next(terms: Terms, standing: Standing, happening: Happening): Standing {
  if (happening.kind === 'deposit') return afterDeposit(terms, standing, happening)
  if (standing.at === 'chosen') {
    return happening.kind === 'clear' ? { at: 'cleared', taken: ZERO } : standing
  }
  if (standing.at !== 'running') return standing
  const judged = judge(terms, standing, happening.total)
  if (happening.kind === 'balance' || judged.at !== 'running') return judged
  return { at: 'cleared', taken: takenByClearing(terms, standing, happening.total) }
}
