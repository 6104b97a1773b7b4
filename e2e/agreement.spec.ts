// What the operator wants read: the agreement comes by itself until it is accepted, the conditions when they are asked for.
import { expect, type Locator } from '@playwright/test'
import { hold } from './held.ts'
import { test } from './whole.ts'

const paragraphs = Array.from(
  { length: 60 },
  (_, place) => `<p>Clause ${place + 1}: ${'be fair. '.repeat(12)}</p>`,
)
const long = `<h3>House rules</h3>${paragraphs.join('')}<p><b>The very end</b></p>`
const hostile = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><a href="javascript:window.hacked=1">tap</a>`

/** Reads to the end by a finger's means: the text scrolls inside the sheet, the page behind stays. */
async function readToTheEnd(sheet: Locator): Promise<void> {
  const end = sheet.getByText('The very end')
  await expect(end).not.toBeInViewport()
  await end.scrollIntoViewIfNeeded()
  await expect(end).toBeInViewport()
  await expect(sheet.getByRole('heading', { name: 'House rules' })).not.toBeInViewport()
}

test('the agreement comes after home does, once more until it is accepted, and can be read again @both-builds', async ({
  player,
  books,
}) => {
  const { page } = player
  const putBack = await books.setSetting('agreements', [hostile + long])
  const isLive = () => expect(page.locator('html[data-live]')).toBeAttached()
  try {
    // The home that is left has seen that it is accepted.
    await isLive()
    await page.evaluate(() => localStorage.removeItem('remember-agreement'))
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const wallet = page.waitForResponse('**/api/wallet')
    await page.reload()
    await isLive()
    // Without a wallet it is not asked for.
    await (await wallet).finished()
    await page.clock.runFor(1_400)
    // What is asked by then is asked before this.
    await page.evaluate(async () => void (await (await fetch('/icon.svg')).text()))
    expect(asked).not.toContain('/api/lookup/agreements')
    await page.clock.runFor(200)
    await expect.poll(() => asked).toContain('/api/lookup/agreements')
    await page.clock.resume()
    const sheet = player.sheet('agreement.title')
    await expect(sheet.getByRole('heading', { name: 'House rules' })).toBeVisible()
    await readToTheEnd(sheet)
    // The way out stays in sight however long the text is.
    await expect(player.button('agreement.accept')).toBeInViewport()
    expect(await page.evaluate(() => [window.scrollY, 'hacked' in window])).toEqual([0, false])
    await expect(sheet.getByText('tap')).not.toHaveAttribute('href')
    await player.look('agreement-long')

    // Put away, it has not been accepted.
    await player.close(sheet)
    await page.reload()
    await expect(sheet).toBeVisible()
    await player.agree()
    expect(await page.evaluate(() => localStorage.getItem('remember-agreement'))).toBe('true')
    await page.reload()
    await player.expectHome({ total: '0.00', wallet: '0.00' })
    await page.clock.fastForward(5_000)
    await expect(sheet).toBeHidden()
    await player.button('home.agreement').click()
    await expect(sheet).toContainText(player.words('agreement.accepted'))
  } finally {
    await putBack()
  }
})

test('the agreement does not come over a question of home', async ({ player }) => {
  const { page } = player
  await page.evaluate(() => localStorage.removeItem('remember-agreement'))
  await page.clock.install()
  // However long the tap takes, the question is there first.
  const letGo = await hold(page, '**/api/lookup/agreements')
  await page.reload()
  await player.button('home.bring-all').click()
  await expect(player.button('bring-all.confirm')).toBeVisible()
  letGo()
  await page.clock.runFor(5_000)
  await expect(player.sheet('agreement.title')).toBeHidden()
  await player.button('bring-all.cancel').click()
  await page.clock.runFor(2_000)
  await player.agree()
})

test('the agreement comes after all where a tap opened something in its place', async ({ player }) => {
  const { page } = player
  await page.evaluate(() => localStorage.removeItem('remember-agreement'))
  const letGo = await hold(page, '**/api/lookup/agreements')
  await page.reload()
  const question = player.button('home.bring-all')
  await question.evaluate((button) => {
    new MutationObserver((_, seen) => {
      if (!document.querySelector('dialog[open]')) return
      seen.disconnect()
      if (button instanceof HTMLElement) button.click()
    }).observe(document.body, { attributes: true, childList: true, subtree: true })
  })
  letGo()
  await player.button('bring-all.cancel').click()
  await player.agree()
})

test('the agreement that did not come is asked for again by itself', async ({ player }) => {
  const { page } = player
  await page.evaluate(() => localStorage.removeItem('remember-agreement'))
  await page.route(
    '**/api/lookup/agreements',
    (route) => route.fulfill({ status: 500, json: { message: 'INTERNAL_SERVER_ERROR' } }),
    { times: 1 },
  )
  await page.reload()
  await player.agree()
})

test('the conditions are read from the menu below on any page, and tried again when they do not come @both-builds', async ({
  player,
  books,
}) => {
  const { page } = player
  const putBack = await books.setSetting('conditions', [long, '<h3>Second part</h3>'])
  try {
    await page.reload()
    await player.goToStatement()
    // After anything but a refusal it is asked for again by itself within seconds.
    await page.route('**/api/lookup/conditions', (route) =>
      route.fulfill({ status: 400, json: { message: 'NO_DATA' } }),
    )
    await player.button('app.menu-conditions').click()
    const sheet = player.sheet('conditions.title')
    await expect(sheet).toContainText(player.words('conditions.failed'))
    await page.unroute('**/api/lookup/conditions')
    await player.press(sheet, 'app.try-again')
    await readToTheEnd(sheet)
    await expect(sheet.getByRole('heading', { name: 'Second part' })).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await player.close(sheet)
    await expect(page).toHaveURL(/\/user\/statement$/)
  } finally {
    await putBack()
  }
})
