/** When the balances were last asked for, so that "updated 3 minutes ago" survives a reload (spec §3: last_sync). */
import { persistent, storageKeys } from './storage.ts'

/** Milliseconds; null when there is none, or what lies there is no time. */
export function readLastSync(): number | null {
  const stored = persistent.get(storageKeys.lastSync)
  const time = stored === null ? Number.NaN : Date.parse(stored)
  return Number.isNaN(time) ? null : time
}

export function writeLastSync(timeMs: number): void {
  persistent.set(storageKeys.lastSync, new Date(timeMs).toISOString())
}
