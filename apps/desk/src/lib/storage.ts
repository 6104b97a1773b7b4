/** What the desk keeps in the browser, beside the wallet's keys on the same origin. Who is logged in is a cookie's, which no script sees. */
import { safeStorage } from '@kapao/browser/safe-storage'

export const storageKeys = { locale: 'desk-locale', order: 'desk-order' } as const
export const sessionKeys = {
  filter: 'desk-filter',
  /** What goes over a reload that the page does by itself. */
  carried: 'desk-carried',
  reloadedForChunkAt: 'desk-reloaded-for-chunk-at',
} as const

type Key = (typeof storageKeys)[keyof typeof storageKeys] | (typeof sessionKeys)[keyof typeof sessionKeys]

export const persistent = safeStorage<Key>(() => window.localStorage)
export const perSession = safeStorage<Key>(() => window.sessionStorage)
