// The wallet in one hand: what a phone does with a field, with the edges of a page, and with a finger that drags.
import { expect, type Locator, type Page } from '@playwright/test'
import { drag } from './drag.ts'
import { press } from './errors/place.ts'
import { crampedMarks } from './marks.ts'
import { scenes } from './scenes/all.ts'
import type { Scene } from './scenes/scene.ts'
import { test } from './scenes/stage-test.ts'
import { askedOfKeyboard, Edges, hindrances } from './scenes/touch.ts'

/** By scene, what its fields ask the phone for: which keyboard, and what to suggest. */
const fields: Readonly<Record<string, readonly string[]>> = {
  'login/page': ['tel username', 'password current-password'],
  'register/phone': ['tel tel-national'],
  'register/otp': ['numeric one-time-code'],
  'register/profile': ['text name', 'hidden username', 'password new-password', 'password new-password'],
  'register/bank': ['numeric off', 'text given-name', 'text family-name'],
  'profile/password': [
    'hidden username',
    'password current-password',
    'password new-password',
    'password new-password',
  ],
  'profile/name': ['text off'],
  'deposit/bank': ['decimal off'],
  'deposit/qr': ['decimal off'],
  'deposit/gift': ['url off'],
  'transfer/form': ['decimal off'],
  'withdraw/form': ['decimal off'],
  'bonus/page': ['text off'],
  'chat/messages': ['text off'],
}
const others = [
  'home/page',
  'home/agreement',
  'home/offline',
  'withdraw/confirm',
  'deposit/copied',
  'game/open',
  'spin/page',
  'chat/ended',
  'chat/picture',
  'nowhere/404',
]

const upright = { width: 360, height: 740 }
const lying = { width: 740, height: 360 }

test.use({ isMobile: true })

function sceneOf(name: string): Scene {
  const scene = scenes.find((one) => one.name === name)
  if (!scene) throw new Error(`There is no scene ${name}`)
  return scene
}

test('a phone finds nothing in its way in the wallet', async ({ page, stage }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const edges = await Edges.of(page)
  for (const name of [...Object.keys(fields), ...others]) {
    const scene = sceneOf(name)
    await test.step(name, async () => {
      await page.setViewportSize(upright)
      await edges.set({ top: 0, right: 0, bottom: 0, left: 0 })
      await stage.enter(scene, 'th')
      expect.soft(await hindrances(page), name).toEqual([])
      expect.soft(await crampedMarks(page, 'th'), name).toEqual([])
      if (fields[name]) expect.soft(await askedOfKeyboard(page), name).toEqual(fields[name])
      expect.soft(await edges.under({ top: 59, right: 0, bottom: 34, left: 0 }), name).toEqual([])
      await page.setViewportSize(lying)
      expect
        .soft(await edges.under({ top: 0, right: 59, bottom: 21, left: 59 }), `${name}, lying`)
        .toEqual([])
      await scene.leave?.({ page, words: () => '', country: 'th' })
    })
  }
  await page.setViewportSize(upright)
  await stage.enter(sceneOf('chat/messages'), 'la')
  expect.soft(await crampedMarks(page, 'la')).toEqual([])
})

test('the menu at the bottom leaves its room to the keyboard while a field has the focus', async ({
  page,
  stage,
}) => {
  await page.setViewportSize(upright)
  for (const name of ['login/page', 'register/phone', 'bonus/page', 'profile/name', 'profile/password']) {
    await test.step(name, async () => {
      const scene = sceneOf(name)
      await stage.enter(scene, 'th')
      const menu = page.locator('nav').last()
      const field = page.locator('main, dialog[open]').locator('input:visible').first()
      await field.blur()
      await expect(menu).toBeVisible()
      await field.focus()
      await expect(menu).toBeHidden()
      await field.blur()
      await expect(menu).toBeVisible()
      await scene.leave?.({ page, words: () => '', country: 'th' })
    })
  }
})

const scrolledTo = (page: Page) => page.evaluate(() => Math.round(scrollY))

test('a finger on the cards turns them sideways, and scrolls the page up and down', async ({
  page,
  stage,
}) => {
  await page.setViewportSize(upright)
  const { words } = await stage.enter(sceneOf('home/page'), 'th')
  const games = page.getByRole('group', { name: words('home.group-slot'), exact: true })
  const place = games.getByText(/^\d \/ \d$/)
  await games.evaluate((box) => box.scrollIntoView({ block: 'center' }))
  const before = await scrolledTo(page)
  const top = await games.boundingBox()
  if (!top) throw new Error('There are no cards')
  const card = { x: 180, y: top.y + 100 }
  await expect(place).toHaveText(/^1/)
  const takenAway = await page.evaluateHandle(() => {
    const events: string[] = []
    addEventListener('pointercancel', ({ type }) => events.push(type))
    return events
  })
  await drag(page, card, { x: -140, y: 60 })
  await expect(place).not.toHaveText(/^1/)
  expect(await scrolledTo(page)).toBe(before)
  expect(await takenAway.jsonValue()).toEqual([])
  const turned = await place.innerText()
  await drag(page, card, { x: 10, y: 200 })
  await expect.poll(() => scrolledTo(page)).toBeLessThan(before - 100)
  await expect(place).toHaveText(turned)
})

test('a finger that goes on at the end of a sheet moves nothing behind it', async ({ page, stage }) => {
  await page.setViewportSize(upright)
  const hand = await stage.enter(sceneOf('home/page'), 'th')
  await page.evaluate(() => scrollTo(0, 120))
  await press('app.menu-conditions')(hand)
  const heading = page.getByRole('dialog').getByRole('heading', { level: 3 }).first()
  await expect(heading).toBeVisible()
  const topOf = (what: Locator) => what.evaluate((box) => Math.round(box.getBoundingClientRect().top))
  const behind = page.getByRole('main')
  const [headingBefore, before] = [await topOf(heading), await topOf(behind)]
  const middle = { x: 180, y: 450 }
  for (let times = 0; times < 3; times += 1) await drag(page, middle, { x: 0, y: -400 })
  expect(await topOf(heading)).toBeLessThan(headingBefore)
  await drag(page, { x: 180, y: 10 }, { x: 0, y: 400 })
  expect(await topOf(behind)).toBe(before)
})
