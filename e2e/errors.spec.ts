// Everything that a server may refuse, or that may come instead of its answer, at every place that can show it, in every language: each told
// in words, none as a raw code, and the screen goes on. The server is another operator's and speaks the wire alone.

import { calls } from '@kapao/contract/calls'
import { isRefusalCode } from '@kapao/contract/codes'
import { test as base, expect, type Page } from '@playwright/test'
import { safeParse } from 'valibot'
import { walletFolder } from '../scripts/page-builds.ts'
import { account } from './errors/account.ts'
import { games } from './errors/games.ts'
import { money } from './errors/money.ts'
import type { Hand, Place } from './errors/place.ts'
import { rewards } from './errors/rewards.ts'
import { visitors } from './errors/visitors.ts'
import { goodAnswers, TOKEN } from './operator/answers.ts'
import { OperatorServer, type Trouble } from './operator/server.ts'
import { type Locale, locales, wordsIn } from './words.ts'

const test = base.extend<{ operator: OperatorServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants the fixtures that it stands on, and there are none.
  operator: async ({}, use) => {
    const operator = await OperatorServer.start(walletFolder('th'))
    await use(operator)
    await operator.stop()
  },
  baseURL: async ({ operator }, use) => use(operator.url),
})

/** What may come instead of an answer, by the key of its words. */
const lines: Readonly<Record<string, Trouble>> = {
  'no-network': { hangsUp: true },
  'server-down': { status: 502, type: 'text/html', body: '<html>Bad gateway</html>' },
  'foreign-page': { status: 200, type: 'text/html', body: '<!doctype html><title>Hotel Wi-Fi</title>' },
  'empty-answer': { status: 200, body: '' },
}

/** Refusals that any call may come to hear, beside its own. */
const everywhere = ['INTERNAL_SERVER_ERROR', 'REQUEST_LIMIT', 'OVERLOADED', 'BAD_REQUEST']
const OWN_WORDS = 'Ask <b>the cashier</b> & wait'

function troublesOf(place: Place): readonly { name: string; trouble: Trouble; isLost: boolean }[] {
  const refusals = [...new Set([...place.call.refusals, ...everywhere])].filter(
    (code) => !endsSession.has(code) && !place.passes?.includes(code),
  )
  return [
    ...refusals.map((code) => ({
      name: code,
      trouble: { status: 400, body: { message: code } },
      isLost: false,
    })),
    { name: OWN_WORDS, trouble: { status: 400, body: { message: OWN_WORDS } }, isLost: false },
    ...Object.entries(lines).map(([name, trouble]) => ({ name, trouble, isLost: true })),
    ...(place.call.file
      ? [
          {
            name: 'too-large',
            trouble: { status: 413, type: 'text/html', body: '<h1>413</h1>' },
            isLost: true,
          },
        ]
      : []),
  ]
}

/**
 * Every trouble at every place takes long, so each is walked in one language, the next in the next; with KAPAO_E2E_WHOLE=1 all in all three.
 * That each code has words in each language is a test of its own (apps/wallet/src/lib/errors.test.ts).
 */
function isTurnOf(locale: Locale): (trouble: unknown, index: number) => boolean {
  return (_, index) =>
    process.env.KAPAO_E2E_WHOLE === '1' || index % locales.length === locales.indexOf(locale)
}

const endsSession = new Set(['UNAUTHORIZED', 'invalid-token', 'EXPIRED_AUTH_TOKEN', 'gone'])

async function arrive(page: Page, locale: Locale, isVisitor: boolean): Promise<Hand> {
  await page.goto('/icon.svg')
  const stored = { locale, 'remember-agreement': 'true', ...(isVisitor ? {} : { token: TOKEN }) }
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, stored)
  return { page, words: wordsIn(locale) }
}

/** A sheet that is open comes back with its page; here it would be in the way. */
async function openAfresh(hand: Hand, place: Place): Promise<void> {
  await hand.page.goto('/icon.svg')
  await hand.page.evaluate(() => sessionStorage.clear())
  await place.open(hand)
}

/** The figures of a refusal that came without any are left out of its words. */
function wordsFor({ words }: Hand, place: Place, name: string, isLost: boolean): string {
  const own = place.own?.[name] ?? (isLost ? place.own?.unknown : undefined)
  if (own !== undefined) return words(own)
  return isLost || isRefusalCode(name) ? words(`errors.${name}`) : name
}

