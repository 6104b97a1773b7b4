/** Out of a browser inside another app, into the phone's own. Of the other apps only the card tells (features/surroundings). */
export function isInLine(userAgent = navigator.userAgent): boolean {
  return /\bLine\//i.test(userAgent)
}

/** Of all that the address asks for: with anything more it is refused. Our own server's links, which are signed in small letters, are not. */
const isSigned = /[?&](?:X-\w+-)?Signature=/

/** LINE hands such an address to the phone's own browser. Not a byte of the rest is touched: a token that is written in another way is another token. */
export function externalUrl(url: string, userAgent = navigator.userAgent): string {
  if (!isInLine(userAgent) || isSigned.test(url)) return url
  return url.replace(/^[^#]*/, (page) => `${page}${page.includes('?') ? '&' : '?'}openExternalBrowser=1`)
}
