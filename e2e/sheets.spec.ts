// What Back (a gesture on Android) does to what is open, and what a reload does.
import { expect, type Page } from '@playwright/test'
import { hold } from './held.ts'
import { payIn } from './member.ts'
import type { Player } from './player.ts'
import { readQr } from './qr-reader.ts'
import type { Sandbox } from './sandbox.ts'
import { test } from './whole.ts'
import { withhold } from './withheld.ts'

test.use({ purse: 500, games: ['PG'] })

/** From the statement to home, so that there is a page to go back to. */
async function comeFromStatement(player: Player): Promise<void> {
  await player.goToStatement()
  await player.goHome()
  await player.expectHome({ total: '500.00', wallet: '500.00' })
}

async function expectToLeave({ page }: Player): Promise<void> {
  await page.goBack()
  await expect(page).toHaveURL(/\/user\/statement$/)
}

const dialogs = (page: Page) => page.locator('dialog[open]')

test('Back closes the sheet and leaves the page where it was; the next one leaves the page', async ({
  player,
}) => {
  const { page } = player
  await comeFromStatement(player)
  await page.evaluate(() => window.scrollTo(0, 120))
  for (let round = 0; round < 2; round += 1) {
    await player.openDeposit()
    await page.goBack()
    await expect(dialogs(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/user\/home$/)
    expect(await page.evaluate(() => Math.round(window.scrollY))).toBe(120)
  }
  const entries = await page.evaluate(() => history.length)
  for (let round = 0; round < 3; round += 1) {
    await player.close(await player.openDeposit())
    // It has taken its entry along.
    await expect.poll(() => page.evaluate(() => history.state)).toBe(null)
  }
  expect(await page.evaluate(() => history.length)).toBe(entries)
  expect(await page.evaluate(() => Math.round(window.scrollY))).toBe(120)
  // Forward is where a closed sheet was: it opens nothing, and Back still knows the way.
  await page.evaluate(
    () =>
      new Promise<void>((heard) => {
        addEventListener('popstate', () => heard(), { once: true })
        history.forward()
      }),
  )
  await expect.poll(() => page.evaluate(() => history.state)).toBe(null)
  await expect(dialogs(page)).toHaveCount(0)
  await expectToLeave(player)
})

test('Back closes a dialog before the sheet under it, and neither while money is moving', async ({
  player,
}) => {
  const { page } = player
  await comeFromStatement(player)
  await player.button('home.withdraw').click()
  await player.field('withdraw.amount').fill('100')
  await player.press(player.sheet('withdraw.title'), 'withdraw.withdraw')
  await expect(dialogs(page)).toHaveCount(2)
  await page.goBack()
  await expect(dialogs(page)).toHaveCount(1)
  await expect(player.field('withdraw.amount')).toHaveValue('100')

  await player.press(player.sheet('withdraw.title'), 'withdraw.withdraw')
  const answer = await hold(page, '**/api/wallet/withdrawAll')
  await player.button('withdraw.confirm').click()
  await page.goBack()
  await expect(dialogs(page)).toHaveCount(2)
  answer()
  // One dialog gives way to the next, then all are gone, and their entries with them.
  await player.button('withdraw.ok').click()
  await expect(dialogs(page)).toHaveCount(0)
  await player.expectHome({ total: '400.00', wallet: '400.00' })
  await expectToLeave(player)
})

test('a page that is opened as a sheet closes is not called back', async ({ player }) => {
  const { page } = player
  await player.openDeposit()
  await page.evaluate(() => {
    location.assign('/icon.svg')
    document.querySelector<HTMLButtonElement>('dialog[open] h2 + button')?.click()
  })
  await expect(page).toHaveURL(/\/icon\.svg$/)
})

test('a page that is chosen while the history still steps back from a sheet is opened', async ({
  player,
}) => {
  const { page } = player
  await player.openDeposit()
  await page.evaluate(() => {
    document.querySelector<HTMLButtonElement>('dialog[open] h2 + button')?.click()
    // The sheet's own step is made in the next turn; this is the one after it.
    const chosen = () => document.querySelector<HTMLAnchorElement>('a[href="/user/profile"]')?.click()
    setTimeout(() => setTimeout(chosen))
  })
  await expect(page).toHaveURL(/\/user\/profile$/)
  await expect(player.button('profile.change-password')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/user\/home$/)
})

test('after a reload the sheet comes back on its own page only, and Back closes it there', async ({
  player,
}) => {
  const { page } = player
  await comeFromStatement(player)
  await player.button('home.withdraw').click()
  await player.field('withdraw.amount').fill('100')
  await player.press(player.sheet('withdraw.title'), 'withdraw.withdraw')
  await expect(dialogs(page)).toHaveCount(2)
  await page.reload()
  await expect(player.sheet('withdraw.title')).toBeVisible()
  await expect(dialogs(page)).toHaveCount(1)
  // The entry of the dialog that is gone has been taken off.
  await expect.poll(() => page.evaluate(() => history.state?.modals)).toBe(1)
  await page.goBack()
  await expect(dialogs(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/user\/home$/)

  await player.openDeposit()
  await page.goto('/user/bonus')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(dialogs(page)).toHaveCount(0)
  await player.goHome()
  await player.expectHome({ total: '500.00', wallet: '500.00' })
  await expect(dialogs(page)).toHaveCount(0)

  // What is only of its page does not come back, and Back is not lost on it.
  await player.goToStatement()
  await player.link('app.menu-profile').click()
  await player.button('profile.change-password').click()
  await expect(player.sheet('profile.change-password')).toBeVisible()
  await page.reload()
  await expect(player.button('profile.change-password')).toBeVisible()
  await expect(dialogs(page)).toHaveCount(0)
  await expectToLeave(player)
})

/** 50, until the sheet says that they are there. */
async function payByQr(player: Player, sandbox: Sandbox): Promise<void> {
  await player.openDeposit()
  await player.chooseWay('KBANK')
  await player.createQr('50')
  await sandbox.payQr(await readQr(player.qrPicture('50.00')))
  await expect(player.page.getByText(player.words('deposit.paid-title'))).toBeVisible()
}

test('after a reload what is done does not come back as an empty form, and Back is not lost on it', async ({
  player,
  sandbox,
}) => {
  const { page } = player
  await comeFromStatement(player)
  await player.button('home.withdraw').click()
  await player.field('withdraw.amount').fill('100')
  await player.press(player.sheet('withdraw.title'), 'withdraw.withdraw')
  await player.button('withdraw.confirm').click()
  await expect(player.sheet('withdraw.requested-title')).toBeVisible()
  await page.reload()
  await player.expectHome({ total: '400.00', wallet: '400.00' })
  await expect(dialogs(page)).toHaveCount(0)

  await payByQr(player, sandbox)
  await page.reload()
  await player.expectHome({ total: '450.00', wallet: '450.00' })
  await expect(dialogs(page)).toHaveCount(0)

  await player.button('home.transfer').click()
  await player.choice('transfer.to').selectOption('PG')
  await player.field('transfer.amount').fill('10')
  await player.press(player.sheet('transfer.title'), 'transfer.title')
  await expect(player.sheet('transfer.moved-title')).toBeVisible()
  await page.reload()
  await player.expectHome({ total: '450.00', wallet: '440.00', games: '10.00' })
  await expect(dialogs(page)).toHaveCount(0)
  await expectToLeave(player)
})

test('to tell of a bank transfer is offered beside its field, and once told only to whoever asks for it', async ({
  player,
}) => {
  await player.openDeposit()
  await player.chooseWay('bank')
  const tell = player.button('deposit.announce')
  const amount = player.field('deposit.amount-optional')
  await expect(tell).toBeDisabled()
  for (const baht of ['500', '300']) {
    await amount.fill(player.typed(baht))
    await amount.press('Enter')
    const told = { amount: player.figure(`${baht}.00`), currency: player.currency }
    await expect(player.says('deposit.told', told)).toBeVisible()
    await expect(amount).toBeHidden()
    await expect(tell).toBeHidden()
    const another = player.button('deposit.announce-another')
    await expect(another).toBeFocused()
    await another.click()
    await expect(amount).toBeFocused()
  }
})

test('after a deposit another way can be chosen, and that one comes back after a reload', async ({
  player,
  sandbox,
}) => {
  await payByQr(player, sandbox)
  await player.button('deposit.other-way').click()
  await player.chooseWay('bank')
  await player.page.reload()
  await expect(player.button('deposit.announce')).toBeVisible()
})

test('a link in a sheet takes its place in the history, and the end of a session leaves nothing open', async ({
  player,
  books,
}) => {
  const { page } = player
  await comeFromStatement(player)
  await player.call('GET', '/bonus/activate/DAILY5')
  await payIn(player.kapao, { ...player.member, token: await player.token() }, 100)
  await player.button('home.withdraw').click()
  await player.link('withdraw.hold-page').click()
  await expect(page).toHaveURL(/\/user\/bonus$/)
  await expect(dialogs(page)).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/user\/home$/)
  await expect(dialogs(page)).toHaveCount(0)
  await page.goForward()
  await expect(page).toHaveURL(/\/user\/bonus$/)
  await page.goBack()
  await expectToLeave(player)

  await player.goHome()
  await player.openDeposit()
  // What the sheet asks for as it opens would tell of the end before the tap does.
  await expect(player.way('KBANK')).toBeVisible()
  // So would what home asks for by itself.
  await hold(page, '**/api/wallet')
  await books.endSessions(player.member.phone, 'revoked')
  await player.chooseWay('KBANK')
  await expect(page).toHaveURL(/\/login/)
  await expect(dialogs(page)).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await expect(dialogs(page)).toHaveCount(0)
})

for (const [file, opens] of [
  ['withdraw-sheet', 'home.withdraw'],
  ['conditions-sheet', 'app.menu-conditions'],
] as const) {
  test(`a sheet whose code does not come (${file}) says so over the page, which goes on`, async ({
    player,
  }) => {
    const { page } = player
    const broken = player.sheet('app.broken-title')
    await expect(player.balanceCard).toBeVisible()
    // It is as if there were no line, so the page is not loaded anew by itself.
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }))
    const letThrough = await withhold(page, file)
    await player.button(opens).click()
    await player.press(broken, 'app.try-again')
    await player.look(`broken-${file}`)
    await player.press(broken, 'app.close')
    await expect(broken).toBeHidden()
    await expect(player.balanceCard).toBeVisible()
    await expect(page.getByText(player.words('app.broken-title'))).toBeHidden()
    await letThrough()
    await player.button(opens).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(broken).toBeHidden()
  })
}
