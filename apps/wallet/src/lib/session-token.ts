/**
 * Who is logged in on this page: the bearer token, kept for good when the player asked to be remembered, else for the tab.
 * Ends of a session are announced, not acted upon: app/ listens and moves to the right page.
 */
import { createListeners } from '@kapao/browser/listeners'
import { perSession, persistent, sessionKeys, storageKeys } from './storage.ts'

/**
 * gone: the operator has closed. unverified: the server does not know this token any more. elsewhere: another tab logged
 * out or became somebody else.
 */
export type SessionEnd = 'gone' | 'unverified' | 'elsewhere'

/** `onSessionEnd` answers how to stop. */
export const [onSessionEnd, announceSessionEnd] = createListeners<[end: SessionEnd]>()

/** What this tab keeps of a member. */
const ofMember = [
  storageKeys.token,
  sessionKeys.sheet,
  sessionKeys.intents,
  sessionKeys.deposit,
  sessionKeys.inGame,
  sessionKeys.passwordPerhaps,
  sessionKeys.slip,
  sessionKeys.slipPicking,
  sessionKeys.gift,
  sessionKeys.chatOutbox,
  sessionKeys.chatDraft,
] as const

function forgetTab(): void {
  for (const key of ofMember) perSession.remove(key)
}

/**
 * Whether another tab has ended a session since what this tab keeps was begun. Ends are counted, and a tab keeps the last that it knows of: what it
 * has of a member may outlive its page, and a tab that was away has heard nothing.
 */
export function hasEndedElsewhere(): boolean {
  return Number(perSession.get(storageKeys.sessionEnd) ?? lastEnd()) < lastEnd()
}

function lastEnd(): number {
  return Number(persistent.get(storageKeys.sessionEnd))
}

function keepEnd(): void {
  perSession.set(storageKeys.sessionEnd, String(lastEnd()))
}

if (hasEndedElsewhere()) forgetTab()
keepEnd()

/**
 * Whose figures this page shows. Not what lies in the storage at the moment: there another tab may have put somebody else, and a call with
 * that token would bring their money onto this screen.
 */
let held = storedToken()

export function storedToken(): string | null {
  return perSession.get(storageKeys.token) ?? persistent.get(storageKeys.token)
}

export function currentToken(): string | null {
  return held
}

export function storeToken(token: string, remember: boolean): void {
  endSession()
  const kept = remember ? persistent : perSession
  kept.set(storageKeys.token, token)
  held = token
}

/** One browser, one session: also of the tabs whose token is their own (other-tabs.ts). */
export function endSession(): void {
  persistent.remove(storageKeys.token)
  forgetSession()
  persistent.set(storageKeys.sessionEnd, String(lastEnd() + 1))
  keepEnd()
}

/** By a tab that was sent to the log-in: it has no session any more, so what is stored, also when it is loaded anew there, is another's. */
export function forgetThisTab(): void {
  held = null
  forgetSession()
}

/**
 * Token, remember flag and last-sync time: what opening any visitor page clears (spec §2). With a token that another tab has put there in the
 * meantime they are another session's, and not this tab's to take away.
 */
export function forgetSession(): void {
  forgetTab()
  const stored = persistent.get(storageKeys.token)
  if (stored === null || stored === held) {
    persistent.remove(storageKeys.token)
    persistent.remove(storageKeys.rememberAgreement)
    persistent.remove(storageKeys.lastSync)
  }
  held = null
}
