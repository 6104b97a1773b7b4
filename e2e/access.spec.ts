// For everybody: axe finds nothing on any page or sheet, in any language and either theme, and a keyboard alone is enough.

import { expect } from '@playwright/test'
import { themeOf, violations } from './axe.ts'
import { join, newcomer, openGame, payIn } from './member.ts'
import { memberPages, memberSheets, type Open, visitorPages } from './places.ts'
import { Player } from './player.ts'
import { readQr } from './qr-reader.ts'
import { test } from './whole.ts'
import { locales } from './words.ts'

async function expectNone(player: Player, places: readonly Open[]): Promise<void> {
  const all: string[] = []
  await player.page.emulateMedia({ colorScheme: themeOf[player.locale], reducedMotion: 'reduce' })
  for (const open of places) {
    await open(player)
    all.push(...(await violations(player.page)))
  }
  expect(all).toEqual([])
}

for (const language of locales) {
  test.describe(`in ${language}`, () => {
    test.use({ language })
    test('every visitor page is for everybody', async ({ visitor }) => {
      test.slow()
      await visitor.setLanguage()
      await expectNone(visitor, visitorPages)
    })

    test('every member page and sheet is for everybody', async ({ kapao, region, page }) => {
      test.slow()
      const member = await join(kapao, newcomer(region))
      await payIn(kapao, member, 500)
      await openGame(kapao, member, 'PG')
      const player = new Player(page, kapao, language, member)
      await player.arrive(member.token)
      await expectNone(player, [...memberPages, ...memberSheets])
    })
  })
}

test('a keyboard alone is enough to log in and pay in', async ({ visitor, kapao, region, sandbox }) => {
  const member = await join(kapao, newcomer(region))
  const player = new Player(visitor.page, kapao, 'en', member)
  const { page } = player
  const { keyboard } = page
  await player.setLanguage()
  await page.goto('/login')
  await expect(player.heading('session.title')).toBeVisible()
  /** Tabs until this has the focus, as far as a patient person would. */
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const element = document.activeElement
        const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
        return label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? ''
      })
      if (focused.startsWith(name)) return
    }
    throw new Error(`The Tab key does not lead to ${name}`)
  }
  await tabTo(player.words('session.phone'))
  await keyboard.type(member.phone)
  await tabTo(player.words('session.password'))
  await keyboard.type(member.password)
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/home$/)
  await player.expectHome({ total: '0.00', wallet: '0.00' })
  await expect(player.button('agreement.accept')).toBeVisible()
  await tabTo(player.words('agreement.accept'))
  await keyboard.press('Enter')
  await expect(player.sheet('agreement.title')).toBeHidden()
  await tabTo(player.words('home.deposit'))
  await keyboard.press('Enter')
  await expect(player.sheet('deposit.title')).toBeVisible()
  await tabTo(player.words('deposit.way-KBANK'))
  await keyboard.press('Enter')
  await expect(player.field('deposit.amount')).toBeVisible()
  await tabTo(player.words('deposit.amount'))
  await keyboard.type('25')
  await keyboard.press('Enter')
  await sandbox.payQr(await readQr(player.qrPicture('25.00')))
  await expect(player.heading('deposit.paid-title')).toBeVisible({ timeout: 8_000 })
  await tabTo(player.words('deposit.done'))
  await keyboard.press('Enter')
  await expect(player.sheet('deposit.title')).toBeHidden()
  await player.expectHome({ total: '25.00', wallet: '25.00' })
})
