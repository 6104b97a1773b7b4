/** What the wallet keeps in the browser. The keys are the product's (spec §3); other code names a key from here and only here. */
import { safeStorage } from '@kapao/browser/safe-storage'

export const storageKeys = {
  token: 'token',
  locale: 'locale',
  rememberAgreement: 'remember-agreement',
  lastSync: 'last_sync',
  sessionEnd: 'session-end',
  inviteCode: 'code',
  guestId: 'guest-id',
  chatRead: 'chat-read',
} as const

/** What a screen keeps for one session of the tab, so that a reload in the middle of it loses nothing. */
export const sessionKeys = {
  register: 'register',
  sheet: 'sheet',
  intents: 'intents',
  deposit: 'deposit',
  slip: 'slip',
  slipPicking: 'slip-picking',
  gift: 'gift',
  chatOutbox: 'chat-outbox',
  chatGuestOutbox: 'chat-guest-outbox',
  inGame: 'in-game',
  passwordPerhaps: 'password-perhaps',
  placeRead: 'place-read',
  chatDraft: 'chat-draft',
  chatGuestDraft: 'chat-guest-draft',
  chatPicking: 'chat-picking',
  chatInvite: 'chat-invite',
  reloadedAt: 'reloaded-at',
} as const

type Key = (typeof storageKeys)[keyof typeof storageKeys] | (typeof sessionKeys)[keyof typeof sessionKeys]

export const persistent = safeStorage<Key>(() => window.localStorage)
/** The server draws /login in this language the next time; nothing else goes by it. */
export function tellServerLocale(locale: string): void {
  // Over TLS it comes over nothing else again, and no other host can write it. Over plain HTTP, for a try, a browser takes none of that kind.
  const [prefix, only] = location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', '']
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than the oldest browsers served
    document.cookie = `${prefix}locale=${locale}; path=/; max-age=31536000; samesite=lax${only}`
  } catch {
    // A sandboxed frame: there it gets the plain page.
  }
}

export const perSession = safeStorage<Key>(() => window.sessionStorage)
