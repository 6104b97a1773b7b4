import { useCallback, useState } from 'react'

/** What a keyboard can reach by itself. Not a film: not every browser lets its controls have the focus. */
const takesFocus = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

/**
 * Whether what scrolls holds nothing that takes the focus, so that it must take it itself: a keyboard scrolls what has the focus. Give
 * the ref to what scrolls.
 */
export function useScrollsAlone(): [isAlone: boolean, ref: (element: HTMLElement) => () => void] {
  const [isAlone, setIsAlone] = useState(false)
  const ref = useCallback((element: HTMLElement) => {
    function judge() {
      // Nobody loses the focus because a button came.
      if (document.activeElement === element) return
      const all = [...element.querySelectorAll(takesFocus)]
      setIsAlone(!all.some((one) => one.closest('[inert]') === null))
    }
    judge()
    const changes = new MutationObserver(judge)
    changes.observe(element, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled', 'inert', 'tabindex'],
    })
    return () => changes.disconnect()
  }, [])
  return [isAlone, ref]
}
