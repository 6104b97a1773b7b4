// The statement: whatever happened to a member's money, row by row, page by page, by the clock of the player's city.
import { expect } from '@playwright/test'
import type { OldRow } from './books.ts'
import { payIn } from './member.ts'
import { pullDown } from './pull-down.ts'
import type { Row } from './statement-row.ts'
import { test } from './whole.ts'
import type { Locale } from './words.ts'

const happened: readonly (OldRow & { shown: Row; time: string })[] = [
  {
    ...{ type: 'deposit', status: 'SUCCESS', from: 'BANK', to: 'WALLET', amountMinor: 123_456_789 },
    // The last second of a year in Bangkok, which is still the afternoon in Greenwich.
    ...{ at: '2024-12-31T16:59:59Z', time: '31/12/2024 23:59:59' },
    shown: { type: 'deposit', amount: '+1,234,567.89', from: 'BANK', to: 'WALLET', status: 'success' },
  },
  {
    ...{ type: 'bonus', status: 'SUCCESS', from: 'SYSTEM', to: 'WALLET', amountMinor: 5000 },
    ...{ at: '2024-12-31T17:00:00Z', time: '01/01/2025 00:00:00' },
    behind: { kind: 'bonus', description: 'ต้อนรับสมาชิกใหม่ 100%' },
    shown: {
      ...{ type: 'bonus', amount: '+50.00', from: 'SYSTEM', to: 'WALLET', status: 'success' },
      description: 'ต้อนรับสมาชิกใหม่ 100%',
    },
  },
  {
    ...{ type: 'finish_bonus', status: 'FAILED', from: 'WALLET', to: 'SYSTEM', amountMinor: 5000 },
    ...{ at: '2025-02-28T17:30:00Z', time: '01/03/2025 00:30:00' },
    behind: { kind: 'promotion', description: 'SONGKRAN' },
    shown: {
      ...{ type: 'finish_bonus', amount: '50.00', from: 'WALLET', to: 'SYSTEM', status: 'failed' },
      end: 'taken',
      description: 'SONGKRAN',
    },
  },
  {
    ...{ type: 'bonus', status: 'SUCCESS', from: 'SYSTEM', to: 'WALLET', amountMinor: 1 },
    ...{ at: '2025-03-01T00:00:00Z', time: '01/03/2025 07:00:00' },
    behind: { kind: 'invite', description: 'แนะนำเพื่อน' },
    shown: {
      ...{ type: 'bonus', amount: '+0.01', from: 'SYSTEM', to: 'WALLET', status: 'success' },
      description: 'แนะนำเพื่อน',
    },
  },
  {
    ...{ type: 'bonus', status: 'SUCCESS', from: 'SYSTEM', to: 'WALLET', amountMinor: 900 },
    ...{ at: '2025-03-02T00:00:00Z', time: '02/03/2025 07:00:00' },
    behind: { kind: 'refund', description: 'คืนยอดเสีย 5%' },
    shown: {
      ...{ type: 'bonus', amount: '+9.00', from: 'SYSTEM', to: 'WALLET', status: 'success' },
      description: 'คืนยอดเสีย 5%',
    },
  },
  {
    ...{ type: 'bonus', status: 'SUCCESS', from: 'SYSTEM', to: 'WALLET', amountMinor: 2050 },
    ...{ at: '2025-03-03T00:00:00Z', time: '03/03/2025 07:00:00' },
    behind: { kind: 'luckydraw', description: 'เงินสด 20.50' },
    shown: {
      ...{ type: 'bonus', amount: '+20.50', from: 'SYSTEM', to: 'WALLET', status: 'success' },
      description: 'เงินสด 20.50',
    },
  },
  {
    ...{ type: 'withdraw', status: 'FAILED', from: 'WALLET', to: 'BANK', amountMinor: 30_000 },
    ...{ at: '2025-03-04T00:00:00Z', time: '04/03/2025 07:00:00' },
    shown: { type: 'withdraw', amount: '−300.00', from: 'WALLET', to: 'BANK', status: 'failed' },
  },
  {
    ...{ type: 'transfer', status: 'SUCCESS', from: 'WALLET', to: 'PG', amountMinor: 10_000 },
    ...{ at: '2025-03-05T00:00:00Z', time: '05/03/2025 07:00:00' },
    shown: { type: 'transfer', amount: '100.00', from: 'WALLET', to: 'Lotus Lantern', status: 'success' },
  },
  {
    // A game that the operator no longer has goes by its code.
    ...{ type: 'transfer', status: 'PENDING', from: 'OLDGAME', to: 'WALLET', amountMinor: 10_050 },
    ...{ at: '2025-03-06T00:00:00Z', time: '06/03/2025 07:00:00' },
    shown: { type: 'transfer', amount: '100.50', from: 'OLDGAME', to: 'WALLET', status: 'in-progress' },
  },
]

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** How long ago so many years were, and a row of a moment ago. */
const ago: Readonly<Record<Locale, { years: (count: number) => string; seconds: RegExp }>> = {
  th: { years: (count) => `${count}\u00a0ปีที่แล้ว`, seconds: /(ขณะนี้|\d+\sวินาทีที่ผ่านมา)$/ },
  la: { years: (count) => `${count}\u00a0ປີກ່ອນ`, seconds: /\d+\sວິນາທີກ່ອນ$/ },
  en: {
    years: (count) => `${count}\u00a0year${count === 1 ? '' : 's'} ago`,
    seconds: /\b(now|\d+\sseconds? ago)$/,
  },
}

