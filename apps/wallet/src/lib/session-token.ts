/**
 * Who is logged in on this page: the bearer token, kept for good when the player asked to be remembered, else for the tab.
 * Ends of a session are announced, not acted upon: app/ listens and moves to the right page.
 */
import { perSession, persistent, sessionKeys, storageKeys } from './storage.ts'

/**
 * gone: the operator has closed. unverified: the server does not know this token any more. elsewhere: another tab logged
 * out or became somebody else.
 */
export type SessionEnd = 'gone' | 'unverified' | 'elsewhere'

const listeners = new Set<(end: SessionEnd) => void>()

export function currentToken(): string | null {
  return perSession.get(storageKeys.token) ?? persistent.get(storageKeys.token)
}

export function storeToken(token: string, remember: boolean): void {
  forgetSession()
  const kept = remember ? persistent : perSession
  kept.set(storageKeys.token, token)
}

/** Token, remember flag and last-sync time: what opening any visitor page clears (spec §2). */
export function forgetSession(): void {
  perSession.remove(storageKeys.token)
  persistent.remove(storageKeys.token)
  persistent.remove(storageKeys.rememberAgreement)
  persistent.remove(storageKeys.lastSync)
  perSession.remove(sessionKeys.sheet)
  perSession.remove(sessionKeys.intents)
  perSession.remove(sessionKeys.deposit)
  perSession.remove(sessionKeys.slip)
  perSession.remove(sessionKeys.slipPicking)
  perSession.remove(sessionKeys.chatOutbox)
}

export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function announceSessionEnd(end: SessionEnd): void {
  for (const listener of [...listeners]) listener(end)
}

/**
 * The storage event fires only in the other tabs. A tab whose own token lives in its session storage is not concerned.
 * `key` is null when everything was cleared.
 */
export function watchOtherTabs(): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key !== storageKeys.token && event.key !== null) return
    if (perSession.get(storageKeys.token) !== null) return
    if (event.newValue === event.oldValue && event.key !== null) return
    announceSessionEnd('elsewhere')
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}
