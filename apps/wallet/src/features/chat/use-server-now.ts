import { serverAheadMs } from '@kapao/browser/server-clock'
import { useNow } from '@kapao/browser/use-now'
import { lookupActive } from '@kapao/contract/service'
import { useEffect, useState } from 'react'
import { apiAddress } from '../../lib/http.ts'

/** Known once for all who ask; guests have no queries that would keep it. */
let knownMs: number | null = null

/** The time by the server's clock, by which all that is said is timed: a phone that is a day ahead would call what was said this minute yesterday's. */
export function useServerNow(periodMs: number): number {
  const now = useNow(periodMs)
  const [aheadMs, setAheadMs] = useState(knownMs ?? 0)
  useEffect(() => {
    if (knownMs !== null) return
    const leaving = new AbortController()
    serverAheadMs(apiAddress(`/api${lookupActive.path}`), leaving.signal)
      .then((ms) => {
        knownMs = ms
        if (!leaving.signal.aborted) setAheadMs(ms ?? 0)
      })
      // Then it goes by the phone's.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [])
  return now + aheadMs
}
