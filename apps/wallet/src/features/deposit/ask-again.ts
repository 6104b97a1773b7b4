/** How soon what may tell of a payment is asked for again, and what its failures say of the line. */
import { SendFailure } from '@kapao/browser/http'
import { isOutcomeUnknown } from '../../lib/intent.ts'
import { failureOf, mendAfterMs, TOO_MANY_REQUESTS } from '../../lib/mending.ts'

/** In its own time, and after a failure no sooner than that one lets it. */
export function againAfterMs(ownMs: number, error: Error | null): number {
  if (error === null) return ownMs
  return Math.max(ownMs, mendAfterMs(failureOf(error)))
}

/** The line or the server is away. One that says no, or not so soon again, is there. */
export function isAway(error: Error | null): boolean {
  if (!(error instanceof SendFailure)) return error !== null
  const { failure } = error
  const isTooOften = failure.kind === 'not-understood' && failure.status === TOO_MANY_REQUESTS
  return isOutcomeUnknown(failure) && !isTooOften
}
