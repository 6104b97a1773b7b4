// What differs between the two builds, for the journeys that run in both. A journey tells its amounts in baht, as "1,234.50"; a member
// who keeps kip has, pays and sees a thousand times as much, which is also what the games count one credit for.
import { randomInt } from 'node:crypto'
import { joinWords } from '@kapao/page-build/whole-words'

export type Region = 'th' | 'la'
export const countries: readonly Region[] = ['th', 'la']

export function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}

/** How to pay in; the codes by their providers' names on the wire, in the order of the list. */
export type Way = 'KBANK' | 'WW' | 'PAYTIMZ' | 'bank' | 'truelink' | 'slip' | 'manual'
export const qrWays: readonly Way[] = ['KBANK', 'WW', 'PAYTIMZ']

type Build = {
  readonly currency: string
  readonly phone: () => string
  readonly name: string
  /** As a friend's name is shown. */
  readonly maskedName: string
  /** As it stands at the bank, in two parts. */
  readonly holder: readonly [first: string, last: string]
  readonly bankCode: string
  /** As the profile writes it. */
  readonly bankName: string
  readonly bankAccountNo: () => string
  /** A bank at which no account is ours. */
  readonly otherBankCode: string
  readonly withdrawal: Record<'minimum' | 'below' | 'maximum' | 'above', string>
  /** The first words of the operator's banners, and what it writes of a promotion and of ending one. */
  readonly bonuses: Record<'welcome' | 'daily' | 'weekly' | 'promotion' | 'notice', string>
}

/** The operator's words are held together as the wallet's own are. */
const thai = (text: string) => joinWords(text, 'th')
const lao = (text: string) => joinWords(text, 'la')

export const builds: Readonly<Record<Region, Build>> = {
  th: {
    currency: 'THB',
    phone: () => `08${digits(8)}`,
    name: 'มะลิ ใจดี',
    maskedName: 'ม*** ใ***',
    holder: ['Mali', 'Jaidee'],
    bankCode: 'KTB',
    bankName: 'ธนาคารกรุงไทย Krungthai Bank',
    bankAccountNo: () => `5${digits(9)}`,
    otherBankCode: 'SCB',
    withdrawal: { minimum: '100', below: '99.99', maximum: '200,000', above: '200,000.01' },
    bonuses: {
      welcome: thai('ต้อนรับสมาชิกใหม่ 100%'),
      daily: thai('โบนัสรายวัน 10%'),
      weekly: thai('ประจำสัปดาห์ 20%'),
      promotion: thai('ฝาก 100 บาทขึ้นไป รับเพิ่ม 50% สูงสุด 500 บาท'),
      notice: thai('ไม่เกิน 10% ของยอดตั้งต้น'),
    },
  },
  la: {
    currency: 'LAK',
    phone: () => `020${digits(8)}`,
    name: 'ດາວເຮືອງ ສຸກໃຈ',
    maskedName: 'ດ*** ສຸ***',
    // No bank of this build wants names in English letters.
    holder: ['ດາວເຮືອງ', 'ສຸກໃຈ'],
    bankCode: 'BCEL',
    bankName: lao('BCEL · ທະນາຄານການຄ້າຕ່າງປະເທດລາວ'),
    bankAccountNo: () => `5${digits(17)}`,
    otherBankCode: 'APB',
    withdrawal: { minimum: '50', below: '49.99', maximum: '50,000', above: '50,000.01' },
    bonuses: {
      welcome: lao('ຕ້ອນຮັບສະມາຊິກໃໝ່ 100%'),
      daily: lao('ໂບນັດປະຈຳວັນ 10%'),
      weekly: lao('ປະຈຳອາທິດ 20%'),
      promotion: lao('ຝາກ 50,000 ກີບ ຫຼື 100 ບາດຂຶ້ນໄປ ຮັບເພີ່ມ 50% ສູງສຸດ 250,000 ກີບ ຫຼື 500 ບາດ'),
      notice: lao('ເຫຼືອບໍ່ເກີນ 10% ຂອງຍອດຕັ້ງຕົ້ນ'),
    },
  },
}

/** A phone number as it is written to be read, with no break of the line in it: a Lao one has eleven digits. */
export function writtenPhone(phone: string): string {
  return phone.length === 11
    ? phone.replace(/^(...)(....)(....)$/, '$1 $2 $3')
    : phone.replace(/^(...)(...)(....)$/, '$1-\u2060$2-\u2060$3')
}

const timesOf = (currency: string) => (currency === 'LAK' ? 1000n : 1n)

/** What so many baht of the story are on the wire. */
export function worth(currency: string, baht: number): number {
  return Number(written(currency, baht.toFixed(2)).replaceAll(',', ''))
}

/** What "+1,250.25" of the story is on the screen. An amount without decimals gets none. */
export function written(currency: string, baht: string): string {
  const [, sign = '', figures = ''] = /^([+−-]?)(.*)$/.exec(baht) ?? []
  const hundredths = toHundredths(figures.replaceAll(',', '')) * timesOf(currency)
  const whole = (hundredths / 100n).toLocaleString('en-US')
  const decimals = figures.includes('.') ? `.${String(hundredths % 100n).padStart(2, '0')}` : ''
  return `${sign}${whole}${decimals}`
}

/** What a player types who means "1250.5" of the story. */
export function typed(currency: string, baht: string): string {
  return timesOf(currency) === 1n ? baht : written(currency, baht).replace(/\.00$/, '').replaceAll(',', '')
}

function toHundredths(figures: string): bigint {
  const [whole = '0', decimals = ''] = figures.split('.')
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
}
