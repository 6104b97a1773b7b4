/** Phone numbers as players type or paste them: +66…, 0066…, spaces, dashes, Thai and Lao digits. */
import { latinDigits } from '@kapao/money/format'
import type { Region } from './region.ts'

/**
 * The national form, with its leading 0. Whatever else was typed stays, so that a wrong number is told and never guessed at: only
 * separators go, and a country code that makes a valid number.
 */
export function normalisePhone(typed: string, { countryCode, phone }: Region): string {
  const plain = latinDigits(typed).replace(
    /[\s\u00a0\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff().\-‐-―]/g,
    '',
  )
  const abroad = new RegExp(`^(?:\\+|00)?${countryCode}0?(\\d+)$`).exec(plain)
  const national = abroad ? `0${abroad[1]}` : plain
  return phone.test(national) && !phone.test(plain) ? national : plain
}
