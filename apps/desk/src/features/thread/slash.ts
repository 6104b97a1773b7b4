/** The shortcut of canned replies: a slash at the beginning of what is written, and what follows it. Pure. */
import type { CannedReply } from '@kapao/contract/desk-tools'
import { comparable } from '@kapao/contract/text'
import { isForeign } from '../../lib/own-first.ts'

/** What was typed after the slash, or null when nothing is being looked for. */
export function slashQuery(text: string): string | null {
  const match = /^\/([^\s/]*)$/u.exec(text)
  return match ? comparable(match[1] ?? '') : null
}

/**
 * What a key is to the list above the field: a step, its end, the one that stands out, or nothing at all, where nothing is called what was
 * typed and Enter would send a slip of the finger to the customer. Null where it is the field's.
 */
export function keyOfList(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  foundCount: number,
): 'next' | 'previous' | 'close' | 'choose' | 'nothing' | null {
  if (key === 'Escape') return 'close'
  if (foundCount === 0) return key === 'Enter' && !shiftKey ? 'nothing' : null
  if (key === 'ArrowDown') return 'next'
  if (key === 'ArrowUp') return 'previous'
  return (key === 'Enter' || key === 'Tab') && !shiftKey ? 'choose' : null
}

const AT_MOST = 8

/** Those of the agent's language and of all before others; a shortcut that begins so before a title that holds it. */
export function findCanned(
  canned: readonly CannedReply[],
  query: string,
  language: CannedReply['language'],
): readonly CannedReply[] {
  const ranked = canned.flatMap((one) => {
    const rank = rankOf(one, query)
    if (rank === null) return []
    return [{ one, rank: rank + (isForeign(one, language) ? 10 : 0) }]
  })
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, AT_MOST)
    .map(({ one }) => one)
}

function rankOf({ shortcut, title }: CannedReply, query: string): number | null {
  const key = comparable(shortcut)
  if (key === query && key !== '') return 0
  if (key.startsWith(query) && key !== '') return 1
  if (comparable(title).includes(query)) return 2
  return null
}

/** `{name}` is the customer's. A guest has none: Thai and Lao, which put a word before it (คุณ{name}), call them a customer, English calls them nothing. */
export function withName(text: string, name: string): string {
  const called = name.trim() || guestIn(text)
  if (called === '') return text.replace(/^\{name\},? /, '').replaceAll(/,? ?\{name\}/g, '')
  return text.replaceAll('{name}', () => called)
}

/** By its letters: a reply for all has no language of its own. */
function guestIn(text: string): string {
  if (/\p{Script=Thai}/u.test(text)) return 'ลูกค้า'
  return /\p{Script=Lao}/u.test(text) ? 'ລູກຄ້າ' : ''
}
