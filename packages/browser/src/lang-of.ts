/**
 * The tag of the language that a text is written in, by its letters: what a person or the operator wrote may be in another language than the page.
 * Where Lao and Thai stand in one text it is Lao, whose lines are the higher ones. Undefined for what may be any language's.
 */
export function langOf(text: string): 'lo' | 'th' | undefined {
  if (/[\u0e81-\u0ec4]/.test(text)) return 'lo'
  return /[\u0e01-\u0e2e]/.test(text) ? 'th' : undefined
}
