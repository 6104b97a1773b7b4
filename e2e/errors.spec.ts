// Everything that a server may refuse, or that may come instead of its answer, at every place that can show it, in every language: each told
// in words, none as a raw code, and the screen goes on. The server is another operator's and speaks the wire alone; in Lao it is the Laos build, and its API is on another host.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '@kapao/contract/calls'
import { catalogueCodes, isRefusalCode, ownCodes } from '@kapao/contract/codes'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { safeParse } from 'valibot'
import { walletFolder } from '../scripts/page-builds.ts'
import { account } from './errors/account.ts'
import { chat } from './errors/chat.ts'
import { games } from './errors/games.ts'
import { money } from './errors/money.ts'
import { arrive, type Hand, type Place, press } from './errors/place.ts'
import { reads } from './errors/reads.ts'
import { rewards } from './errors/rewards.ts'
import { silent } from './errors/silent.ts'
import { endsSession, troublesOf, unverified } from './errors/troubles.ts'
import { toBank, visitors } from './errors/visitors.ts'
import { wheel } from './errors/wheel.ts'
import { goodAnswers } from './operator/answers.ts'
import { test } from './operator/operator-test.ts'
import { OperatorServer, type Trouble } from './operator/server.ts'
import { countryOf } from './scenes/scene.ts'
import { day, isWhole } from './turns.ts'
import { type Locale, locales, wordsIn } from './words.ts'

const silences: Readonly<Record<string, Trouble>> = {
  refused: { status: 400, body: { message: 'NO_DATA' } },
  'foreign-page': { status: 200, type: 'text/html', body: '<!doctype html><title>Hotel Wi-Fi</title>' },
}
const groups = { visitors, games, money, rewards, account, wheel, chat, reads }

/**
 * Every trouble at every place takes long, and the way there as long as some of them, so a place is walked in one language, the next day in the next; with
 * KAPAO_E2E_WHOLE=1 in all. That each code has words in each language is a test of its own (apps/wallet/src/lib/errors.test.ts).
 */
function isTurnOf(locale: Locale): (place: Place, index: number) => boolean {
  return ({ isThai }, index) => {
    const spoken = isThai ? locales.filter((one) => countryOf(one) === 'th') : locales
    return isWhole ? spoken.includes(locale) : spoken[(index + day) % spoken.length] === locale
  }
}

/** In a tab of its own: the one before may still be stepping back over what was open in it, and a sheet that is open comes back with its page. */
async function openAfresh(
  context: BrowserContext,
  operator: OperatorServer,
  { place, locale }: { place: Place; locale: Locale },
): Promise<Hand> {
  const hand = await arrive(await context.newPage(), locale, place.isVisitor ?? false)
  prepare(operator, place)
  await place.open(hand)
  return hand
}

const PLACES = { toast: '[data-toaster]', dialog: '[role=alertdialog]' } as const

/** Words of the place's own may stand elsewhere. */
async function expectShown({ page }: Hand, { shown }: Place, words: string): Promise<void> {
  if (shown === 'inline') await expect(page.locator(`${PLACES.toast}, ${PLACES.dialog}`)).toHaveText([''])
  else if (shown) await expect(page.locator(PLACES[shown]).getByText(words)).toBeVisible()
}

/** The figures of a refusal that came without any are left out of its words. */
function wordsFor({ words, country }: Hand, place: Place, name: string, isLost: boolean): string {
  const inLaos = country === 'la' ? place.ownInLaos?.[name] : undefined
  const own = inLaos ?? place.says ?? place.own?.[name] ?? (isLost ? place.own?.unknown : undefined)
  if (own !== undefined) return words(own)
  return isLost || isRefusalCode(name) ? words(`errors.${name}`) : name
}

function prepare(operator: OperatorServer, place: Place): void {
  operator.putRight()
  for (const [call, body] of Object.entries(place.given ?? {})) operator.break(call, { body })
}

