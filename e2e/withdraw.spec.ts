// Money on its way out: its limits, the bank's no, and fingers that tap twice.
import { expect } from '@playwright/test'
import { builds } from './builds.ts'
import { hold } from './held.ts'
import { test } from './whole.ts'

test.use({ purse: 500 })

test('a withdrawal is judged by the limits and by what there is @both-builds', async ({ player, region }) => {
  const limits = builds[region].withdrawal
  await player.button('home.withdraw').click()
  const sheet = player.sheet('withdraw.title')
  const amount = player.field('withdraw.amount')
  const { currency } = player
  await expect(sheet.getByRole('button', { name: player.words('withdraw.withdraw') })).toBeDisabled()
  await amount.fill(player.typed(limits.below))
  await player.press(sheet, 'withdraw.withdraw')
  await expect(
    player.alert('withdraw.minimum', { amount: player.figure(limits.minimum), currency }),
  ).toBeVisible()
  // What is too much is said while it is typed: no more digits would mend it.
  const notEnough = player.alert('withdraw.not-enough', { amount: player.figure('500.00'), currency })
  for (const tooMuch of ['500.01', limits.above]) {
    await amount.fill(player.typed('500'))
    await expect(notEnough).toBeHidden()
    await amount.fill(player.typed(tooMuch))
    await expect(notEnough).toBeVisible()
  }
  await player.press(sheet, 'withdraw.all')
  await expect(amount).toHaveValue(player.typed('500.00'))
  await player.press(sheet, 'withdraw.withdraw')
  await player.button('withdraw.back').click()
  await player.close(sheet)
  await player.expectHome({ total: '500.00', wallet: '500.00' })
})

test.describe('with more than one withdrawal may be', () => {
  // No bank moves more than a hundred million at once, of whichever currency.
  test.use({ purse: ({ region }, use) => use(region === 'la' ? 60_000 : 200_100) })

  test('the maximum is said while it is typed, and all is no more than that @both-builds', async ({
    player,
    region,
  }) => {
    const { maximum, above } = builds[region].withdrawal
    const most = { amount: player.figure(maximum), currency: player.currency }
    await player.button('home.withdraw').click()
    const sheet = player.sheet('withdraw.title')
    const amount = player.field('withdraw.amount')
    const tooMuch = player.alert('withdraw.maximum', most)
    await amount.fill(player.typed(maximum))
    await expect(tooMuch).toBeHidden()
    await amount.fill(player.typed(above))
    await expect(tooMuch).toBeVisible()
    await player.press(sheet, 'withdraw.all')
    await expect(amount).toHaveValue(player.typed(`${maximum.replace(',', '')}.00`))
    await expect(sheet).toContainText(player.words('withdraw.capped', most))
    await player.press(sheet, 'withdraw.withdraw')
    await expect(player.button('withdraw.confirm')).toBeVisible()
  })
})

test('one withdrawal is made however often the button is tapped on a slow line @both-builds', async ({
  player,
  books,
}) => {
  const answer = await hold(player.page, '**/api/wallet/withdrawAll')
  await player.button('home.withdraw').click()
  await player.field('withdraw.amount').fill(player.typed('300'))
  await player.press(player.sheet('withdraw.title'), 'withdraw.withdraw')
  await player.button('withdraw.confirm').dblclick()
  answer()
  await expect(player.sheet('withdraw.requested-title')).toBeVisible()
  expect(await books.countStatements(player.member.phone, 'withdraw')).toBe(1)
  // There is less left than was asked for, and nothing wrong with that.
  const behind = player.page.locator('dialog', { has: player.page.locator('form') })
  await expect(behind).toContainText(player.figure('200.00'))
  await expect(behind.locator('[aria-invalid=true]')).toHaveCount(0)
  await player.button('withdraw.ok').click()
  await player.expectHome({ total: '200.00', wallet: '200.00' })
})

