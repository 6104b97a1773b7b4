/** The database keeps no NUL and no half of a surrogate pair; such a text is nobody's name, phone or amount. */
export function isStorable(input: unknown): boolean {
  if (typeof input === 'string') return input.isWellFormed() && !input.includes('\0')
  return typeof input !== 'object' || input === null || Object.values(input).every(isStorable)
}