test('each kind of row says what, how much, from where to where, how it went, and when @both-builds', async ({
  player,
  books,
  language,
}) => {
  const { page, member } = player
  await books.addOldRows(
    member.phone,
    happened.map((row) => ({ ...row, amountMinor: player.worth(row.amountMinor) })),
  )
  await player.goToStatement()
  const newestFirst = [...happened].reverse()
  for (const look of [async () => {}, () => page.reload()]) {
    await look()
    await player.expectStatement(newestFirst.map(({ shown }) => shown))
    const times = page.getByRole('article').getByRole('time')
    await expect(times).toHaveText(newestFirst.map(({ time }) => time))
  }
  await player.look('statement-kinds')
  const years = Math.trunc((Date.now() - Date.parse(happened[0]?.at ?? '')) / YEAR_MS)
  await expect(page.getByRole('article').last()).toContainText(ago[language].years(years))
  await payIn(player.kapao, { ...member, token: await player.token() }, 1)
  // The row in progress has the page looked at again: the new one comes by itself, and is said to be new.
  const newest = page.getByRole('article').filter({ hasText: player.money('+1.00') })
  await expect(newest).toContainText(ago[language].seconds)
  // The same rows by a phone whose owner is far from home: the clock is the operator's.
  const abroad = await page.context().browser()?.newContext({ timezoneId: 'America/Los_Angeles' })
  if (!abroad) throw new Error('There is no browser')
  const away = await abroad.newPage()
  await away.goto(`${player.kapao.addresses.url}/icon.svg`)
  await away.evaluate(
    (token) => {
      localStorage.setItem('token', token)
      localStorage.setItem('remember-agreement', 'true')
    },
    await player.token(),
  )
  await away.goto(`${player.kapao.addresses.url}/user/statement`)
  await expect(away.getByRole('article').getByRole('time').last()).toHaveText('31/12/2024 23:59:59')
  await abroad.close()
})

test('ten rows a page; one that comes between two pages is seen, and none is missed or seen twice @both-builds', async ({
  player,
  books,
}) => {
  const { page, member } = player
  const row = (place: number): OldRow => ({
    ...{
      type: 'deposit',
      status: 'SUCCESS',
      from: 'BANK',
      to: 'WALLET',
      amountMinor: player.worth(place * 100),
    },
    at: new Date(Date.UTC(2025, 5, 1, 0, 0, place)).toISOString(),
  })
  const shown = (...places: number[]) =>
    places.map((place): Row => {
      return { type: 'deposit', amount: `+${place}.00`, from: 'BANK', to: 'WALLET', status: 'success' }
    })
  await books.addOldRows(
    member.phone,
    Array.from({ length: 21 }, (_, place) => row(place + 1)),
  )
  await player.goToStatement()
  const position = (at: number) => player.says('statement.position', { page: at, pages: 3 })
  await player.expectStatement(shown(21, 20, 19, 18, 17, 16, 15, 14, 13, 12))
  await expect(position(1)).toBeVisible()
  await expect(player.button('statement.previous')).toBeDisabled()

  await books.addOldRows(member.phone, [row(22)])
  await player.button('statement.next').click()
  await expect(position(2)).toBeVisible()
  // The twelfth was pushed over the edge, where it was seen already.
  await player.expectStatement(shown(11, 10, 9, 8, 7, 6, 5, 4, 3))
  await expect(page.getByRole('article').first()).toBeInViewport({ ratio: 1 })
  await player.button('statement.next').click()
  await player.expectStatement(shown(2, 1))
  await expect(player.button('statement.next')).toBeDisabled()
  await player.look('statement-last-page')
  await player.button('statement.previous').click()
  await player.button('statement.previous').click()
  await player.expectStatement(shown(22, 21, 20, 19, 18, 17, 16, 15, 14, 13))

  await books.addOldRows(member.phone, [row(23)])
  await pullDown(page)
  await player.expectStatement(shown(23, 22, 21, 20, 19, 18, 17, 16, 15, 14))
  await page.reload()
  await player.expectStatement(shown(23, 22, 21, 20, 19, 18, 17, 16, 15, 14))
})

test('a statement that does not load mends itself when the server is back', async ({ player }) => {
  await player.page.route('**/api/statement', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await player.goToStatement()
  await expect(player.says('statement.failed')).toBeVisible()
  await player.page.unroute('**/api/statement')
  await expect(player.says('statement.empty-title')).toBeVisible()
})
