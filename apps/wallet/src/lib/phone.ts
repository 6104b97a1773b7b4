/** Phone numbers: as players type or paste them (+66…, 0066…, spaces, dashes, Thai and Lao digits), and as they read them. */
import { groupPhoneNo } from '@kapao/browser/phone-number'
import { bareNumber } from '@kapao/contract/text'
import type { Region } from './region.ts'

/**
 * The national form, with its leading 0. Whatever else was typed stays, so that a wrong number is told and never guessed at: only
 * separators go, and a country code that makes a valid number. In Laos the 0 is often left out, and no other number begins so.
 */
export function normalisePhone(typed: string, { key, countryCode, phone }: Region): string {
  const plain = bareNumber(typed).replace(/[().]/g, '')
  const abroad = new RegExp(`^(?:\\+|00)?${countryCode}0?(\\d+)$`).exec(plain)
  const national = abroad ? `0${abroad[1]}` : key === 'la' ? `0${plain}` : plain
  return phone.test(national) && !phone.test(plain) ? national : plain
}

/** As it is written in the build's country, 081-234-5678 and 020 5551 2345, whole on its line; what is no valid number stays as it was typed. */
export function groupPhone(typed: string, region: Region): string {
  const number = normalisePhone(typed, region)
  return region.phone.test(number) ? groupPhoneNo(number) : number
}
