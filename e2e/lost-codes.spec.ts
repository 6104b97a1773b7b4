// A QR code whose making was never told: it is the player's code while it can be paid, and never after.
import { expect } from '@playwright/test'
import { hold } from './held.ts'
import { loseNextAnswer } from './lost-answer.ts'
import { readQr } from './qr-reader.ts'
import { dropLongWaits } from './scenes/steps.ts'
import { test } from './whole.ts'

test('a code whose answer was lost is shown and paid; the next of the same amount is another code', async ({
  player,
  sandbox,
}) => {
  await loseNextAnswer(player.page, '**/api/qrcode/KBANK', 'POST')
  for (const total of ['100.00', '200.00']) {
    await player.openDeposit()
    await player.chooseWay('KBANK')
    await player.createQr('100')
    await sandbox.payQr(await readQr(player.qrPicture('100.00')))
    await expect(player.heading('deposit.paid-title')).toBeVisible()
    await player.button('deposit.done').click()
    await player.expectHome({ total, wallet: total })
  }
})

test('what was told of a lost answer is taken back as the code is shown after all', async ({ player }) => {
  const { page } = player
  await player.openDeposit()
  await player.chooseWay('KBANK')
  await expect(player.field('deposit.amount')).toBeVisible()
  const letGo = await hold(page, '**/api/qrcode/KBANK')
  await loseNextAnswer(page, '**/api/qrcode/KBANK', 'POST')
  // No time takes away what is told.
  await page.evaluate(dropLongWaits)
  await player.createQr('70')
  const toast = page.locator('[data-toaster]').filter({ hasText: player.words('errors.unreachable') })
  await expect(toast).toBeVisible()
  letGo()
  await expect(player.qrPicture('70.00')).toBeVisible()
  await expect(toast).toHaveCount(0)
})

test('a code that was never seen and is over by now is not shown to whoever asks again', async ({
  player,
  sandbox,
}) => {
  const { page } = player
  await player.openDeposit()
  await player.chooseWay('KBANK')
  await expect(player.field('deposit.amount')).toBeVisible()
  // It is made, and neither that nor what is asked for afterwards comes back.
  await page.route('**/api/qrcode/KBANK', async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort('connectionreset')
  })
  await player.createQr('90')
  await expect(player.says('errors.unreachable').first()).toBeVisible()
  const made = await player.call<{ qrcodeId: string }>('GET', '/qrcode/KBANK')
  await player.call('DELETE', '/qrcode/KBANK', { qrcodeId: made.qrcodeId })
  await page.unroute('**/api/qrcode/KBANK')
  await player.button('deposit.create').click()
  await sandbox.payQr(await readQr(player.qrPicture('90.00')))
  await expect(player.heading('deposit.paid-title')).toBeVisible()
})
