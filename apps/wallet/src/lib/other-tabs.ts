/** Hears in a member's page that another tab ended the session, or became somebody else. */
import { announceSessionEnd, currentToken, forgetSession, storedToken } from './session-token.ts'
import { persistent, storageKeys } from './storage.ts'

/** The storage event fires only in the other tabs, and not in those that sleep: they look when they wake. */
export function watchOtherTabs(): () => void {
  const knownEnd = persistent.get(storageKeys.sessionEnd)
  const look = () => {
    if (persistent.get(storageKeys.sessionEnd) === knownEnd && storedToken() === currentToken()) return
    forgetSession()
    announceSessionEnd('elsewhere')
  }
  const events = ['storage', 'pageshow', 'visibilitychange'] as const
  for (const event of events) window.addEventListener(event, look)
  return () => {
    for (const event of events) window.removeEventListener(event, look)
  }
}
