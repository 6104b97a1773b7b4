// What happens to the line, or to what is asked for again, while a question is open or its answer is on its way takes neither away.
import { expect, type Page } from '@playwright/test'
import { openGame } from './errors/games.ts'
import { arrive, button, press } from './errors/place.ts'
import { test } from './operator/operator-test.ts'

/** As a page does that is seen again: what is missing is asked for once more. */
const seenAgain = (page: Page) =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })

for (const [name, opens, asks, title] of [
  ['refund', 'home.refund', 'refund.receive', 'refund.receive-title'],
  ['invite', 'home.invite', 'invite.receive', 'invite.confirm-title'],
] as const) {
  const banners = `GET /${name}/banners`
  test(`the question of the ${name} sheet stays while banners that did not come are asked for again, and when they come`, async ({
    page,
    operator,
  }) => {
    operator.break(banners, { status: 503, type: 'text/html', body: '<h1>Busy</h1>' })
    const hand = await arrive(page, 'en', false)
    await page.goto('/user/home')
    await press(opens)(hand)
    const sheet = page.getByRole('dialog', { name: hand.words(`${name}.title`), exact: true })
    await sheet.getByRole('button', { name: hand.words(asks), exact: true }).click()
    const question = page.getByRole('dialog', { name: hand.words(title), exact: true })
    await expect(question).toBeVisible()
    await question.evaluate((dialog) => {
      dialog.dataset.first = ''
    })
    operator.break(banners, { body: { banners: [{ image: '/icon.svg', html: '<p>Of the operator</p>' }] } })
    const come = page.waitForResponse(`**/api/${name}/banners`)
    await seenAgain(page)
    await (await come).finished()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100))))
    await expect(page.locator('dialog[data-first]')).toBeVisible()
    await expect(page.getByText('Of the operator')).toBeHidden()
  })
}

/** The next time that it is asked for, the line breaks off, and stays so. */
function breaksOff(page: Page, call: string): Promise<void> {
  const gone = page.waitForEvent('requestfailed', (request) => request.url().endsWith(call))
  return gone.then(() => page.context().setOffline(true))
}

test('that a game’s password was made anew is told though the line breaks off before its account comes', async ({
  page,
  operator,
}) => {
  const hand = await arrive(page, 'en', false)
  await openGame(hand, 'Lotus Lantern')
  await expect(button(hand, 'games.copy-password')).toBeVisible()
  operator.break('GET /wallet/account/{code}', { hangsUp: true })
  const off = breaksOff(page, '/wallet/account/PG')
  await press('games.reset')(hand)
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await press('games.reset')(hand)
  await off
  await expect(page.getByText(hand.words('games.reset-done')).first()).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('the sheet of a game whose account was opened can be left though the line breaks off before the wallet comes', async ({
  page,
  operator,
}) => {
  const hand = await arrive(page, 'en', false)
  await openGame(hand, 'Goal Line')
  const sheet = page.getByRole('dialog', { name: 'Goal Line', exact: true })
  operator.break('GET /wallet', { hangsUp: true })
  const off = breaksOff(page, '/api/wallet')
  await press('games.open-account')(hand)
  await off
  await expect(sheet).not.toHaveAttribute('aria-busy')
  await page.goBack()
  await expect(sheet).toBeHidden()
})

test('a sheet that was tapped as its page was left is not open when the page is seen again', async ({
  page,
}) => {
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await expect(button(hand, 'home.deposit')).toBeEnabled()
  await button(hand, 'home.deposit').evaluate((tapped: HTMLElement) => {
    tapped.click()
    document.querySelector<HTMLElement>('a[href="/user/contact"]')?.click()
  })
  await expect(page).toHaveURL(/\/user\/contact$/)
  await expect(page.getByText(hand.words('home.total'))).toBeHidden()
  await page.locator('a[href="/user/home"]').first().click()
  await expect(page.getByText(hand.words('home.total'))).toBeVisible()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 500))))
  await expect(page.locator('dialog[open]')).toHaveCount(0)
})