test('a payout that the bank refuses gives the money back, and the statement says so @both-builds', async ({
  player,
  sandbox,
  books,
}) => {
  await sandbox.setFault('bank', 'refuse-payout', 1)
  await player.button('home.withdraw').click()
  await player.field('withdraw.amount').fill(player.typed('100'))
  await player.press(player.sheet('withdraw.title'), 'withdraw.withdraw')
  await player.button('withdraw.confirm').click()
  await player.button('withdraw.ok').click()
  await player.goToStatement()
  await player.expectStatement([
    { type: 'withdraw', amount: '−100.00', from: 'WALLET', to: 'BANK', status: 'failed' },
    { type: 'deposit', amount: '+500.00', from: 'BANK', to: 'WALLET', status: 'success' },
  ])
  const steps = ['asked', 'sent', 'returned'].map((name) => player.words(`statement.step-${name}`))
  const row = player.page.getByRole('article').first()
  await expect(row.getByRole('listitem')).toContainText(steps)
  await expect(row).toContainText(player.words('statement.returned-advice'))
  await player.goHome()
  await player.expectHome({ total: '500.00', wallet: '500.00' })
  expect(await books.differencesFromBank(sandbox)).toEqual([])
})

test('what was won in a game since the wallet last saw it is asked for, and can be withdrawn', async ({
  player,
  sandbox,
}) => {
  const { page } = player
  await player.call('GET', '/wallet/activate/PG')
  await player.call('POST', '/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 500 })
  await page.reload()
  await player.expectHome({ total: '500.00', wallet: '0.00', games: '500.00' })
  const { username } = await player.call<{ username: string }>('GET', '/wallet/account/PG')
  await sandbox.play('PG', username, 300)
  const letGo = await hold(page, '**/wallet/refresh/slot')
  await player.button('home.withdraw').click()
  const sheet = player.sheet('withdraw.title')
  await expect(sheet.getByText(player.words('withdraw.asking'))).toBeVisible()
  await player.field('withdraw.amount').fill('800')
  await expect(sheet.getByText(player.words('withdraw.beyond'))).toBeVisible()
  letGo()
  await expect(sheet).toContainText(player.money('800.00'))
  await expect(sheet.getByText(player.words('withdraw.beyond'))).toBeHidden()
  await sandbox.play('PG', username, 50)
  // The games are asked once more, and by that it is too much: nothing has been brought home for it.
  await player.field('withdraw.amount').fill('850.01')
  await player.press(sheet, 'withdraw.withdraw')
  const most = { amount: player.figure('850.00'), currency: player.currency }
  await expect(player.alert('withdraw.not-enough', most)).toBeVisible()
  await expect(player.button('withdraw.confirm')).toBeHidden()
  await sandbox.play('PG', username, 10)
  await player.field('withdraw.amount').fill('860')
  await player.press(sheet, 'withdraw.withdraw')
  await player.button('withdraw.confirm').click()
  await expect(player.sheet('withdraw.requested-title')).toBeVisible()
  await player.button('withdraw.ok').click()
  await player.expectHome({ total: '0.00', wallet: '0.00' })
})

test('a withdrawal brings the money of the games home first @both-builds', async ({ player }) => {
  await player.call('GET', '/wallet/activate/PG')
  await player.call('POST', '/wallet/transfer', { from: 'WALLET', to: 'PG', amount: player.worth(300) })
  await player.page.reload()
  await player.expectHome({ total: '500.00', wallet: '200.00', games: '300.00' })
  await player.button('home.withdraw').click()
  await player.field('withdraw.amount').fill(player.typed('450'))
  await player.press(player.sheet('withdraw.title'), 'withdraw.withdraw')
  await player.button('withdraw.confirm').click()
  await expect(player.sheet('withdraw.requested-title')).toBeVisible()
  await player.button('withdraw.ok').click()
  await player.expectHome({ total: '50.00', wallet: '50.00' })
})
