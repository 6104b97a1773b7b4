/** The answer of a reading call for screens outside the member area, which have no TanStack Query. Asked once when shown, and by `retry`. */
import type { AnswerOf, Call } from '@kapao/contract/call'
import { useCallback, useEffect, useState } from 'react'
import { type Failure, send } from './http.ts'

export type Asked<Answer> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'ready'; readonly answer: Answer }

/** `call` must be a call of the contract itself, not one made while drawing. */
export function useAnswer<C extends Call>(call: C): [asked: Asked<AnswerOf<C>>, retry: () => void] {
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
  const retry = useCallback(() => {
    setAsked({ state: 'loading' })
    setAttempt((count) => count + 1)
  }, [])
  return [asked, retry]
}
