/** When the figures that are shown came, so that "updated 3 minutes ago" survives a reload (spec §3: last_sync). */
import { createListeners } from '@kapao/browser/listeners'
import { useSyncExternalStore } from 'react'
import { persistent, storageKeys } from './storage.ts'

const [subscribe, announce] = createListeners()

/** Milliseconds; null when there is none, or what lies there is no time that has been: by a clock that was put back since, nothing is told. */
export function readLastSync(): number | null {
  const stored = persistent.get(storageKeys.lastSync)
  const time = stored === null ? Number.NaN : Date.parse(stored)
  return time <= Date.now() ? time : null
}

export function writeLastSync(timeMs: number): void {
  persistent.set(storageKeys.lastSync, new Date(timeMs).toISOString())
  announce()
}

/** What the build draws is nobody's yet. */
const notDrawn = () => null

export function useLastSync(): number | null {
  return useSyncExternalStore(subscribe, readLastSync, notDrawn)
}