async function walk(
  page: Page,
  operator: OperatorServer,
  { places, locale }: { places: readonly Place[]; locale: Locale },
): Promise<void> {
  for (const place of places) {
    const open = () => openAfresh(page.context(), operator, { place, locale })
    let hand = await open()
    for (const { name, trouble, isLost } of troublesOf(place)) {
      await test.step(`${place.name}: ${name}`, async () => {
        if (place.sign && !(await place.sign(hand).isVisible())) {
          await hand.page.close()
          hand = await open()
        }
        operator.break(`${place.call.method} ${place.call.path}`, trouble)
        await place.act(hand)
        const words = wordsFor(hand, place, name, isLost)
        await expect(hand.page.getByText(words).first()).toBeVisible()
        const isOfFailure = words === name || words === hand.words(`errors.${name}`)
        if (isOfFailure) await expectShown(hand, place, words)
        const leads = place.movesMoney && (isLost || name === 'INTERNAL_SERVER_ERROR')
        const leadsTo = hand.words(place.perhapsDone ?? 'errors.perhaps-done')
        if (leads) await expect(hand.page.getByText(leadsTo).first()).toBeVisible()
        if (place.says) await expect(hand.page.locator('[data-toaster], [role=alertdialog]')).toHaveText([''])
        prepare(operator, place)
        await place.clear?.(hand)
      })
    }
    await hand.page.close()
  }
}

for (const [group, places] of Object.entries(groups)) {
  for (const locale of locales) {
    test.describe(() => {
      test.use({ country: countryOf(locale), apart: locale === 'la' })
      test(`tells every refusal and every broken line in words (${group}, ${locale})`, async ({
        page,
        operator,
      }) => {
        test.info().annotations.push({ type: 'day', description: `KAPAO_E2E_DAY=${day}` })
        await walk(page, operator, { places: places.filter(isTurnOf(locale)), locale })
      })
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

test('every code of the catalogue is told or got over at a place, or ends the session', () => {
  const walked = new Set(
    Object.values(groups)
      .flat()
      .flatMap((place) => [...(place.passes ?? []), ...troublesOf(place).map(({ name }) => name)]),
  )
  const untold = [...catalogueCodes, ...ownCodes].filter(
    (code) => !endsSession.has(code) && !walked.has(code),
  )
  expect(untold).toEqual([])
})

test('every call that a screen makes has its place, and none is listed that no screen makes', () => {
  const sources = join(import.meta.dirname, '..', 'apps', 'wallet', 'src')
  const code = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(join(sources, file), 'utf8'))
    .flatMap((text) => text.match(/^import \{[^}]+\} from '@kapao\/contract\/[\w-]+'/gm) ?? [])
    .join('\n')
  const made = [...calls].filter(([name]) => new RegExp(`\\b${name}\\b`).test(code)).map(([, call]) => call)
  const placed = new Set([
    ...Object.values(groups)
      .flat()
      .map(({ call }) => call),
    ...silent,
  ])
  const pathsOf = (all: Iterable<{ method: string; path: string }>) =>
    [...all].map(({ method, path }) => `${method} ${path}`).sort()
  expect(pathsOf(placed)).toEqual(pathsOf(made))
})

for (const [name, trouble] of Object.entries(silences)) {
  test(`what nobody asked for fails in silence (${name})`, async ({ page, operator }) => {
    for (const { method, path } of silent) operator.break(`${method} ${path}`, trouble)
    const hand = await arrive(page, 'en', false)
    const says = (key: string) => expect(page.getByText(hand.words(key)).first()).toBeVisible()
    const quiet = async () => {
      await expect(page.locator('[data-toaster]')).toHaveText([''])
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
    }
    await page.goto('/user/home')
    for (const [opens, there] of [
      ['home.invite', 'invite.how'],
      ['home.refund', 'refund.receive'],
      ['home.deposit', 'deposit.way-KBANK'],
      ['home.withdraw', 'withdraw.amount'],
    ] as const) {
      await press(opens)(hand)
      await says(there)
      await quiet()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.goto('/user/bonus')
    await press('bonus.details')(hand)
    await says('bonus.next-deposit')
    await quiet()
    await page.goto('/login')
    await says('session.log-in')
    await toBank(hand)
    await says('register.bank-title')
    await quiet()
    operator.break('GET /lookup/active', { body: { terminated: 'gone' } })
    await page.goto('/terminated')
    await says('app.terminated-title')
    await quiet()
  })
}

for (const code of unverified) {
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
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // One word that it is gone is enough.
  expect(operator.asked).not.toContain('GET /lookup/active')
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
  // What the test itself takes, much on a busy machine, is none of that minute.
  await page.clock.pauseAt(Date.now() + 60_000)
  const asked = page.waitForRequest('**/api/login')
  await page.getByRole('button', { name: words('session.log-in'), exact: true }).click()
  await asked
  await page.clock.runFor(59_000)
  await expect(page.getByText(words('errors.timed-out'))).toBeHidden()
  await page.clock.runFor(1_000)
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
