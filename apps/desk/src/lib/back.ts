/**
 * The way back that the desk draws. Where the agent came from inside the desk it is the browser's own, so that the two never disagree;
 * a page that was opened by its address has nothing before it and goes where `otherwise` says.
 */
import { afterStepBack } from '@kapao/browser/modal-entries'
import { useLocation } from 'wouter'

/** For every link and every move that goes further in. */
export const further = { isFurther: true } as const

export function useBack(otherwise: string): () => void {
  const [, navigate] = useLocation()
  return () =>
    afterStepBack(() => {
      const state: unknown = history.state
      if (typeof state === 'object' && state !== null && 'isFurther' in state) history.back()
      else navigate(otherwise, { replace: true })
    })
}
