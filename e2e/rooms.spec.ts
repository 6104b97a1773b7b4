// What must be on the screen together, on phones of a usual size.
import { expect, type Locator } from '@playwright/test'
import { arrive } from './errors/place.ts'
import { goodAnswers } from './operator/answers.ts'
import { test } from './operator/operator-test.ts'
import { settle } from './scenes/scene.ts'

async function boxOf(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return { top: box.y, bottom: box.y + box.height }
}

test.describe('in Lao', () => {
  test.use({ country: 'la' })
  test('home shows all shortcuts above the button of the menu', async ({ page }) => {
    const { words } = await arrive(page, 'la', false)
    await page.goto('/user/home')
    const shortcuts = page.getByRole('navigation', { name: words('home.shortcuts') })
    await expect(page.getByRole('group', { name: words('home.group-slot') })).toBeVisible()
    await settle(page)
    const home = page.getByRole('link', { name: words('app.menu-home'), exact: true })
    const button = await boxOf(home.locator('svg').locator('..'))
    expect((await boxOf(shortcuts)).bottom).toBeLessThanOrEqual(button.top)
  })

  test('the profile says no bank before it knows its Lao name', async ({ page, operator }) => {
    operator.break('GET /lookup/banks', { holds: true })
    const { words } = await arrive(page, 'la', false)
    await page.goto('/user/profile')
    await expect(page.getByText(words('profile.username'), { exact: true })).toBeVisible()
    await expect(page.getByText(words('profile.holder'), { exact: true })).toBeHidden()
    operator.break('GET /lookup/banks', { body: goodAnswers['GET /lookup/banks']?.() })
    await page.reload()
    await expect(page.getByText(words('profile.holder'), { exact: true })).toBeVisible()
  })
})

test('the wheel and its button have room between the bars of a phone that lies on its side', async ({
  page,
}) => {
  await page.setViewportSize({ width: 740, height: 360 })
  const { words } = await arrive(page, 'th', false)
  await page.goto('/user/spin')
  const wheel = page.getByRole('img', { name: words('spin.slices', { slices: '' }).trim() }).locator('..')
  await expect(wheel).toBeVisible()
  const { top, bottom } = await boxOf(wheel)
  const bar = await boxOf(page.getByRole('banner'))
  const menu = await boxOf(page.getByRole('navigation').last())
  expect(bottom - top).toBeLessThanOrEqual(menu.top - bar.bottom)
})
