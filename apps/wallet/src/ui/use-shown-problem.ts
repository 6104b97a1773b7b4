import { after } from '@kapao/browser/timers'
import { type RefObject, useEffect } from 'react'

/** Until the page is laid out for a new height: browsers tell of the window and of the keyboard in it one after the other. */
const SETTLED_MS = 100

/**
 * Brings the player to what a form has just complained about: the focus to the first field that is wrong, and the complaint into sight, which
 * on a small phone may stand below the main action's edge; and again when the window has become lower, by a keyboard or turned.
 */
export function useShownProblem(form: RefObject<HTMLElement | null>, problem: string | null): void {
  useEffect(() => {
    // Without one there may be complaints at fields, and only that of the field one is in is not to be lost from sight.
    const complaint = `${problem === null ? ':focus-within > ' : ''}[role="alert"]:not(:empty)`
    const show = () => form.current?.querySelector(complaint)?.scrollIntoView({ block: 'nearest' })
    let stopWaiting = () => {}
    const showAgain = () => {
      stopWaiting()
      stopWaiting = after(SETTLED_MS, show)
    }
    if (problem !== null) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      show()
    }
    window.addEventListener('resize', showAgain)
    return () => {
      stopWaiting()
      window.removeEventListener('resize', showAgain)
    }
  }, [form, problem])
}
