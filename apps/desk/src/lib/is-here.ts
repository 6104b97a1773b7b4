import { useLayoutEffect, useRef } from 'react'

/**
 * Whether what asks is still on the screen. Work that ends after the agent has gone on to something else must not take them away from
 * there. A layout effect: its end comes with the new screen, not some time after it.
 */
export function useIsHere(): () => boolean {
  const isHere = useRef(false)
  useLayoutEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return () => isHere.current
}
