import { bareNumber } from '@kapao/contract/text'
import type { Region } from '../environment/config.ts'

const mobile = { th: /^0[689]\d{8}$/, la: /^(?:020\d{8}|030\d{7})$/ } as const

/** A phone as people of the region write it into the form we keep: local digits with the leading 0. Unknown shapes come back as they are. */
export function normalisePhone(written: string, region: Region): string {
  const digits = bareNumber(written).replace(/[().]/g, '')
  // "+66 (0)81 …" carries both the country's code and the local zero.
  const national = digits.replace(/^(?:\+|00)?(?:66|856)0?(?=\d{8,10}$)/, '0')
  // Many Laotians leave the 0 out.
  return region === 'la' && mobile.la.test(`0${national}`) ? `0${national}` : national
}

export type PhoneJudgement = 'ok' | 'wrong-length' | 'not-mobile'

/** Judges a normalised phone by the region's rule (spec §5; Lao mobiles have 11 digits, or 10 after 030). */
export function judgePhone(phone: string, region: Region): PhoneJudgement {
  if (mobile[region].test(phone)) return 'ok'
  return region === 'th' && !/^\d{10}$/.test(phone) ? 'wrong-length' : 'not-mobile'
}
