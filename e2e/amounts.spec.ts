import { expect, type Locator } from '@playwright/test'
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
  await expect.poll(() => groups(drawn)).toBe('12,345,678,901,234,567')
  expect(Math.abs((await widthOf(drawn)) - (await typedWidth(amount)))).toBeLessThan(1)

  await page.setViewportSize({ width: 240, height: 740 })
  await expect(drawn).toHaveCount(0)
  await page.setViewportSize({ width: 740, height: 360 })
  await expect.poll(() => groups(drawn)).toBe('12,345,678,901,234,567')
  // It is the text alone that is sent.
  await expect(amount).toHaveValue('12345678901234567')
})

function groups(drawn: Locator): Promise<string> {
  return drawn.evaluateAll((all) => all.map((one) => one.getAttribute('data-text')).join(','))
}

function widthOf(drawn: Locator): Promise<number> {
  return drawn.evaluateAll((all) => all.reduce((sum, one) => sum + one.getBoundingClientRect().width, 0))
}

/** How far the caret stands from the field's beginning: a field does not tell, the same text in the same letters does. */
function typedWidth(field: Locator): Promise<number> {
  return field.evaluate((input: HTMLInputElement) => {
    const { fontFamily, fontSize, fontWeight, fontVariantNumeric, letterSpacing } = getComputedStyle(input)
    const letters = { fontFamily, fontSize, fontWeight, fontVariantNumeric, letterSpacing }
    const same = document.createElement('span')
    same.textContent = input.value
    Object.assign(same.style, letters, { position: 'absolute' })
    document.body.append(same)
    const { width } = same.getBoundingClientRect()
    same.remove()
    return width
  })
}
