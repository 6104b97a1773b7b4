// Naughty texts in the place of everything that somebody writes: a list gets one row for each, a single place the worst of all.
import { naughtyStrings, worst } from './naughty.ts'

/** Fields that hold what an operator, a player, or one of the staff wrote. */
const written = new Set([
  ...['name', 'displayName', 'text', 'title', 'subtitle', 'comment', 'description', 'from', 'to', 'slice'],
  ...['label', 'lineName', 'bankAccountName', 'walletAccountName', 'nameTH', 'nameEN', 'nameLA'],
  'operatorName',
])
/** Lists that may have any number of rows. */
const lists = new Set([
  ...['statements', 'invites', 'coupons', 'history', 'messages', 'conversations', 'notes', 'canned', 'audit'],
  ...['sources', 'colleagues', 'staff', 'sessions'],
])
/** What tells one row from another. */
const identities = new Set(['_id', 'noteId', 'cannedId', 'conversationId', 'auditId', 'staffId', 'sessionId'])

/** `name` is where the value stands; a row of a list has its number. */
export function soiled(value: unknown, text = worst, name = '', number = 0): unknown {
  if (Array.isArray(value)) {
    const [first] = value
    if (!lists.has(name) || typeof first !== 'object')
      return value.map((one) => soiled(one, text, name, number))
    return naughtyStrings.map((one, index) => soiled(value[index % value.length], one, '', index + 1))
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (typeof inner === 'string' && written.has(key)) return [key, text]
        if (typeof inner === 'string' && identities.has(key) && number > 0) return [key, `${inner}-${number}`]
        if (key === 'seq' && number > 0) return [key, naughtyStrings.length + 1 - number]
        return [key, soiled(inner, text, key, number)]
      }),
    )
  }
  return value
}
