/**
 * The way back that the desk draws. Where the agent came from inside the desk it is the browser's own, so that the two never disagree;
 * a page that was opened by its address has nothing before it and goes where `otherwise` says.
 */
import { afterStepBack, stepBack, steppedBack } from '@kapao/browser/modal-entries'
import { after } from '@kapao/browser/timers'
import { useLocation } from 'wouter'

/** For every link and every move that goes further in. */
export const further = { isFurther: true } as const

export function useBack(otherwise: string): () => void {
  const [, navigate] = useLocation()
  return () =>
    afterStepBack(() => {
      const state: unknown = history.state
      if (typeof state === 'object' && state !== null && 'isFurther' in state) pageBack()
      else navigate(otherwise, { replace: true })
    })
}

/** A browser that is asked for a step takes it well before this, or does not take it. */
const STEPPED_MS = 5_000

/**
 * The browser takes the step when it comes to it. What is pressed meanwhile waits: a conversation opened before would be left again at once,
 * as when the answer to a save leads back just as the agent turns to a customer.
 */
function pageBack(): void {
  const arrive = () => {
    stopWaiting()
    window.removeEventListener('popstate', arrive)
    steppedBack()
  }
  const stopWaiting = after(STEPPED_MS, arrive)
  window.addEventListener('popstate', arrive)
  stepBack(1)
}
