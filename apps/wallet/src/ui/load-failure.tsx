import { useState } from 'react'
import { failureText } from '../lib/error-text.ts'
import { useText } from '../lib/i18n.ts'

interface LoadFailureProps {
  asked: { error: Error | null; isPaused: boolean }
  /** What the place says instead, unless it is a refusal that asking does not change. */
  place?: string
}

/**
 * Why something did not load: also while it is asked for again, when its query has forgotten it. Of a failure from before the place was opened
 * nothing is known until the answer.
 */
export function LoadFailure({ asked, place }: LoadFailureProps) {
  const { error, isPaused } = asked
  const t = useText()
  const [last, keep] = useState(error)
  if (error && error !== last) keep(error)
  return last || isPaused ? failureText(t, isPaused ? null : last, place) : place
}
