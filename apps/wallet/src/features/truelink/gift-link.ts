/** A gift link on its way out: found in what was pasted. */

/**
 * Wallet apps share a sentence with the link in it, in Thai and Lao with no space behind it: it ends before the first letter that no address holds, and
 * before the marks that close a sentence.
 * What holds no link is sent as it is, and the server says what it thinks of it.
 */
export function linkIn(pasted: string): string {
  const link = /https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]+/i.exec(pasted)?.[0]
  return link?.replace(/[.,:;!?'\])]+$/, '') ?? pasted.trim()
}

/** False where the page was not loaded over https (localhost aside): browsers then have no WebCrypto. */
export function canSeal(): boolean {
  return globalThis.crypto?.subtle !== undefined
}
