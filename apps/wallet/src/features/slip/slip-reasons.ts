/** Why a slip failed, in words: every reason of the wire has its own text, whatever its spelling. */
import { type SlipReason, slipReasons } from '@kapao/contract/slip'
import type { Text, TextKey } from '../../lib/i18n.ts'

/** A reason that has no text does not compile here. */
function keyOf(reason: SlipReason): TextKey {
  return `slip.reason-${reason}`
}

/** Another server may name reasons of its own: words are shown as they are, a code never is. */
export function reasonText(t: Text, note: string | null): string {
  const known = slipReasons.find((reason) => reason === note)
  if (known !== undefined) return t(keyOf(known))
  return note === null || /^[A-Z0-9_]*$/.test(note.trim()) ? t(keyOf('UNKNOW_ERROR')) : note
}
