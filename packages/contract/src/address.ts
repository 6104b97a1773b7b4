import { bareNumber } from './text.ts'

/** Where a button or a link of a message leads. Pure. */

/** Not by `URL.canParse`, which is younger than the oldest browsers served. */
function parsed(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** The address as the browser understands it, or null for one that leads elsewhere than to the web. */
export function webAddress(text: string): string | null {
  const url = parsed(text)
  if (url === null) return null
  // "https://bank.example@elsewhere.example" shows one place and opens another.
  if (url.username !== '' || url.password !== '') return null
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}

/** `tel:` for what can be dialled, else null. */
export function phoneAddress(text: string): string | null {
  const dialled = bareNumber(text.replace(/^tel:/i, '')).replace(/[().]/g, '')
  return /^\+?\d{3,15}$/.test(dialled) ? `tel:${dialled}` : null
}
