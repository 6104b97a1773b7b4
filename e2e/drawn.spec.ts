// /login as the build has drawn it: there before any script, and the same page when they have come.
import { expect, type Page } from '@playwright/test'
import { test } from './whole.ts'

/** Holds the script that a drawn page begins with, until it is let go. */
async function holdScripts(page: Page): Promise<() => void> {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/assets/start-*.js', async (route) => {
    await gone
    await route.continue()
  })
  return letGo
}

const live = (page: Page) => expect(page.locator('html[data-live]')).toBeAttached()

for (const [locale, lang, title, password] of [
  ['th', 'th', 'เข้าสู่ระบบ', 'รหัสผ่าน'],
  ['la', 'lo', 'ເຂົ້າສູ່ລະບົບ', 'ລະຫັດຜ່ານ'],
  ['en', 'en', 'Log in', 'Password'],
] as const) {
  test(`stands in ${locale} before any script, and what was typed then is kept in place @both-builds`, async ({
    page,
    context,
    kapao,
  }) => {
    const wrong: string[] = []
    page.on('pageerror', (error) => wrong.push(error.message))
    const { url } = kapao.addresses
    await context.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale)
    await context.addCookies([{ name: 'locale', value: locale, url }])
    const letGo = await holdScripts(page)
    await page.goto(`${url}/login`, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    const drawnTitle = await page.title()
    const phone = page.locator('input[name=username]')
    await phone.fill('0812345678')
    await page.getByLabel(password, { exact: true }).fill('secret-1')
    await page.locator('input[name=remember]').check({ force: true })
    await page.getByLabel(password, { exact: true }).press('Enter')
    await phone.evaluate((field) => field.setAttribute('data-drawn', ''))
    letGo()
    await live(page)
    await expect(page.locator('input[data-drawn]')).toHaveValue('0812345678')
    await expect(page.getByLabel(password, { exact: true })).toHaveValue('secret-1')
    await expect(page.locator('input[name=remember]')).toBeChecked()
    await expect(page.locator('button[type=submit]')).toBeEnabled()
    expect(await page.title()).toBe(drawnTitle)
    expect(wrong).toEqual([])
  })
}

test('turns into the language that was chosen before the server knew of it, and keeps what was typed', async ({
  page,
  context,
  kapao,
}) => {
  const { url } = kapao.addresses
  await context.addInitScript(() => localStorage.setItem('locale', 'en'))
  const letGo = await holdScripts(page)
  await page.goto(`${url}/login`, { waitUntil: 'commit' })
  await page.locator('input[name=username]').fill('0812345678')
  letGo()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect(page.locator('input[name=username]')).toHaveValue('0812345678')
  const next = await context.request.get(`${url}/login`)
  expect(await next.text()).toContain('<html lang="en"')
})

test('is drawn for /login alone, and says so in words when its scripts cannot be had', async ({
  page,
  kapao,
}) => {
  const { url } = kapao.addresses
  for (const path of ['/register', '/user/home', '/'])
    expect(await (await page.request.get(url + path)).text(), path).toContain('<div id="root"></div>')
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto(`${url}/login`)
  await expect(page.getByText('โหลดหน้านี้ไม่สำเร็จ')).toBeVisible()
})
