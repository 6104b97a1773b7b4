import { afterPaint } from '@kapao/browser/timers'
import { useEffect, useState } from 'react'
import { hasFirstScreen } from '../../lib/first-screen.ts'

/** Whether what is there has been painted since it came; what was there before the page is back with it. */
export function usePainted(isThere: boolean): boolean {
  const [isPainted, setPainted] = useState(() => isThere && hasFirstScreen())
  useEffect(() => {
    if (!isThere || isPainted) return
    return afterPaint(() => setPainted(true))
  }, [isThere, isPainted])
  return isPainted
}
