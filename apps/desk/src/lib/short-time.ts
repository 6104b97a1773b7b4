/** Short times of a list: the clock for today, else the date; and how long something waits. Pure. */
import { LOCAL_OFFSET_MS } from '@kapao/browser/time'
import type { Text } from './i18n.ts'

const two = (value: number) => String(value).padStart(2, '0')
const local = (ms: number) => new Date(ms + LOCAL_OFFSET_MS)

/** "18:04", of Bangkok and Vientiane. */
export function formatClock(ms: number): string {
  const at = local(ms)
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
}

/** "21/11/2026". */
export function formatDay(ms: number): string {
  const at = local(ms)
  return `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`
}

function isSameDay(oneMs: number, otherMs: number): boolean {
  return formatDay(oneMs) === formatDay(otherMs)
}

/** Today "18:04", this year "21/11", before "21/11/2026". */
export function formatShort(ms: number, nowMs: number): string {
  if (isSameDay(ms, nowMs)) return formatClock(ms)
  const day = formatDay(ms)
  return day.endsWith(String(local(nowMs).getUTCFullYear())) ? day.slice(0, 5) : day
}

/** "4 min": whole minutes below an hour, then hours, then days. */
export function formatWait(t: Text, waitedMs: number): string {
  const minutes = Math.max(0, Math.floor(waitedMs / 60_000))
  if (minutes < 1) return t('app.wait-now')
  if (minutes < 60) return t('app.wait-minutes', { count: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 24
    ? t('app.wait-hours', { count: hours })
    : t('app.wait-days', { count: Math.floor(hours / 24) })
}
