import { expect, test } from 'vitest'
import { formatShort, formatWait } from './short-time.ts'

const t = (key: string, values?: Readonly<Record<string, string | number>>) =>
  `${key} ${values?.count ?? ''}`.trim()

test.each([
  ['2026-11-21T11:04:00Z', '18:04'],
  ['2026-11-20T17:00:00Z', '00:00'],
  ['2026-11-20T16:59:00Z', '20/11'],
  ['2025-12-31T16:59:00Z', '31/12/2025'],
])('%s is shown on 21 November as %s', (at, shown) => {
  expect(formatShort(Date.parse(at), Date.parse('2026-11-21T13:00:00Z'))).toBe(shown)
})

test.each([
  [59_999, 'app.wait-now'],
  [60_000, 'app.wait-minutes 1'],
  [59 * 60_000 + 59_000, 'app.wait-minutes 59'],
  [60 * 60_000, 'app.wait-hours 1'],
  [47 * 3600_000, 'app.wait-days 1'],
])('%i ms of waiting are %s', (waitedMs, shown) => {
  expect(formatWait(t, waitedMs)).toBe(shown)
})
