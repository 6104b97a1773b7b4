import { webAddress } from '@kapao/contract/address'

/** A text cut where its web addresses are. Only http and https become links; everything else stays text. */
export type TextPart = { readonly text: string; readonly href: string | null }

// Thai and Lao are written on without a space, so their letters end an address.
const address = /\b(?:https?:\/\/|www\.)[^\s<>"'`\u0e00-\u0eff]+/gi
const closing = /[.,;:!?)\]}…]+$/

export function linkParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const shown = withoutClosing(match[0])
    const href = webAddress(/^www\./i.test(shown) ? `https://${shown}` : shown)
    if (href === null) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null })
    parts.push({ text: shown, href })
    end = match.index + shown.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null })
  return parts
}

/** The mark that ends the sentence is not the address's, unless it closes a bracket that the address opened. */
function withoutClosing(found: string): string {
  const bare = found.replace(closing, '')
  const opened = bare.split('(').length - bare.split(')').length
  return opened > 0 && found.charAt(bare.length) === ')' ? `${bare})` : bare
}
