/** The app that the page is shown in, and the way out of it. */
import { isInAppBrowser } from '../../lib/in-app-browser.ts'
import { externalUrl, isInLine } from '../../lib/way-out.ts'

const names = [
  ['Instagram', /Instagram/i],
  ['Facebook', /FB/],
] as const

/** Its name; null in a browser of its own. */
export function appAround(userAgent = navigator.userAgent): string | null {
  if (!isInAppBrowser(userAgent)) return null
  if (isInLine(userAgent)) return 'LINE'
  return names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'TikTok'
}

/** Where a tap leaves the app for the phone's own browser; null where only the app's own menu does (all but LINE on iPhones). */
export function ownBrowserUrl(url: string, userAgent = navigator.userAgent): string | null {
  const { protocol, host, pathname, search } = new URL(url)
  if (isInLine(userAgent)) return externalUrl(url, userAgent)
  if (!/Android/i.test(userAgent)) return null
  const scheme = protocol.slice(0, -1)
  return `intent://${host}${pathname}${search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;end`
}
