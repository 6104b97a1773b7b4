import { serverAheadMs } from '@kapao/browser/server-clock'
import { after } from '@kapao/browser/timers'
import { useNow } from '@kapao/browser/use-now'
import { lookupActive } from '@kapao/contract/service'
import { useSyncExternalStore } from 'react'
import { apiAddress } from '../../lib/http.ts'
import { mendAfterMs } from '../../lib/mending.ts'

/** Known once for all who ask; guests have no queries that would keep it. */
let knownMs: number | null = null
const watching = new Set<() => void>()
let stop = () => {}

/** The time by the server's clock, by which all that is said is timed: a phone that is a day ahead would call what was said this minute yesterday's. */
export function useServerNow(periodMs: number): number {
  return useNow(periodMs) + useSyncExternalStore(watchServerClock, serverAhead)
}

/** How far the server's clock is ahead of the phone's; until that is known it goes by the phone's. */
export const serverAhead = () => knownMs ?? 0

/** Asks until it is known, for as long as anybody wants to know. Answers how to stop. */
export function watchServerClock(changed: () => void): () => void {
  watching.add(changed)
  if (watching.size === 1 && knownMs === null) void ask()
  return () => {
    watching.delete(changed)
    if (watching.size === 0) stop()
  }
}

async function ask(): Promise<void> {
  const leaving = new AbortController()
  stop = () => leaving.abort()
  try {
    knownMs = (await serverAheadMs(apiAddress(`/api${lookupActive.path}`), leaving.signal)) ?? 0
    for (const changed of watching) changed()
  } catch {
    if (!leaving.signal.aborted) stop = after(mendAfterMs(null), () => void ask())
  }
}
