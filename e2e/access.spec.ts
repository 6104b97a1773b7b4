// Before the whole product a keyboard alone is enough. What axe finds is in scenes.spec.ts, every journey by keyboard in keyboard.spec.ts.

import { expect } from '@playwright/test'
import { join, newcomer } from './member.ts'
import { Player } from './player.ts'
import { readQr } from './qr-reader.ts'
import { test } from './whole.ts'

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
  await expect(player.way('KBANK')).toBeVisible()
  await tabTo(player.words('deposit.way-KBANK'))
  await keyboard.press('Enter')
  await expect(player.field('deposit.amount')).toBeVisible()
  await tabTo(player.words('deposit.amount'))
  await keyboard.type('25')
  await keyboard.press('Enter')
  await sandbox.payQr(await readQr(player.qrPicture('25.00')))
  await expect(player.heading('deposit.paid-title')).toBeVisible()
  await tabTo(player.words('deposit.done'))
  await keyboard.press('Enter')
  await expect(player.sheet('deposit.title')).toBeHidden()
  await player.expectHome({ total: '25.00', wallet: '25.00' })
})
