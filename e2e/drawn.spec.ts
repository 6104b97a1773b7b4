// /login and home as the build has drawn them: there before any script, and the same pages when they have come.
import { expect, type Page } from '@playwright/test'
import type { Region } from './builds.ts'
import { hold } from './held.ts'
import type { Kapao } from './kapao.ts'
import { join, newcomer } from './member.ts'
import { test } from './whole.ts'
import { wordsIn } from './words.ts'

/** Holds the script that makes a drawn page work, until it is let go; the few lines that it begins with have come. */
const holdScripts = (page: Page) => hold(page, '**/assets/base-*.js')

const live = (page: Page) => expect(page.locator('html[data-live]')).toBeAttached()

for (const [locale, lang] of [
  ['th', 'th'],
  ['la', 'lo'],
  ['en', 'en'],
] as const) {
  const [title, password] = [wordsIn(locale)('session.title'), wordsIn(locale)('session.password')]
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

test('takes what was pressed before its scripts were there: whoever pressed “Log in” is logged in, and remembered', async ({
  page,
  kapao,
  region,
}) => {
  const { url } = kapao.addresses
  const member = newcomer(region)
  await join(kapao, member)
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  const letGo = await holdScripts(page)
  await page.goto(`${url}/login`, { waitUntil: 'commit' })
  const [phone, password] = [page.locator('input[name=username]'), page.locator('input[name=password]')]
  const submit = page.locator('button[type=submit]')
  await phone.fill(member.phone)
  await expect(submit).toBeDisabled()
  await password.fill(member.password)
  await page.locator('input[name=remember]').check({ force: true })
  await submit.tap()
  await submit.tap()
  await password.press('Enter')
  expect(page.url()).toBe(`${url}/login`)
  letGo()
  await page.waitForURL('**/user/home')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy()
})

test('opens the choice of languages and shows the password that were asked for early', async ({
  page,
  kapao,
}) => {
  const letGo = await holdScripts(page)
  await page.goto(`${kapao.addresses.url}/login`, { waitUntil: 'commit' })
  await page.locator('input[name=password]').fill('secret-1')
  await page.getByRole('button', { name: wordsIn('th')('session.show-password') }).tap()
  await page.getByRole('button', { name: 'ภาษา: ไทย' }).tap()
  letGo()
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeVisible()
  await expect(page.locator('input[name=password]')).toHaveAttribute('type', 'text')
  await page.getByRole('menuitemradio', { name: 'English' }).tap()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  // The next time it is there in that language from the first.
  await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})

for (const colorScheme of ['dark', 'light'] as const) {
  test(`not a pixel of it changes when its scripts come, ${colorScheme}`, async ({
    page,
    context,
    kapao,
  }) => {
    const { url } = kapao.addresses
    await page.emulateMedia({ colorScheme })
    // The chat's bubble comes to every page a while later: here never. (A file that cannot be had would load the page anew.)
    await page.route('**/assets/later-*', () => undefined)
    // Nor the fonts, which come after the scripts and draw the words anew.
    await page.route('**/assets/fonts-*', () => undefined)
    for (const locale of ['th', 'la', 'en']) {
      await context.addCookies([{ name: 'locale', value: locale, url }])
      await page.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale)
      const letGo = await holdScripts(page)
      await page.goto(`${url}/login`, { waitUntil: 'commit' })
      await page.locator('button[type=submit]').waitFor()
      await page.evaluate(async () => {
        await Promise.all([...document.images].map((image) => image.decode()))
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      })
      const drawn = await page.screenshot()
      letGo()
      await live(page)
      expect((await page.screenshot()).equals(drawn), locale).toBe(true)
    }
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

test('no other page is drawn, and /login says in words when its scripts cannot be had', async ({
  page,
  kapao,
}) => {
  const { url } = kapao.addresses
  for (const path of ['/register', '/user/statement', '/'])
    expect(await (await page.request.get(url + path)).text(), path).toContain('<div id="root"></div>')
  await page.route('**/assets/base-*.js', (route) => route.abort())
  await page.goto(`${url}/login`)
  await expect(page.getByText('โหลดหน้านี้ไม่สำเร็จ')).toBeVisible()
})

test.describe('in a browser that runs no scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('says what it needs', async ({ page, kapao }) => {
    await page.goto(`${kapao.addresses.url}/login`)
    // By its element: what is for browsers without scripts has no role.
    await expect(page.locator('noscript p[lang=th]')).toBeVisible()
  })
})

