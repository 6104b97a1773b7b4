// A code of any operator's can be read from the screen, and from its picture, whatever white its server leaves around it.
import { expect } from '@playwright/test'
import { arrive, button, chooseWay, fillMoney, press } from './errors/place.ts'
import { goodAnswers, qrWith } from './operator/answers.ts'
import { test } from './operator/operator-test.ts'
import { readQr } from './qr-reader.ts'

/** An app's own view of the web, which drops downloads: there a code is kept by pressing its picture long. */
const userAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 Version/4.0 Chrome/126.0 Mobile Safari/537.36'
const CODE = 'https://line.me/R/ti/p/@kapao'
const CREATE_QR = 'POST /qrcode/{provider}'

for (const colorScheme of ['dark', 'light'] as const) {
  for (const margin of [0, 1, 4]) {
    test.describe(`${colorScheme}, ${margin} squares of white`, () => {
      test.use({ colorScheme, userAgent })

      test('the code is read from the screen, and from the picture that is pressed long', async ({
        page,
        operator,
      }) => {
        const told = { ...Object(goodAnswers[CREATE_QR]?.()), qrcode: qrWith(margin) }
        operator.break(CREATE_QR, { body: told })
        const hand = await arrive(page, 'en', false)
        await page.goto('/user/home')
        await press('home.deposit')(hand)
        await chooseWay('KBANK')(hand)
        await fillMoney(hand, 'deposit.amount', '100')
        operator.break('GET /qrcode/{provider}', { body: told })
        await press('deposit.create')(hand)
        await expect(button(hand, 'deposit.qr-cancel')).toBeVisible()
        await expect(page.getByRole('dialog').locator('img[src^="data:image/png"]')).toBeVisible()
        expect(await readQr(page.getByRole('dialog'))).toBe(CODE)
        await press('deposit.qr-save')(hand)
        const picture = page.getByRole('dialog', { name: hand.words('deposit.qr-press-long'), exact: true })
        expect(await readQr(picture)).toBe(CODE)
      })
    })
  }
}
