/**
 * Browser storage that never throws: in a frame or a private window every access may be refused, and then the value lives in
 * memory for as long as the page does. The keys are the product's (spec §3); other code names a key from here and only here.
 */
export const storageKeys = {
  token: 'token',
  locale: 'locale',
  rememberAgreement: 'remember-agreement',
  lastSync: 'last_sync',
  inviteCode: 'code',
  guestId: 'guest-id',
} as const

/** What a screen keeps for one session of the tab, so that a reload in the middle of it loses nothing. */
export const sessionKeys = {
  register: 'register',
  sheet: 'sheet',
  intents: 'intents',
  deposit: 'deposit',
  slip: 'slip',
  slipPicking: 'slip-picking',
  reloadedForChunkAt: 'reloaded-for-chunk-at',
} as const

type Key = (typeof storageKeys)[keyof typeof storageKeys] | (typeof sessionKeys)[keyof typeof sessionKeys]

export interface SafeStorage {
  get(key: Key): string | null
  set(key: Key, value: string): void
  remove(key: Key): void
}

/** `open` is called on every access: merely reading `window.localStorage` throws where storage is denied. */
export function safeStorage(open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): SafeStorage {
  const memory = new Map<Key, string>()
  return {
    get(key) {
      const remembered = memory.get(key)
      if (remembered !== undefined) return remembered
      try {
        return open().getItem(key)
      } catch {
        return null
      }
    },
    set(key, value) {
      memory.delete(key)
      try {
        open().setItem(key, value)
      } catch {
        memory.set(key, value)
      }
    },
    remove(key) {
      memory.delete(key)
      try {
        open().removeItem(key)
      } catch {
        // Nothing was readable there, so nothing is left behind.
      }
    },
  }
}

export const persistent = safeStorage(() => window.localStorage)
export const perSession = safeStorage(() => window.sessionStorage)
