/** Whom the desk looks for in its inbox. */
import { bareNumber, comparable } from '@kapao/contract/text'

/** A part of a text for LIKE: what the staff typed stands for itself. */
const partOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * A phone number, or a part of one, as members' are kept; "" for what is none. The country's code is one after a plus, or else before a whole
 * number: no part of a number that is kept is as long.
 */
function numberIn(typed: string): string {
  const bare = bareNumber(typed).replace(/[().]/g, '')
  if (!/^\+?\d+$/.test(bare)) return ''
  return bare.replace(/^\+(?:66|856)0?|^(?:00)?(?:66|856)0?(?=\d{9,10}$)/, '0').replace('+', '')
}

/** What names are like, and what numbers are. Nothing is like "" but itself. */
export function searched(typed: string): readonly [words: string, number: string] {
  const number = numberIn(typed)
  return [partOf(comparable(typed.trim())), number === '' ? '' : partOf(number)]
}

/** SQL: a name as `comparable` (packages/contract/src/text.ts) makes what is looked for, but for its case. */
const NAME = `regexp_replace(normalize(coalesce(m.name, c.guest_name), NFKC),
  '([\u0e48-\u0e4b\u0ec8-\u0ecb])([\u0e4d\u0ecd])', '\\2\\1', 'g')`

/**
 * SQL: the signs by which the desk calls a guest (apps/desk/src/lib/customer-name.ts). Never the guest's own id: who knows that one is the
 * guest, so no search may feel its way along it.
 */
const GUEST_SIGNS = `case when c.member_id is null then right(regexp_replace(c.public_id, '[^A-Za-z0-9]', '', 'g'), 4) end`

/** SQL: which conversations `c`, with their members `m`, are meant; $2 and $3 are what `searched` made of what was typed. */
export const SEARCHED = `(${NAME} ilike $2 or m.username like $3 or ${GUEST_SIGNS} ilike $2)`
