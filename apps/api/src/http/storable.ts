/**
 * The database keeps no NUL and no half of a surrogate pair; such a text is nobody's name, phone or amount. Where the first of them stands in the
 * input, its keys joined by points, or null when all of it can be kept; '' when it is the input itself.
 */
export function unstorableAt(input: unknown): string | null {
  if (typeof input === 'string') return input.isWellFormed() && !input.includes('\0') ? null : ''
  if (typeof input !== 'object' || input === null) return null
  for (const [key, value] of Object.entries(input)) {
    const at = unstorableAt(value)
    if (at !== null) return at === '' ? key : `${key}.${at}`
  }
  return null
}
