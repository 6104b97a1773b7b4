/**
 * Browser storage that never throws: in a frame or a private window every access may be refused, and then the value lives in
 * memory for as long as the page does. Each app names its keys in one place and uses no other.
 */
export interface SafeStorage<Key extends string> {
  get(key: Key): string | null
  set(key: Key, value: string): void
  remove(key: Key): void
}

/** Whether what is kept there ends with the page: a frame's storage throws when it is only looked at, some browsers inside apps have none, and a full one takes nothing more. */
export function keepsNothing(name: 'localStorage' | 'sessionStorage'): boolean {
  try {
    const storage = window[name]
    storage.setItem('probe', '')
    storage.removeItem('probe')
    return false
  } catch {
    return true
  }
}

/** `open` is called on every access: merely reading `window.localStorage` throws where storage is denied. */
// @__NO_SIDE_EFFECTS__
export function safeStorage<Key extends string>(
  open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): SafeStorage<Key> {
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