async function becomeMember(page: Page, kapao: Kapao, region: Region): Promise<void> {
  const { token } = await join(kapao, newcomer(region))
  await page.addInitScript((value) => {
    localStorage.setItem('token', value)
    localStorage.setItem('remember-agreement', 'true')
  }, token)
}

for (const locale of ['th', 'la', 'en'] as const) {
  const t = wordsIn(locale)
  test(`home stands in ${locale} before any script, and what was pressed then is opened when they have come @both-builds`, async ({
    page,
    context,
    kapao,
    region,
  }) => {
    const { url } = kapao.addresses
    const wrong: string[] = []
    page.on('pageerror', (error) => wrong.push(error.message))
    await becomeMember(page, kapao, region)
    await page.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale)
    await context.addCookies([{ name: 'locale', value: locale, url }])
    const letGo = await holdScripts(page)
    await page.goto(`${url}/user/home`, { waitUntil: 'commit' })
    const deposit = page.getByRole('button', { name: t('home.deposit'), exact: true })
    await expect(deposit).toBeVisible()
    await expect(page.getByRole('link', { name: t('app.menu-statement') })).toBeVisible()
    await expect(page.getByRole('button', { name: t('home.check') })).toBeDisabled()
    const frame = await page.locator('main > div').evaluateHandle((element) => element)
    await deposit.tap()
    letGo()
    await expect(page.getByRole('dialog')).toBeVisible()
    // Taken over, and not drawn anew.
    expect(await frame.evaluate((element) => element.isConnected)).toBe(true)
    await expect(page.locator('main').getByText('0.00').first()).toBeVisible()
    expect(wrong).toEqual([])
  })
}

test('a sheet that was open is there again when home is loaded anew', async ({ page, kapao, region }) => {
  await becomeMember(page, kapao, region)
  await page.goto(`${kapao.addresses.url}/user/home`)
  await page.getByRole('button', { name: wordsIn('th')('home.withdraw'), exact: true }).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('nobody but a member sees home’s frame: whoever is not logged in is at the login, and nothing stood there before', async ({
  page,
  kapao,
}) => {
  const letGo = await holdScripts(page)
  await page.goto(`${kapao.addresses.url}/user/home`, { waitUntil: 'commit' })
  await page.locator('script[data-parts]').waitFor({ state: 'attached' })
  await expect(page.locator('#root')).toBeEmpty()
  await expect(page.locator('html')).not.toHaveAttribute('hidden')
  letGo()
  await page.waitForURL('**/login')
  await expect(page.getByRole('heading', { name: wordsIn('th')('session.title') })).toBeVisible()
})

for (const path of ['/user', '/user/home']) {
  test(`home’s figures are asked for before its scripts are there, once: ${path}`, async ({
    page,
    kapao,
    region,
  }) => {
    const { url } = kapao.addresses
    await becomeMember(page, kapao, region)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const letGo = await hold(page, '**/assets/base-*.js')
    await page.goto(`${url}${path}`, { waitUntil: 'commit' })
    await expect.poll(() => asked).toEqual(expect.arrayContaining(['/api/wallet', '/api/spinwheel/active']))
    await expect.poll(() => asked.some((one) => /^\/assets\/member-.*\.js$/.test(one))).toBe(true)
    letGo()
    await expect(page.getByText('0.00').first()).toBeVisible()
    const ours = asked.filter((one) => one === '/api/wallet' || one === '/api/spinwheel/active')
    expect(ours.sort()).toEqual(['/api/spinwheel/active', '/api/wallet'])
  })
}

test('whoever opens the bare address and is sent to the login waits for no home: the letters come with it', async ({
  page,
  kapao,
}) => {
  // Nothing that waits for its time happens.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const letters = page.waitForRequest('**/assets/fonts-*.css')
  await page.goto(`${kapao.addresses.url}/`)
  await page.waitForURL('**/login')
  await letters
})
