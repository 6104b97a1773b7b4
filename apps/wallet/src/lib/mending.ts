import { type Failure, SendFailure } from '@kapao/browser/http'
import { WALLET_PERIOD_MS } from './begun.ts'

const MEND_PERIOD_MS = 4_000
/** The longest that a pause grows to: nobody is kept waiting for a server that is back. */
const GROWN_PERIOD_MS = 16_000
const FINAL_PERIOD_MS = 60_000
/** Other servers say so with any status. */
const BROKE = 'INTERNAL_SERVER_ERROR'
export const TOO_MANY_REQUESTS = 429

/** Whoever asks more often of a server that says so only keeps it busy. */
export const isTooMuch = (message: string) => message === 'OVERLOADED' || message.startsWith('REQUEST_LIMIT')

/**
 * When to ask again for what did not load, of itself: not before the server said, of one that has too much to do no more often than ever, and seldom
 * after a refusal that asking does not change, such as of an account that is switched off. `growth`: how many times as long.
 */
export function mendAfterMs(failure: Failure | null, growth = 1): number {
  const firstMs = firstPeriodMs(failure)
  const saidMs = failure?.kind === 'refused' ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(firstMs, Math.min(growth * firstMs, GROWN_PERIOD_MS), saidMs)
}

function firstPeriodMs(failure: Failure | null): number {
  if (failure?.kind !== 'refused') return MEND_PERIOD_MS
  if (isFinal(failure)) return FINAL_PERIOD_MS
  return isTooMuch(failure.message) ? WALLET_PERIOD_MS : MEND_PERIOD_MS
}

/** A refusal of a server that is well stays one, as does a page of one that does not know the call: what the page can do without is then left out. */
export function isFinal(failure: Failure): boolean {
  if (failure.kind === 'not-understood') return failure.status < 500 && failure.status !== TOO_MANY_REQUESTS
  return (
    failure.kind === 'refused' && !failure.isFault && failure.message !== BROKE && !isTooMuch(failure.message)
  )
}

/** Null where it is a fault of the page's own. */
export function failureOf(error: unknown): Failure | null {
  return error instanceof SendFailure ? error.failure : null
}

interface Mended {
  readonly state: {
    readonly status: string
    readonly error: Error | null
    readonly errorUpdateCount: number
    readonly errorUpdatedAt: number
  }
}

/** At which of its failures each began to be mended. */
const begunAt = new WeakMap<Mended, number>()

/**
 * For queries whose failure is silent (spec §8): what did not load is asked for again until it comes, in pauses that grow, and not in those of
 * everybody else whom the server failed at that moment.
 */
export function mending(query: Mended): number | false {
  const { status, error, errorUpdateCount, errorUpdatedAt } = query.state
  if (status === 'success') begunAt.delete(query)
  if (status !== 'error') return false
  const before = begunAt.get(query) ?? errorUpdateCount
  begunAt.set(query, before)
  // Of one failure it is always the same, however often it is asked.
  const factor = 2 - (errorUpdatedAt % 100) / 250
  return mendAfterMs(failureOf(error), factor ** (errorUpdateCount - before))
}
