/** Why a slip failed, in words: every reason of the wire has its own text, whatever its spelling. */
import { type SlipReason, slipReasons } from '@kapao/contract/slip'
import type { Text, TextKey } from '../../lib/i18n.ts'
import { region } from '../../lib/region.ts'

/** A reason that has no text does not compile here. */
function keyOf(reason: SlipReason): TextKey {
  return `slip.reason-${reason}`
}

/** Nothing is wrong with the slip itself: it was not judged, so the same one may be sent again. */
const unchecked: readonly SlipReason[] = ['UPLOADED_FILE_NOT_EXIST', 'TRIPPLE_WRONG_CAPTCHA', 'UNKNOW_ERROR']

export function isUnchecked(note: string | null): boolean {
  return unchecked.some((reason) => reason === reasonIn(note))
}

/** Staff alone can still credit it: its words send the player to them. */
const forSupport: readonly SlipReason[] = ['NOT_MATCH', 'EXPIRED_SLIP', 'UNKNOW_ERROR']

export function isForSupport(note: string | null): boolean {
  return forSupport.some((reason) => reason === reasonIn(note))
}

/** What could not be read of it may be our fault, and not the picture's: then the next one is refused, too, and staff alone see more. */
const unread: readonly SlipReason[] = ['CANNOT_READ_CROPPED_IMAGE', 'INVALID_SLIP']

export function isPerhapsForSupport(note: string | null): boolean {
  return unread.some((reason) => reason === note)
}

/** A second slip, as a rule, of a transfer that is in the wallet already: that nothing came in for this one would unsay it. */
export function isCreditedBefore(note: string | null): boolean {
  return note === 'SLIP_REFNO_DUPLICATED'
}

/**
 * Another server may name reasons of its own: words are shown as they are, a code never is. In Laos some banks' slips have no code, or one of another
 * kind.
 */
export function reasonText(t: Text, note: string | null, { key } = region): string {
  const reason = reasonIn(note)
  if (reason === null) return note ?? ''
  const words = t(keyOf(reason))
  return key === 'la' && isPerhapsForSupport(note) ? `${words} ${t('slip.unread-bank')}` : words
}

/** Null for words that are no code. */
function reasonIn(note: string | null): SlipReason | null {
  const known = slipReasons.find((reason) => reason === note)
  if (known !== undefined) return known
  return note === null || /^[A-Z0-9_]*$/.test(note.trim()) ? 'UNKNOW_ERROR' : null
}
