// Every journey by a keyboard alone, by somebody who wants no movement: at each stop the focus is seen and lies behind nothing, it stays in
// what is open and goes back to where it was, and what happened is read out.
import { expect } from '@playwright/test'
import { profile, wallet } from './scenes/answers.ts'
import { journeys } from './scenes/journeys.ts'
import { Keys, listen } from './scenes/keys.ts'
import { quietJourneys } from './scenes/quiet-journeys.ts'
import { test } from './scenes/stage-test.ts'
import { toldJourneys } from './scenes/told-journeys.ts'
import { wordsJourneys } from './scenes/words-journeys.ts'
import { wordsIn } from './words.ts'

// With a keyboard comes a mouse, and no keyboard of the screen's own that the menu makes room for.
test.use({ hasTouch: false })

const words = wordsIn('en')
const currency = words('app.currency-THB')

test.describe('by a keyboard alone and without movement', () => {
  for (const [name, journey] of Object.entries({
    ...journeys,
    ...quietJourneys,
    ...toldJourneys,
    ...wordsJourneys,
  })) {
    test(name, async ({ page, stage }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await listen(page)
      const scene = {
        name,
        isVisitor: journey.isVisitor ?? false,
        ...(journey.answers ? { answers: journey.answers } : {}),
        open: async () => {
          await page.goto(journey.path)
          // Keys that come before the page go nowhere.
          await page.waitForLoadState('networkidle')
          // What has come is drawn, too: it would move what has the focus meanwhile.
          await expect(page.locator('main [class*=skeleton]')).toHaveCount(0)
        },
      }
      await stage.enter(scene, 'en')
      const keys = new Keys(page, words)
      await journey.go(keys)
      await keys.expectNoMovement()
    })
  }
})

for (const path of [
  '/login',
  '/register',
  '/howto',
  '/contact',
  '/user/home',
  '/user/bonus',
  '/user/spin',
  '/user/statement',
  '/user/profile',
  '/user/contact',
]) {
  test(`the Tab key goes once around ${path} and comes to its end`, async ({ page, stage }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const isVisitor = !path.startsWith('/user')
    await stage.enter({ name: path, isVisitor, open: async () => void (await page.goto(path)) }, 'en')
    await page.waitForLoadState('networkidle')
    const names = await new Keys(page, words).goesAround()
    expect(names).toContain(words('app.menu-home'))
    expect(names).toContain('')
  })
}

test('money that comes while home is open is read out', async ({ page, stage, operator }) => {
  await listen(page)
  await stage.enter({ name: 'home', open: async () => void (await page.goto('/user/home')) }, 'en')
  const keys = new Keys(page, words)
  await keys.to(words('home.check'))
  operator.break('GET /wallet', wallet({ profile, wallet: { amount: 5_320.75, currency: 'THB' } }))
  await keys.press('home.check')
  await keys.hears(`7,354.00 ${currency}`)
})

test('a check that finds the money unchanged ends in words, too', async ({ page, stage }) => {
  await listen(page)
  await stage.enter({ name: 'home', open: async () => void (await page.goto('/user/home')) }, 'en')
  const keys = new Keys(page, words)
  await keys.press('home.check')
  await keys.hears(words('home.updated-now'))
  await keys.isOn('home.check')
})

test('another page says which one it is', async ({ page, stage }) => {
  await listen(page)
  await stage.enter({ name: 'home', open: async () => void (await page.goto('/user/home')) }, 'en')
  const keys = new Keys(page, words)
  await keys.press('app.menu-statement')
  await keys.hears(`${words('app.statement')} · ${words('app.name')}`)
})
