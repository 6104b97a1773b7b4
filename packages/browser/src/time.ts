/**
 * Times as players read them: DD/MM/YYYY HH:mm:ss of Bangkok and Vientiane, Gregorian in every language (Intl's Thai default is
 * the Buddhist year), relative times, and mm:ss. Both cities are seven hours ahead of UTC all year round.
 */
import { htmlLang, type Locale } from './locale.ts'

/** What the clocks of both regions show beyond UTC. */
export const LOCAL_OFFSET_MS = 7 * 60 * 60 * 1000

const two = (value: number) => String(value).padStart(2, '0')

/** "21/11/2026 18:04:09" for an ISO time or milliseconds; "" when it is no time. */
export function formatDateTime(time: string | number): string {
  const ms = typeof time === 'number' ? time : Date.parse(time)
  const local = new Date(ms + LOCAL_OFFSET_MS)
  if (Number.isNaN(local.getTime())) return ''
  const day = `${two(local.getUTCDate())}/${two(local.getUTCMonth() + 1)}/${local.getUTCFullYear()}`
  return `${day} ${two(local.getUTCHours())}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())}`
}

const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Browsers come without Lao's relative times and would say them in English. */
const laoUnits = {
  year: 'ປີ',
  month: 'ເດືອນ',
  day: 'ມື້',
  hour: 'ຊົ່ວໂມງ',
  minute: 'ນາທີ',
  second: 'ວິນາທີ',
} as const

/** "3 นาทีที่ผ่านมา": whole units, rounded towards now; a month is 30 days (spec §9). */
export function formatRelative(timeMs: number, nowMs: number, locale: Locale): string {
  const seconds = Math.trunc((timeMs - nowMs) / 1000)
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  const count = Math.trunc(seconds / size) || -0
  if (locale === 'la') {
    const length = `${Math.abs(count)}\u00a0${laoUnits[unit]}`
    return count > 0 ? `ໃນອີກ ${length}` : `${length}ກ່ອນ`
  }
  // A number is on one line with what it counts.
  return new Intl.RelativeTimeFormat(htmlLang(locale)).format(count, unit).replace(/(\d) /, '$1\u00a0')
}

/** "04:59" of what is left, "3:04:59" from an hour on; never below 00:00, and a part of a second still counts as one. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = minutes < 60 ? '' : `${Math.floor(minutes / 60)}:`
  return `${hours}${two(minutes % 60)}:${two(seconds % 60)}`
}
