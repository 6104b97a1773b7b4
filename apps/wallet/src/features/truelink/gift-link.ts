/** A gift link on its way out: found in what was pasted, and sealed once. */
import { sealLink } from '@kapao/contract/truelink-seal'

/** Wallet apps share a sentence with the link in it; what holds no link is sent as it is, and the server says what it thinks of it. */
export function linkIn(pasted: string): string {
  return /https?:\/\/\S+/i.exec(pasted)?.[0] ?? pasted.trim()
}

/** False where the page was not loaded over https (localhost aside): browsers then have no WebCrypto. */
export function canSeal(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

/**
 * Every sealing differs, and the same intent must be sent with the same words (KEY_INVALID otherwise): so a link that is tried again goes
 * out as it was sealed the first time.
 */
export function createSealer(secret: string): (link: string) => Promise<string> {
  let last: { readonly link: string; readonly sealed: string } | null = null
  return async (link) => {
    if (last?.link !== link) last = { link, sealed: await sealLink(secret, link) }
    return last.sealed
  }
}
