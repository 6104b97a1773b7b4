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

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]
/** Whose session a tab has is the tab's own where it asked not to be remembered. */
type SessionKey =
  | (typeof sessionKeys)[keyof typeof sessionKeys]
  | (typeof storageKeys)['token' | 'sessionEnd']

export const persistent = safeStorage<StorageKey>(() => window.localStorage)

export const perSession = safeStorage<SessionKey>(() => window.sessionStorage)
