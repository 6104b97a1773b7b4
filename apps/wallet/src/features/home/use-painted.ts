import { after } from '@kapao/browser/timers'
import { useEffect, useState } from 'react'

/** Whether what is there has been painted since it came. Behind another tab nothing is painted, so nothing is waited for. */
export function usePainted(isThere: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    if (!isThere) return
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
  }, [isThere])
  return isPainted
}
