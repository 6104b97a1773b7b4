// Where the wallet is shown and what is refused there: another site's frame, no storage, no windows, no clipboard.
import { expect, type FrameLocator, type Page } from '@playwright/test'
import { arrive, look, named, saveCode, test, words } from './elsewhere.ts'
import { wordsIn } from './words.ts'

const balance = '1,254.50'

/** As browsers do in a frame, or with all cookies refused: the mere access throws, and whatever asks is turned away. */
function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('The request was denied.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
    Object.defineProperty(window, name, { get: refuse, configurable: true })
  }
  Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse, configurable: true })
  Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: refuse, configurable: true })
}

function refuseWindows(): void {
  window.open = () => null
}

function refuseClipboard(): void {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  document.execCommand = () => false
}

async function logIn(frame: FrameLocator | Page): Promise<void> {
  await frame.getByRole('button', { name: `${wordsIn('th')('app.language')}: ไทย`, exact: true }).click()
  await frame.getByRole('menuitemradio', { name: 'English', exact: true }).click()
  await frame.getByRole('textbox', named('session.phone')).fill('0812345678')
  await frame.locator('input[type=password]').fill('secret-123')
  await frame.getByRole('button', named('session.log-in')).click()
}

test('in a frame that is denied every storage it works, and says that the log-in ends with the page', async ({
  page,
  framed,
}) => {
  await page.addInitScript(refuseStorage)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const frame = await framed('/login')
  const note = frame.getByRole('complementary')
  await expect(note).toContainText(wordsIn('th')('surroundings.keeps-nothing'))
  await expect(note.getByRole('link')).toHaveAttribute('target', '_blank')
  await look(page, 'keeps-nothing')
  await logIn(frame)
  await expect(frame.getByText(balance).first()).toBeVisible()
  await expect(frame.getByText(words('surroundings.keeps-nothing')).first()).toBeVisible()
  await frame.getByRole('button', named('agreement.accept')).click()
  await frame.getByRole('link', named('app.menu-profile')).click()
  await expect(frame.getByText('มะลิ ใจดี').first()).toBeVisible()
  // As it said.
  await page.reload()
  await expect(
    frame.getByRole('button', { name: wordsIn('th')('session.log-in'), exact: true }),
  ).toBeVisible()
  await expect(note).toBeVisible()
  expect(errors).toEqual([])
})

test('where nothing is kept, a file that stays missing loads the page anew once, and then it is said', async ({
  page,
  framed,
}) => {
  await page.addInitScript(refuseStorage)
  await page.route(/\/assets\/register-page-/, (route) => route.fulfill({ status: 404 }))
  let loads = 0
  page.on('framenavigated', (frame) => {
    if (frame.url().endsWith('/register')) loads += 1
  })
  const frame = await framed('/register')
  await expect.poll(() => loads).toBe(2)
  await expect(frame.getByRole('button', { name: wordsIn('th')('app.try-again'), exact: true })).toBeVisible()
  expect(loads).toBe(2)
})

test('a frame that keeps something is told nothing', async ({ framed }) => {
  const frame = await framed('/login')
  await expect(frame.getByRole('textbox').first()).toBeVisible()
  await logIn(frame)
  await expect(frame.getByText(balance).first()).toBeVisible()
  await expect(frame.getByRole('complementary')).toHaveCount(0)
  await expect(frame.getByText(words('surroundings.keeps-nothing'))).toHaveCount(0)
})

test('a window is opened within the tap, and gets its address when the server has answered', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    const { open } = window
    window.open = (...what) => {
      // Only while an event is being heard is there one; after an answer there is none, and browsers refuse.
      document.title = `opened in ${window.event?.type}`
      return open.apply(window, what)
    }
  })
  await arrive(page)
  async function expectWindow(press: () => Promise<void>, within: string) {
    const opened = context.waitForEvent('page')
    await press()
    await expect(page).toHaveTitle(`opened in ${within}`)
    const other = await opened
    await expect(other).toHaveURL(/\/icon\.svg$/)
    await other.close()
  }
  await page.getByRole('button').filter({ hasText: 'Lotus Lantern' }).first().click()
  await expectWindow(() => page.getByRole('button', named('games.enter')).click(), 'click')
  await page.goto('/user/statement')
  await page.getByRole('button', named('statement.slips')).click()
  await expectWindow(() => page.getByRole('button', named('slip.picture')).click(), 'click')
  await page.goto('/user/home')
  await page.getByRole('button', named('home.transfer')).click()
  await page.getByRole('combobox').first().selectOption('WALLET')
  await page.getByRole('combobox').last().selectOption('PG')
  await page.getByRole('textbox', named('transfer.amount')).fill('10')
  await expectWindow(() => page.getByRole('button', named('transfer.play')).click(), 'click')
})

