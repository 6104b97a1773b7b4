import { failureOf, isFinal, mendAfterMs } from './mending.ts'
import { afterOrAwake } from './page-life.ts'
import { currentToken } from './session-token.ts'

/**
 * Asks in silence until there is an answer or a refusal that asking does not change: in pauses that grow, and not in those of everybody else whom the server
 * failed at that moment, at once when the page wakes up, and for nobody who has left meanwhile. Answers how to stop: what comes of a question that is under
 * way by then is told to nobody.
 */
export function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  tell?: (answer: Answer) => void,
  tellFailure?: () => void,
): () => void {
  const token = currentToken()
  let isStopped = false
  let stopWaiting = () => {}
  let growth = 1
  function askOnce(): void {
    ask().then(
      (answer) => isStopped || tell?.(answer),
      (error) => {
        if (isStopped) return
        const failure = failureOf(error)
        tellFailure?.()
        if (failure && isFinal(failure)) return
        stopWaiting = afterOrAwake(mendAfterMs(failure, growth), () => currentToken() === token && askOnce())
        growth *= 1.6 + Math.random() / 3
      },
    )
  }
  askOnce()
  return () => {
    isStopped = true
    stopWaiting()
  }
}
