/** Out of a browser inside another app, into the phone's own. Of the other apps only the card tells (features/surroundings). */
export function isInLine(userAgent = navigator.userAgent): boolean {
  return /\bLine\//i.test(userAgent)
}

/** LINE hands such an address to the phone's own browser. */
export function externalUrl(url: string, userAgent = navigator.userAgent): string {
  if (!isInLine(userAgent)) return url
  const target = new URL(url, globalThis.location?.href)
  target.searchParams.set('openExternalBrowser', '1')
  return target.href
}
