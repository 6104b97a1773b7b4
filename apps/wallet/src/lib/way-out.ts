/** Out of a browser inside another app, into the phone's own. */
import { isInAppBrowser } from './in-app-browser.ts'

const names = [
  ['LINE', /\bLine\//i],
  ['Instagram', /Instagram/i],
  ['Facebook', /FB/],
] as const

/** The app's name; null in a browser of its own. */
export function appAround(userAgent = navigator.userAgent): string | null {
  if (!isInAppBrowser(userAgent)) return null
  return names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'TikTok'
}

/** LINE hands such an address to the phone's own browser. */
export function externalUrl(url: string, userAgent = navigator.userAgent): string {
  if (appAround(userAgent) !== 'LINE') return url
  const target = new URL(url, globalThis.location?.href)
  target.searchParams.set('openExternalBrowser', '1')
  return target.href
}

/** Where a tap leaves the app for the phone's own browser; null where only the app's own menu does (all but LINE on iPhones). */
export function ownBrowserUrl(url: string, userAgent = navigator.userAgent): string | null {
  const { protocol, host, pathname, search } = new URL(url)
  if (appAround(userAgent) === 'LINE') return externalUrl(url, userAgent)
  if (!/Android/i.test(userAgent)) return null
  const scheme = protocol.slice(0, -1)
  return `intent://${host}${pathname}${search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;end`
}
