import { after } from '@kapao/browser/timers'
import { failureOf, isFinal, mendAfterMs } from './mending.ts'

/**
 * Asks in silence until there is an answer or a refusal that asking does not change, in the pauses of all that is silent. Answers how to stop: what comes
 * of a question that is under way by then is told to nobody.
 */
export function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  tell: (answer: Answer) => void,
  tellFailure?: () => void,
): () => void {
  let isStopped = false
  let stopWaiting = () => {}
  function askOnce(): void {
    ask().then(
      (answer) => isStopped || tell(answer),
      (error) => {
        if (isStopped) return
        const failure = failureOf(error)
        tellFailure?.()
        if (!failure || !isFinal(failure)) stopWaiting = after(mendAfterMs(failure), askOnce)
      },
    )
  }
  askOnce()
  return () => {
    isStopped = true
    stopWaiting()
  }
}
