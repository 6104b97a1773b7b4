import { latinDigits } from '@kapao/money/format'

const LONGEST_WHOLE = 9

/** Latin digits alone, at most `longest` of them; Thai and Lao digits are turned, everything else falls out. */
export function cleanDigits(text: string, longest: number): string {
  return latinDigits(text).replace(/\D/g, '').slice(0, longest)
}

/**
 * What stays of an amount field's text, given the text before. A key that no amount can hold falls out: a letter, a
 * second point, a third decimal. A pasted text only loses what stands around it (a currency, blanks): "1.234,50" or
 * "-50" stays as it is for the parser of @kapao/money to refuse, because tidying it would make another amount of it.
 */
export function cleanAmount(text: string, before: string): string {
  const typed = latinDigits(text)
  return isOneKey(typed, before) ? tidy(typed) : typed.replace(/^[^\d.,-]+|[^\d.,]+$/g, '')
}

function isOneKey(typed: string, before: string): boolean {
  if (typed.length !== before.length + 1) return false
  let same = 0
  while (same < before.length && typed[same] === before[same]) same += 1
  return typed.slice(same + 1) === before.slice(same)
}

function tidy(text: string): string {
  const typed = text.replace(/[^\d.,]/g, '')
  const point = typed.indexOf('.')
  const whole = (point === -1 ? typed : typed.slice(0, point))
    .replace(/,{2,}/g, ',')
    .replace(/^,/, '0,')
    .replace(/^0+(?=\d)/, '')
  const kept = firstDigits(whole, LONGEST_WHOLE)
  if (point === -1) return kept
  const decimals = typed.slice(point).replace(/\D/g, '').slice(0, 2)
  return `${kept === '' ? '0' : kept}.${decimals}`
}

function firstDigits(text: string, most: number): string {
  let digits = 0
  let end = 0
  for (const sign of text) {
    if (sign !== ',') digits += 1
    if (digits > most) break
    end += 1
  }
  return text.slice(0, end)
}
