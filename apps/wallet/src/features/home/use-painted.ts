import { after } from '@kapao/browser/timers'
import { useEffect, useState } from 'react'
import { hasFirstScreen } from '../../lib/first-screen.ts'

/** Whether what is there has been painted since it came; what was there before the page is back with it. Behind another tab nothing is painted, so nothing is waited for. */
export function usePainted(isThere: boolean): boolean {
  const [isPainted, setPainted] = useState(() => isThere && hasFirstScreen())
  useEffect(() => {
    if (!isThere || isPainted) return
    const painted = () => setPainted(true)
    if (document.hidden) return after(0, painted)
    let stop = () => {}
    const frame = requestAnimationFrame(() => {
      stop = after(0, painted)
    })
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [isThere, isPainted])
  return isPainted
}
