import { type RefObject, useEffect } from 'react'

/** Scrolls what a form has just complained about into sight: on a small phone it may stand below the main action's edge. */
export function useShownProblem(form: RefObject<HTMLElement | null>, problem: string | null): void {
  useEffect(() => {
    if (problem === null) return
    form.current?.querySelector('[role="alert"]:not(:empty)')?.scrollIntoView({ block: 'nearest' })
  }, [form, problem])
}
