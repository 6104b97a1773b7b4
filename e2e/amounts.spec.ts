import { expect } from '@playwright/test'
import { arrive, named, test, words } from './elsewhere.ts'

test('an amount is drawn in groups as long as all of it is in sight, whichever way the phone is held', async ({
  page,
}) => {
  await page.setViewportSize({ width: 740, height: 360 })
  await arrive(page)
  await page.getByRole('button', named('home.withdraw')).click()
  const amount = page.getByRole('textbox', { name: words('withdraw.amount') })
  const drawn = page.locator('[data-grouped] [data-text]')
  await amount.fill('12345678901234567')
  await expect(drawn).toHaveAttribute('data-text', '12,345,678,901,234,567')

  await page.setViewportSize({ width: 240, height: 740 })
  await expect(drawn).toHaveCount(0)
  await page.setViewportSize({ width: 740, height: 360 })
  await expect(drawn).toHaveAttribute('data-text', '12,345,678,901,234,567')
  // It is the text alone that is sent.
  await expect(amount).toHaveValue('12345678901234567')
})
