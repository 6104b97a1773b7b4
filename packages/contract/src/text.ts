import { latinDigits } from '@kapao/money/format'
import * as v from 'valibot'

/** How long a text is as people count: one for each character, also for those that UTF-16 has two units for. */
export function charactersIn(text: string): number {
  return [...text].length
}

/** Whether nothing of a text is seen: white space, control characters, what is never drawn (a zero-width space), the Braille of no dot. */
export function isUnseen(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text)
}

/** Without what is never drawn and comes along with what is pasted: zero-width spaces, joiners, marks of direction. */
export function withoutUnseen(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** Without control signs that are no white space, and what turns the direction of a line around: they are no part of anybody's name. Joiners that a script needs stay. */
export function withoutControls(text: string): string {
  return text.replace(/(?!\s)[\p{Cc}\p{Bidi_Control}]/gu, '')
}

/** A number as its digits alone, however they were parted: by blanks, hyphens, or what nobody sees. What else was written stays, for whoever judges it. */
export function bareNumber(typed: string): string {
  return latinDigits(withoutUnseen(typed)).replace(/[\s\-‐-―]/g, '')
}

/** A code as it was given out, in capitals: a hyphen that breaks no line is the same hyphen, and so is a blank. */
export function codeTyped(typed: string): string {
  return withoutUnseen(typed).trim().replace(/\s+/g, ' ').replace(/[‐-―]/g, '-').toUpperCase()
}

/** For Thai and Lao: a tone and the ring of am (ํ, ໍ) behind it. Which of the two was typed first nobody sees. */
const RING_BEHIND_TONE = /([\u0e48-\u0e4b\u0ec8-\u0ecb])([\u0e4d\u0ecd])/g

/**
 * A text as it is compared where one is looked for: in small letters, and what is written in one sign or in two in those two, which is
 * how ำ and ํา, ຳ and ໍາ are the same.
 */
export function comparable(text: string): string {
  return text.normalize('NFKC').replace(RING_BEHIND_TONE, '$2$1').toLowerCase()
}

/** What somebody typed: no field of the wire takes more. */
export const text = /* @__PURE__ */ v.pipe(v.string(), v.maxLength(500))
