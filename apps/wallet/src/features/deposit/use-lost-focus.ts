import { type RefObject, useEffect, useRef } from 'react'

/**
 * For the heading (with `tabIndex={-1}`) of what comes in the place of a form or a code: what had the focus may have gone with that, and then
 * the heading takes it, in sight.
 */
export function useLostFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return heading
}
