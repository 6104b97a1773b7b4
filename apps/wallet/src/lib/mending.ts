import { type Failure, SendFailure } from '@kapao/browser/http'
import { WALLET_PERIOD_MS } from './begun.ts'

const MEND_PERIOD_MS = 4_000
const FINAL_PERIOD_MS = 60_000
/** Other servers say so with any status. */
const BROKE = 'INTERNAL_SERVER_ERROR'
export const TOO_MANY_REQUESTS = 429

/** Whoever asks more often of a server that says so only keeps it busy. */
const isTooMuch = (message: string) => message === 'OVERLOADED' || message.startsWith('REQUEST_LIMIT')

/**
 * When to ask again for what did not load, of itself: not before the server said, of one that has too much to do no more often than ever, and seldom
 * after a refusal that asking does not change, such as of an account that is switched off.
 */
export function mendAfterMs(failure: Failure | null): number {
  if (failure?.kind !== 'refused') return MEND_PERIOD_MS
  const { message, retryAfter = 0 } = failure
  const periodMs = isFinal(failure) ? FINAL_PERIOD_MS : isTooMuch(message) ? WALLET_PERIOD_MS : MEND_PERIOD_MS
  return Math.max(periodMs, retryAfter * 1000)
}

/** A refusal of a server that is well stays one, as does a page of one that does not know the call: what the page can do without is then left out. */
export function isFinal(failure: Failure): boolean {
  if (failure.kind === 'not-understood') return failure.status < 500 && failure.status !== TOO_MANY_REQUESTS
  return (
    failure.kind === 'refused' && !failure.isFault && failure.message !== BROKE && !isTooMuch(failure.message)
  )
}

/** For queries whose failure is silent (spec §8): what did not load is asked for again until it comes. */
export function mending({ state }: { state: { status: string; error: Error | null } }): number | false {
  if (state.status !== 'error') return false
  return mendAfterMs(state.error instanceof SendFailure ? state.error.failure : null)
}
