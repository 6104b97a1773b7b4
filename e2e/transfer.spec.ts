// Money on its way to a game when the game says no, says nothing, or says it late.
import { expect } from '@playwright/test'
import { hold } from './held.ts'
import type { Player } from './player.ts'
import { test } from './whole.ts'

const lotus = { code: 'PG', name: 'Lotus Lantern' }
test.use({ purse: 500, games: [lotus.code] })

async function openTransfer(player: Player, amount: string) {
  await player.button('home.transfer').click()
  const sheet = player.sheet('transfer.title')
  await player.choice('transfer.to').selectOption(lotus.code)
  await player.field('transfer.amount').fill(player.typed(amount))
  return sheet
}

/** The first transfer is made, and its answer is lost on the way. */
async function loseFirstAnswer({ page }: Player): Promise<void> {
  let lost = 0
  await page.route('**/api/wallet/transfer', async (route) => {
    if (lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
}

test('a transfer that the game refuses is told with where the money is, and can be tried again @both-builds', async ({
  player,
  sandbox,
}) => {
  await sandbox.setFault('game:PG', 'refuse', 1)
  const sheet = await openTransfer(player, '200')
  await player.press(sheet, 'transfer.title')
  const dialog = player.page.getByRole('alertdialog', { name: player.words('transfer.refused-title') })
  await expect(dialog).toContainText(player.words('errors.TRANSFER_FAIL'))
  await player.look('transfer-refused')
  await player.button('transfer.ok').click()
  await player.press(sheet, 'transfer.title')
  await expect(player.sheet('transfer.moved-title')).toBeVisible()
  await player.button('transfer.ok').click()
  await player.expectHome({ total: '500.00', wallet: '300.00', games: '200.00' })
  await player.goToStatement()
  const row = { type: 'transfer', amount: '200.00', from: 'WALLET', to: lotus.name } as const
  await player.expectStatement([
    { ...row, status: 'success' },
    { ...row, status: 'failed' },
    { type: 'deposit', amount: '+500.00', from: 'BANK', to: 'WALLET', status: 'success' },
  ])
})

/** Only when the game has kept silent for its time. */
const beingChecked = { timeout: 60_000 }

test('a transfer whose answer comes late is counted once, as made', async ({ player, sandbox, books }) => {
  test.slow()
  await sandbox.setFault('game:PG', 'late-status', 1)
  const sheet = await openTransfer(player, '150')
  await player.press(sheet, 'transfer.title')
  await expect(player.button('transfer.title')).toHaveAttribute('aria-busy', 'true')
  const ended = player.sheet('errors.not-known').or(player.sheet('transfer.moved-title'))
  await expect(ended).toBeVisible(beingChecked)
  await player.button('transfer.ok').click()
  await player.goToStatement()
  await player.expectStatement(
    [
      { type: 'transfer', amount: '150.00', from: 'WALLET', to: lotus.name, status: 'success' },
      { type: 'deposit', amount: '+500.00', from: 'BANK', to: 'WALLET', status: 'success' },
    ],
    { timeout: 90_000 },
  )
  await player.goHome()
  await player.button('home.check').click()
  await player.expectHome({ total: '500.00', wallet: '350.00', games: '150.00' })
  expect(await books.differencesFromGames(sandbox)).toEqual([])
})

const firstDeposit = {
  type: 'deposit',
  amount: '+500.00',
  from: 'BANK',
  to: 'WALLET',
  status: 'success',
} as const

test('a transfer that never reached the game is given back within half a minute', async ({
  player,
  sandbox,
  books,
}) => {
  test.slow()
  await sandbox.setFault('game:PG', 'timeout-before', 1)
  const sheet = await openTransfer(player, '150')
  await player.press(sheet, 'transfer.title')
  await expect(player.sheet('errors.not-known')).toBeVisible(beingChecked)
  await player.button('transfer.ok').click()
  await player.goToStatement()
  const row = { type: 'transfer', amount: '150.00', from: 'WALLET', to: lotus.name } as const
  await player.expectStatement([{ ...row, status: 'failed' }, firstDeposit], { timeout: 30_000 })
  await player.goHome()
  await player.expectHome({ total: '500.00', wallet: '500.00' })
  expect(await books.differencesFromGames(sandbox)).toEqual([])
})

test('a transfer that never reached a game, which cannot be told to refuse it, is being checked, then given back', async ({
  player,
  sandbox,
  books,
}) => {
  test.slow()
  await sandbox.setFault('game:PG', 'no-cancel')
  await sandbox.setFault('game:PG', 'timeout-before', 1)
  const sheet = await openTransfer(player, '150')
  await player.press(sheet, 'transfer.title')
  await expect(player.sheet('errors.not-known')).toContainText(
    player.words('transfer.in-progress'),
    beingChecked,
  )
  await player.look('transfer-being-checked')
  await player.button('transfer.ok').click()
  await player.expectHome({ total: '350.00', wallet: '350.00' })
  await player.goToStatement()
  const row = { type: 'transfer', amount: '150.00', from: 'WALLET', to: lotus.name } as const
  await player.expectStatement([{ ...row, status: 'in-progress' }, firstDeposit])
  await player.look('statement-in-progress')
  // Without a touch: the page watches what is in progress.
  await expect(async () => {
    await books.passNotFound()
    await player.expectStatement([{ ...row, status: 'failed' }, firstDeposit], { timeout: 1_000 })
  }).toPass({ timeout: 90_000 })
  await player.goHome()
  await player.expectHome({ total: '500.00', wallet: '500.00' })
  expect(await books.differencesFromGames(sandbox)).toEqual([])
})

test('one transfer is made however often the button is tapped on a slow line', async ({
  player,
  sandbox,
}) => {
  const answer = await hold(player.page, '**/api/wallet/transfer')
  const sheet = await openTransfer(player, '100')
  await sheet.getByRole('button', { name: player.words('transfer.title'), exact: true }).dblclick()
  answer()
  await expect(player.sheet('transfer.moved-title')).toBeVisible()
  const { username } = await player.call<{ username: string }>('GET', '/wallet/account/PG')
  expect((await sandbox.game('PG', username)).transfers).toHaveLength(1)
  await player.button('transfer.ok').click()
  await player.expectHome({ total: '500.00', wallet: '400.00', games: '100.00' })
})

test('a transfer whose answer was lost on the way is not made twice by trying again @both-builds', async ({
  player,
  sandbox,
}) => {
  await loseFirstAnswer(player)
  const sheet = await openTransfer(player, '100')
  await player.press(sheet, 'transfer.title')
  const dialog = player.sheet('errors.not-known')
  await expect(dialog).toContainText(player.words('transfer.unknown'))
  await player.button('app.try-again').click()
  await expect(player.sheet('transfer.moved-title')).toBeVisible()
  await player.button('transfer.ok').click()
  await player.expectHome({ total: '500.00', wallet: '400.00', games: '100.00' })
  const { username } = await player.call<{ username: string }>('GET', '/wallet/account/PG')
  expect((await sandbox.game('PG', username)).transfers).toHaveLength(1)
})

test('whoever got no answer is led to the statement, and is not told that the next one moved what the first one had', async ({
  player,
}) => {
  await loseFirstAnswer(player)
  const sheet = await openTransfer(player, '100')
  await player.press(sheet, 'transfer.title')
  await player.button('app.statement').click()
  await expect(player.page).toHaveURL(/\/user\/statement$/)
  await expect(player.page.getByRole('main')).toContainText('100.00')
  await player.page.goBack()
  await player.expectHome({ total: '500.00', wallet: '400.00', games: '100.00' })
  await expect(player.page.getByRole('dialog')).toHaveCount(0)
  const again = await openTransfer(player, '100')
  await player.press(again, 'transfer.title')
  await expect(player.sheet('transfer.before-title')).toBeVisible()
  await player.button('transfer.ok').click()
  await player.press(again, 'transfer.title')
  await expect(player.sheet('transfer.moved-title')).toBeVisible()
  await player.button('transfer.ok').click()
  await player.expectHome({ total: '500.00', wallet: '300.00', games: '200.00' })
})

test('a transfer is judged before it is sent', async ({ player }) => {
  await player.button('home.transfer').click()
  const sheet = player.sheet('transfer.title')
  const amount = player.field('transfer.amount')
  const transfer = sheet.getByRole('button', { name: player.words('transfer.title'), exact: true })
  await expect(transfer).toBeDisabled()
  await amount.fill('10')
  await player.press(sheet, 'transfer.title')
  await expect(player.alert('transfer.select-account')).toBeVisible()
  await player.choice('transfer.to').selectOption('WALLET')
  await player.press(sheet, 'transfer.title')
  await expect(player.alert('transfer.same-account')).toBeVisible()
  await player.choice('transfer.to').selectOption(lotus.code)
  await amount.fill('0.99')
  await player.press(sheet, 'transfer.title')
  await expect(player.alert('transfer.minimum', { amount: '1', currency: player.currency })).toBeVisible()
  await amount.fill('500.01')
  await player.press(sheet, 'transfer.title')
  await expect(
    player.alert('transfer.not-enough', { amount: '500.00', currency: player.currency }),
  ).toBeVisible()
  await amount.fill('1.2.3')
  await player.press(sheet, 'transfer.title')
  await expect(sheet.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  // Nothing to move: nothing happens.
  await amount.fill('0')
  await expect(transfer).toBeDisabled()
  await amount.press('Enter')
  await expect(player.page.getByRole('alertdialog')).toBeHidden()
  await amount.fill('๑๐๐.๕๐')
  await player.press(sheet, 'transfer.title')
  await expect(player.sheet('transfer.moved-title')).toBeVisible()
  await player.button('transfer.ok').click()
  await player.expectHome({ total: '500.00', wallet: '399.50', games: '100.50' })
})

test('money in a game that is switched off is still seen, and brought back', async ({ player, books }) => {
  const sheet = await openTransfer(player, '200')
  await player.press(sheet, 'transfer.title')
  await player.button('transfer.ok').click()
  const putBack = await books.switchOff(lotus.code)
  const account = () => player.call('GET', `/wallet/account/${lotus.code}`).catch(String)
  await expect.poll(account).toContain('NO_GAME')
  await player.page.reload()
  await player.expectHome({ total: '500.00', wallet: '300.00', games: '200.00' })
  await player.openGameSheet('slot', lotus.name)
  await expect(player.page.getByText(player.words('errors.NO_GAME'))).toBeVisible()
  await player.look('game-switched-off')
  await player.button('app.close').click()
  await player.button('home.transfer').click()
  await player.choice('transfer.from').selectOption(lotus.code)
  await player.choice('transfer.to').selectOption('WALLET')
  await player.field('transfer.amount').fill(player.typed('200'))
  await player.press(player.sheet('transfer.title'), 'transfer.title')
  await expect(player.sheet('transfer.moved-title')).toBeVisible()
  await player.button('transfer.ok').click()
  await player.expectHome({ total: '500.00', wallet: '500.00' })
  await putBack()
})

test('the way into a game without an amount asks for no place that the money would come from', async ({
  player,
}) => {
  await player.button('home.transfer').click()
  const sheet = player.sheet('transfer.title')
  await player.button('transfer.swap').click()
  await player.choice('transfer.to').selectOption(lotus.code)
  await expect(player.choice('transfer.from')).toHaveValue('')
  const opened = player.page.waitForEvent('popup')
  await player.press(sheet, 'transfer.play')
  await expect(await opened).toHaveURL(/\/play/)
  await player.expectHome({ total: '500.00', wallet: '500.00' })
})

test('transfer and play moves the money and opens the game with it @both-builds', async ({ player }) => {
  const sheet = await openTransfer(player, '50')
  const opened = player.page.waitForEvent('popup')
  await player.press(sheet, 'transfer.play')
  const game = await opened
  await expect(game).toHaveURL(/\/play/)
  // In the game's own credits, which both builds count alike.
  await expect(game.getByText('50.00').first()).toBeVisible()
  await expect(player.page.getByRole('dialog')).toBeHidden()
  await player.expectHome({ total: '500.00', wallet: '450.00', games: '50.00' })
})
