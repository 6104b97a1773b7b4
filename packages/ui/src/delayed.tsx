import { after } from '@kapao/browser/timers'
import { type ReactNode, useEffect, useState } from 'react'

const LOADER_DELAY_MS = 200

/** A loader that stays away from loads too short to be seen (spec §9). */
export function Delayed({ children, afterMs = LOADER_DELAY_MS }: { children: ReactNode; afterMs?: number }) {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => after(afterMs, () => setIsDue(true)), [afterMs])
  return isDue ? children : null
}
