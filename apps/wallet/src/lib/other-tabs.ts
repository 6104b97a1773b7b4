/** Hears in a member's page that another tab ended the session, or became somebody else. */
import {
  announceSessionEnd,
  currentToken,
  forgetSession,
  hasEndedElsewhere,
  storedToken,
} from './session-token.ts'

/** The storage event fires only in the other tabs, and not in those that sleep: they look when they wake. */
export function watchOtherTabs(): () => void {
  const look = () => {
    if (!hasEndedElsewhere() && storedToken() === currentToken()) return
    forgetSession()
    announceSessionEnd('elsewhere')
  }
  const events = ['storage', 'pageshow', 'visibilitychange'] as const
  for (const event of events) window.addEventListener(event, look)
  // While this page was being loaded, nobody heard.
  look()
  return () => {
    for (const event of events) window.removeEventListener(event, look)
  }
}
