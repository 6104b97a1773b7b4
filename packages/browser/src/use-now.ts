import { useEffect, useState } from 'react'
import { every } from './timers.ts'

/** The time, read anew every `periodMs` and when the phone wakes up: for texts such as "3 minutes ago". */
export function useNow(periodMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const stop = every(periodMs, tick)
    document.addEventListener('visibilitychange', tick)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', tick)
    }
  }, [periodMs])
  return now
}
