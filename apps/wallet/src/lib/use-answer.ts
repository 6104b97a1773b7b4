/**
 * The answer of a reading call for screens outside the member area, which have no TanStack Query. Asked once when shown, by `retry`, and
 * for as long as it did not come: every few seconds, when the line is back, and when the page is looked at again.
 */

import type { AnswerOf, Call } from '@kapao/contract/call'
import { useCallback, useEffect, useState } from 'react'
import { type Failure, send } from './http.ts'
import { isFinal, mendAfterMs } from './mending.ts'
import { afterOrAwake } from './page-life.ts'

export type Asked<Answer> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'ready'; readonly answer: Answer }

/** `call` must be a call of the contract itself, not one made while drawing. `isExtra`: the page can do without the answer. */
export function useAnswer<C extends Call>(
  call: C,
  isExtra = false,
): [asked: Asked<AnswerOf<C>>, retry: () => void] {
  const [asked, setAsked] = useState<Asked<AnswerOf<C>>>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the reason to ask again
  useEffect(() => {
    const leaving = new AbortController()
    send(call, { signal: leaving.signal }).then(
      (result) =>
        setAsked(
          result.ok
            ? { state: 'ready', answer: result.answer }
            : { state: 'failed', failure: result.failure },
        ),
      () => {
        // Aborted: the screen is gone, nobody waits.
      },
    )
    return () => leaving.abort()
  }, [call, attempt])
  // Anew after every failure, so that no try is given up for the next while its answer is on the way.
  useEffect(() => {
    if (asked.state !== 'failed' || (isExtra && isFinal(asked.failure))) return
    return afterOrAwake(mendAfterMs(asked.failure), () => setAttempt((count) => count + 1))
  }, [asked, isExtra])
  const retry = useCallback(() => {
    setAsked({ state: 'loading' })
    setAttempt((count) => count + 1)
  }, [])
  return [asked, retry]
}
