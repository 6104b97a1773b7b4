import { type RefObject, useEffect } from 'react'

/**
 * Brings the player to what a form has just complained about: the focus to the first field that is wrong, and the complaint into sight, which
 * on a small phone may stand below the main action's edge.
 */
export function useShownProblem(form: RefObject<HTMLElement | null>, problem: string | null): void {
  useEffect(() => {
    if (problem === null) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    form.current?.querySelector('[role="alert"]:not(:empty)')?.scrollIntoView({ block: 'nearest' })
  }, [form, problem])
}