test.describe('where no window may be opened', () => {
  test('a game is a link to tap, and the page stays', async ({ page }) => {
    await page.addInitScript(refuseWindows)
    await arrive(page)
    await page.getByRole('button').filter({ hasText: 'Lotus Lantern' }).first().click()
    await page.getByRole('button', named('games.enter')).click()
    const sheet = page.getByRole('dialog', named('by-hand.open-title'))
    const link = sheet.getByRole('link', named('by-hand.open'))
    await expect(link).toHaveAttribute('rel', /noopener/)
    await look(page, 'open-by-hand')
    const opened = page.waitForEvent('popup')
    await link.click()
    await expect(await opened).toHaveURL(/\/icon\.svg$/)
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/\/user\/home$/)
  })

  test('a log-in by form is a form to tap', async ({ page, operator }) => {
    await page.addInitScript(refuseWindows)
    const event = { action: `${operator.url}/icon.svg?form`, fields: { ticket: 'abc' } }
    operator.break('GET /wallet/account/{code}', { body: { username: 'op1', password: 'geheim', event } })
    await arrive(page)
    await page.getByRole('button').filter({ hasText: 'Lotus Lantern' }).first().click()
    await page.getByRole('button', named('games.enter')).click()
    const sheet = page.getByRole('dialog', named('by-hand.open-title'))
    const opened = page.waitForEvent('popup')
    const posted = page.context().waitForEvent('request', (request) => request.url().endsWith('?form'))
    await sheet.getByRole('button', named('by-hand.open')).click()
    await opened
    const request = await posted
    expect(request.method()).toBe('POST')
    expect(request.postData()).toBe('username=op1&password=geheim&ticket=abc')
    await expect(sheet).toBeHidden()
  })

  test('not even a link in a frame that forbids them: then the frame itself goes', async ({
    page,
    framed,
  }) => {
    const frame = await framed('/login', 'allow-scripts allow-same-origin allow-forms')
    await logIn(frame)
    await frame.getByRole('button', named('agreement.accept')).click()
    await frame.getByRole('button').filter({ hasText: 'Lotus Lantern' }).first().click()
    await frame.getByRole('button', named('games.enter')).click()
    await frame.getByRole('button', named('by-hand.open-here')).click()
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/\/icon\.svg$/)
  })
})

test('in a frame, which may drop downloads without a word, a code is saved by a long press', async ({
  framed,
  operator,
}) => {
  const frame = await framed('/login', 'allow-scripts allow-same-origin allow-forms')
  await logIn(frame)
  await frame.getByRole('button', named('agreement.accept')).click()
  const picture = await saveCode(frame, operator)
  await expect(picture.getByRole('img', named('deposit.qr-picture'))).toBeVisible()
  await expect(frame.getByText(words('deposit.qr-saved'))).toHaveCount(0)
})

test('where nothing may be copied the text is shown, selected, and it is said', async ({ page }) => {
  await page.addInitScript(refuseClipboard)
  await arrive(page)
  const selected = () =>
    page.evaluate(() => {
      const field = document.activeElement
      return field instanceof HTMLTextAreaElement
        ? field.value.slice(field.selectionStart, field.selectionEnd)
        : null
    })
  await page.getByRole('button').filter({ hasText: 'Lotus Lantern' }).first().click()
  await page.getByRole('button', named('games.copy-password')).click()
  const sheet = page.getByRole('dialog', named('by-hand.copy-title'))
  await expect(page.getByText(words('games.copy-failed')).first()).toBeVisible()
  await expect.poll(selected).toBe('game-secret')
  await look(page, 'copy-by-hand')
  await sheet.getByRole('button', named('app.close')).first().click()
  await expect(sheet).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', named('home.invite')).click()
  await page.getByRole('button', named('invite.copy')).click()
  await expect(page.locator('[data-toaster]').getByText(words('invite.copy-failed'))).toBeVisible()
  await expect.poll(selected).toMatch(/\/register\?code=PRm-1&openExternalBrowser=1$/)
})
