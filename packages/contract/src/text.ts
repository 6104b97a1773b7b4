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

/** A number as its digits alone, however they were parted: by blanks, hyphens, or what nobody sees. What else was written stays, for whoever judges it. */
export function bareNumber(typed: string): string {
  return latinDigits(withoutUnseen(typed)).replace(/[\s\-‐-―]/g, '')
}

/** A code as it was given out, in capitals: a hyphen that breaks no line is the same hyphen, and so is a blank. */
export function codeTyped(typed: string): string {
  return withoutUnseen(typed).trim().replace(/\s+/g, ' ').replace(/[‐-―]/g, '-').toUpperCase()
}

/** What somebody typed: no field of the wire takes more. */
export const text = /* @__PURE__ */ v.pipe(v.string(), v.maxLength(500))
