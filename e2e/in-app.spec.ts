// Browsers inside other apps: they take no windows and no downloads, and reload the page under an open picker.
import { expect } from '@playwright/test'
import { arrive, look, named, saveCode, test, words } from './elsewhere.ts'
import { hold } from './held.ts'
import { slots, walletWith } from './operator/answers.ts'

const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 Version/4.0 Chrome/126.0 Mobile Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const apps = [
  { app: 'LINE', agent: `${android} Line/14.9.0/IAB`, wayOut: /\/register\?code=PR7&openExternalBrowser=1$/ },
  {
    app: 'Facebook',
    agent: `${android} [FB_IAB/FB4A;FBAV/468.0;]`,
    wayOut: /^intent:\/\/[^#]*\?code=PR7#Intent;/,
  },
  { app: 'Instagram', agent: `${iphone} Instagram 336.0 (iPhone15,2)`, wayOut: null },
  { app: 'TikTok', agent: `${android} musical_ly_2023 BytedanceWebview/d8a21c6`, wayOut: /^intent:/ },
]

test.describe('a game whose address comes late', () => {
  test.use({ userAgent: apps[0]?.agent ?? '' })

  test('takes nobody away from what they do by then', async ({ page, operator }) => {
    operator.break('GET /autoLogin/{provider}/{username}', {
      body: { link: `${operator.url}/icon.svg?game` },
    })
    const letGo = await hold(page, '**/api/autoLogin/**')
    await arrive(page)
    await page.getByRole('button').filter({ hasText: 'Lotus Lantern' }).first().click()
    await page.getByRole('button', named('games.enter')).click()
    await page.getByRole('dialog').getByRole('button', named('games.transfer')).click()
    const amount = page.getByRole('textbox', named('transfer.amount'))
    await expect(amount).toBeVisible()
    const answered = page.waitForResponse('**/api/autoLogin/**')
    letGo()
    await answered
    // What that answer leads to is done before that of a later call.
    await page.evaluate(async () => void (await (await fetch('/icon.svg')).text()))
    await expect(page).toHaveURL(/\/user\/home$/)
    await expect(amount).toBeVisible()
  })
})

for (const { app, agent, wayOut } of apps) {
  test.describe(`inside ${app} on ${agent.includes('iPhone') ? 'an iPhone' : 'Android'}`, () => {
    test.use({ userAgent: agent })

    test('it says what works better elsewhere and how to get there, once; a code is saved by a long press, a game opens', async ({
      page,
      operator,
    }) => {
      await page.addInitScript(() => {
        // Such browsers answer nothing, or take the page itself there.
        window.open = () => {
          throw new Error('window.open was asked')
        }
      })
      await page.goto('/icon.svg')
      await page.evaluate(() => localStorage.setItem('locale', 'en'))
      await page.goto('/register?code=PR7')
      const note = page.getByRole('complementary')
      await expect(note).toContainText(words('surroundings.in-app', { app }))
      if (wayOut) await expect(note.getByRole('link')).toHaveAttribute('href', wayOut)
      else await expect(note).toContainText(words('surroundings.by-menu'))
      await look(page, `${app}-${wayOut ? 'link' : 'menu'}`)
      await note.getByRole('button', named('app.close')).click()
      await expect(note).toBeHidden()
      await page.reload()
      await expect(page.getByRole('textbox', named('register.phone'))).toBeVisible()
      await expect(note).toBeHidden()

      await arrive(page)
      const picture = await saveCode(page, operator)
      await expect(picture.getByRole('img', named('deposit.qr-picture'))).toBeVisible()
      await expect(picture).toContainText(words('deposit.qr-screenshot'))
      await look(page, `${app}-qr`)
      await picture.getByRole('button', named('deposit.qr-close-picture')).click()
      await page.getByRole('dialog').getByRole('button', named('app.close')).first().click()
      await expect(page.getByRole('dialog')).toHaveCount(0)

      const link = `${operator.url}/icon.svg?game`
      operator.break('GET /autoLogin/{provider}/{username}', { body: { link } })
      await page.getByRole('button').filter({ hasText: 'Lotus Lantern' }).first().click()
      await page.getByRole('button', named('games.enter')).click()
      await expect(page).toHaveURL(app === 'LINE' ? `${link}&openExternalBrowser=1` : link)
      // The page that heard of it is gone; the one that comes back asks what was won there.
      const asked = page.waitForRequest('**/api/wallet/refresh/slot')
      await page.goto('/user/home')
      await asked
    })
  })
}

for (const [phone, agent] of Object.entries({ Android: android, iPhone: iphone })) {
  test.describe(`inside an app that nobody knows on ${phone}`, () => {
    test.use({ userAgent: agent })
    test('a code is saved by a long press', async ({ page, operator }) => {
      await arrive(page)
      const picture = await saveCode(page, operator)
      await expect(picture.getByRole('img', named('deposit.qr-picture'))).toBeVisible()
      await expect(page.getByText(words('deposit.qr-saved'))).toHaveCount(0)
    })
  })
}

for (const [what, agent] of [
  ['an app of Android that nobody knows', android],
  // As a view without windows answers, whatever it calls itself.
  ['a browser whose every window is the page itself', undefined],
] as const) {
  test.describe(`in ${what}`, () => {
    if (agent) test.use({ userAgent: agent })
    test.beforeEach(({ page }) =>
      page.addInitScript((isKnown) => {
        window.open = () => {
          if (isKnown) throw new Error('window.open was asked')
          return window
        }
        window.close = () => document.body.replaceChildren('closed')
      }, agent !== undefined),
    )
    test('the wallet stays while money is on its way to a game, which then opens in its place', async ({
      page,
      operator,
    }) => {
      const link = `${operator.url}/icon.svg?game`
      operator.break('GET /autoLogin/{provider}/{username}', { body: { link } })
      const letGo = await hold(page, '**/api/wallet/transfer')
      await arrive(page)
      await page.getByRole('button', named('home.transfer')).click()
      await page.getByRole('combobox').first().selectOption('WALLET')
      await page.getByRole('combobox').last().selectOption('PG')
      await page.getByRole('textbox', named('transfer.amount')).fill('10')
      const sent = page.waitForRequest('**/api/wallet/transfer')
      await page.getByRole('button', named('transfer.play')).click()
      await sent
      await expect(page.getByRole('textbox', named('transfer.amount'))).toBeVisible()
      await expect(page.getByText(words('transfer.opening'))).toHaveCount(0)
      letGo()
      await expect(page).toHaveURL(link)
    })

    test('the wallet stays where a game does not open', async ({ page, operator }) => {
      operator.break('GET /autoLogin/{provider}/{username}', { status: 500, body: { message: 'NO_GAME' } })
      await arrive(page)
      await page.getByRole('button').filter({ hasText: 'Lotus Lantern' }).first().click()
      await page.getByRole('button', named('games.enter')).click()
      await expect(page.getByText(words('errors.NO_GAME')).first()).toBeVisible()
      await expect(page.getByRole('button', named('games.enter'))).toBeVisible()
    })
  })
}

test('in a browser of its own a code is downloaded', async ({ page, operator }) => {
  await arrive(page)
  const download = page.waitForEvent('download')
  const picture = await saveCode(page, operator)
  expect((await download).suggestedFilename()).toMatch(/^kapao-qr-.*\.png$/)
  await expect(page.getByText(words('deposit.qr-saved')).first()).toBeVisible()
  await expect(picture).toHaveCount(0)
})

test('who went into a game by its link has its balance asked for once by the page that is loaded anew', async ({
  page,
  operator,
}) => {
  const [lotus] = slots
  operator.break('GET /wallet', { body: walletWith([{ ...lotus, web: `${operator.url}/icon.svg?game` }]) })
  let asked = 0
  await page.route('**/api/wallet/refresh/slot', (route) => {
    asked += 1
    return route.continue()
  })
  await arrive(page)
  await page.getByRole('button').filter({ hasText: 'Lotus Lantern' }).first().click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', named('games.web')).click()
  await (await opened).close()
  expect(asked).toBe(0)
  for (const _ of [1, 2]) {
    await page.reload()
    await expect(page.getByText('1,254.50').first()).toBeVisible()
    await expect.poll(() => asked).toBe(1)
  }
})

test.describe('a page that goes away while a file is picked', () => {
  test('comes back to the slip, and says that the picture is to be picked again', async ({ page }) => {
    await arrive(page)
    await page.getByRole('button', named('home.deposit')).click()
    await page
      .getByRole('button')
      .filter({ hasText: words('deposit.way-slip') })
      .click()
    const picker = page.waitForEvent('filechooser')
    await page.locator('input[type=file]').click()
    await picker
    await page.reload()
    await expect(page.getByText(words('slip.picked-lost'))).toBeVisible()
    await look(page, 'slip-lost')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: Buffer.from('slip') })
    await expect(page.getByText(words('slip.picked-lost'))).toBeHidden()
    await expect(page.getByRole('button', named('slip.send'))).toBeEnabled()
  })

  for (const who of ['member', 'guest'] as const) {
    test(`comes back to the chat of a ${who} with what was being written`, async ({ page, operator }) => {
      operator.break('GET /lookup/enableChatWidget', { body: { enableChatWidget: true } })
      await arrive(page, who === 'member' ? '/user/home' : '/contact')
      await page.getByRole('button', named('chat-bubble.open')).click()
      const field = page.getByRole('textbox', named('chat.write'))
      await field.fill('Here is my slip:')
      const picker = page.waitForEvent('filechooser')
      await page.locator('dialog input[type=file]').click()
      await picker
      await page.reload()
      await expect(field).toHaveValue('Here is my slip:')
      await expect(page.getByText(words('chat.picked-lost'))).toBeVisible()
      await look(page, `chat-lost-${who}`)
      // Once told it is over.
      await page.reload()
      await expect(page.getByRole('button', named('chat-bubble.open'))).toBeVisible()
      await expect(field).toHaveCount(0)
      await page.getByRole('button', named('chat-bubble.open')).click()
      await expect(field).toHaveValue('Here is my slip:')
      await expect(page.getByText(words('chat.picked-lost'))).toHaveCount(0)
    })
  }
})