for (const [group, places] of Object.entries({ visitors, games, money, rewards, account })) {
  for (const locale of locales) {
    test(`tells every refusal and every broken line in words (${group}, ${locale})`, async ({
      page,
      operator,
    }) => {
      test.setTimeout(180_000)
      for (const place of places) {
        // A tab of its own: the one before may still be stepping back over what was open in it.
        const tab = await page.context().newPage()
        const hand = await arrive(tab, locale, place.isVisitor ?? false)
        await openAfresh(hand, place)
        for (const { name, trouble, isLost } of troublesOf(place).filter(isTurnOf(locale))) {
          await test.step(`${place.name}: ${name}`, async () => {
            if (place.sign && !(await place.sign(hand).isVisible())) await openAfresh(hand, place)
            operator.break(`${place.call.method} ${place.call.path}`, trouble)
            await place.act(hand)
            await expect(tab.getByText(wordsFor(hand, place, name, isLost)).first()).toBeVisible()
            operator.putRight()
            await place.clear?.(hand)
          })
        }
        await tab.close()
      }
    })
  }
}

test('the operator’s answers are of the contract, and no call of the wire is without one', () => {
  expect(Object.keys(goodAnswers).sort()).toEqual(
    [...calls.values()].map(({ method, path }) => `${method} ${path}`).sort(),
  )
  for (const { method, path, answer } of calls.values()) {
    const good = goodAnswers[`${method} ${path}`]?.()
    expect(safeParse(answer, good).success, `${method} ${path}`).toBe(true)
  }
})

for (const code of [
  'invalid-token',
  'UNAUTHORIZED',
  'EXPIRED_AUTH_TOKEN',
  'INVALID_USER_1',
  'INVALID_USER_4',
]) {
  test(`${code} leads to the log-in, with words and without the token`, async ({ page, operator }) => {
    const { words } = await arrive(page, 'en', false)
    operator.break('GET /wallet', { status: 401, body: { message: code } })
    await page.goto('/user/home')
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText(words('errors.UNAUTHORIZED')).first()).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
}

test('gone leads to the page that says so, from a call and from the guard of the log-in', async ({
  page,
  operator,
}) => {
  await arrive(page, 'en', false)
  operator.break('GET /wallet', { status: 410, body: { message: 'gone' } })
  await page.goto('/user/home')
  await expect(page).toHaveURL(/\/terminated$/)
  operator.break('GET /lookup/active', { body: { terminated: 'gone' } })
  await page.goto('/login')
  await expect(page).toHaveURL(/\/terminated$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an answer that never comes is given up after a minute, in words', async ({ page }) => {
  const { words } = await arrive(page, 'en', true)
  await page.clock.install()
  await page.route('**/api/login', () => {
    // Never answered.
  })
  await page.goto('/login')
  await page.getByRole('textbox', { name: words('session.phone'), exact: true }).fill('0812345678')
  await page.locator('input[type=password]').fill('secret-123')
  await page.getByRole('button', { name: words('session.log-in'), exact: true }).click()
  await page.clock.fastForward(59_000)
  await expect(page.getByText(words('errors.timed-out'))).toBeHidden()
  await page.clock.fastForward(2_000)
  await expect(page.getByText(words('errors.timed-out'))).toBeVisible()
})

test('a page on one host works with an API on another', async ({ page }) => {
  const operator = await OperatorServer.start(walletFolder('th'), { apart: true })
  try {
    const words = wordsIn('en')
    await page.goto(`${operator.url}/login`)
    await page.evaluate(() => localStorage.setItem('locale', 'en'))
    await page.reload()
    await page.getByRole('textbox', { name: words('session.phone'), exact: true }).fill('0812345678')
    await page.locator('input[type=password]').fill('secret-123')
    await page.getByRole('button', { name: words('session.log-in'), exact: true }).click()
    await expect(page).toHaveURL(/\/user\/home$/)
    await expect(page.getByText('1,254.50').first()).toBeVisible()
    await page.getByRole('button', { name: words('home.withdraw'), exact: true }).click()
    await page.getByRole('textbox', { name: words('withdraw.amount'), exact: true }).fill('100')
    const sheet = page.getByRole('dialog', { name: words('withdraw.title'), exact: true })
    await sheet.getByRole('button', { name: words('withdraw.withdraw'), exact: true }).click()
    await page.getByRole('button', { name: words('withdraw.confirm'), exact: true }).click()
    await expect(page.getByRole('dialog', { name: words('withdraw.requested-title') })).toBeVisible()
    expect(operator.asked).toContain('POST /wallet/withdrawAll')
  } finally {
    await operator.stop()
  }
})
