// Paying in when something comes between: a cancelled code, one that ran out, one that was replaced, a phone that slept.
import { expect } from '@playwright/test'
import { readQr } from './qr-reader.ts'
import { test } from './whole.ts'

test('a code is made once however often the button is tapped', async ({ player }) => {
  await player.openDeposit()
  await player.chooseWay('KBANK')
  const sent: string[] = []
  await player.page.route('**/api/qrcode/KBANK', async (route) => {
    if (route.request().method() === 'POST') sent.push(route.request().headers()['idempotency-key'] ?? '')
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await player.field('deposit.amount').fill('20')
  await player.button('deposit.create').dblclick()
  await expect(player.qrPicture('20.00')).toBeVisible()
  expect(new Set(sent).size).toBe(1)
  expect(sent).toHaveLength(1)
})

test('a cancelled code can no longer be paid, and a new one can be made @both-builds', async ({
  player,
  sandbox,
}) => {
  await player.openDeposit()
  await player.chooseWay('KBANK')
  await player.createQr('50')
  const payload = await readQr(player.qrPicture('50.00'))
  await player.button('deposit.qr-cancel').click()
  await expect(
    player
      .says('deposit.qr-cancelled', { amount: player.figure('50.00'), currency: player.currency })
      .first(),
  ).toBeVisible()
  await expect(player.qrPicture('50.00')).toBeHidden()
  await expect(sandbox.payQr(payload)).rejects.toThrow('QR_CANCELLED')
  await player.createQr('51')
  await expect(player.qrPicture('51.00')).toBeVisible()
})

test('money for a cancelled code still finds its player @both-builds', async ({ player, sandbox }) => {
  await player.openDeposit()
  await player.chooseWay('KBANK')
  await player.createQr('60')
  const payload = await readQr(player.qrPicture('60.00'))
  await player.button('deposit.qr-cancel').click()
  await expect(player.qrPicture('60.00')).toBeHidden()
  await sandbox.setFault('bank', 'late-pay', 1)
  await sandbox.payQr(payload)
  const sheet = player.sheet('deposit.title')
  await expect(player.heading('deposit.paid-title')).toBeVisible()
  await expect(sheet).toContainText(player.money('+60.00'))
  await player.close(sheet)
  await player.goToStatement()
  await player.expectStatement([
    { type: 'deposit', amount: '+60.00', from: 'BANK', to: 'WALLET', status: 'success' },
  ])
})

test('a code that runs out says so and makes room for a new one @both-builds', async ({ player, books }) => {
  await player.openDeposit()
  await player.chooseWay('KBANK')
  await player.createQr('70')
  const timer = player.page.getByRole('timer')
  await expect(timer).toHaveText(/^1[45]:\d\d$/)
  await player.page.reload()
  // The sheet and the code are still there after the reload.
  await expect(player.qrPicture('70.00')).toBeVisible()
  await expect(timer).toHaveText(/^1[45]:\d\d$/)
  await books.letQrEndIn(player.member.phone, 20)
  await expect(timer).toHaveText(/^00:[01]\d$/)
  await expect(
    player.says('deposit.qr-expired', { amount: player.figure('70.00'), currency: player.currency }).first(),
  ).toBeVisible()
  await expect(player.field('deposit.amount')).toBeVisible()
})

test('a new code at the same provider replaces the one before, also on another phone @both-builds', async ({
  player,
  sandbox,
}) => {
  await player.openDeposit()
  await player.chooseWay('KBANK')
  await player.createQr('80')
  const first = await readQr(player.qrPicture('80.00'))
  await player.call('POST', '/qrcode/KBANK', { amount: player.worth(81) })
  await expect(player.qrPicture('81.00')).toBeVisible()
  await expect(player.qrPicture('80.00')).toBeHidden()
  await expect(sandbox.payQr(first)).rejects.toThrow('QR_CANCELLED')
  const second = await readQr(player.qrPicture('81.00'))
  await sandbox.payQr(second)
  await expect(player.heading('deposit.paid-title')).toBeVisible()
})

test('money for a code that was replaced is told beside the new one, which can still be paid', async ({
  player,
  sandbox,
}) => {
  // What was there before a code is known by then.
  const looked = () => player.page.waitForResponse('**/api/statement')
  const sheet = await player.openDeposit()
  await player.chooseWay('KBANK')
  const before = looked()
  await player.createQr('80')
  const first = await readQr(player.qrPicture('80.00'))
  await (await before).finished()
  const beforeSecond = looked()
  await player.call('POST', '/qrcode/KBANK', { amount: 81 })
  const second = await readQr(player.qrPicture('81.00'))
  await (await beforeSecond).finished()
  await player.sleep()
  await sandbox.setFault('bank', 'late-pay', 1)
  await sandbox.payQr(first)
  const held = () => player.call<{ wallet: { amount: number } }>('GET', '/wallet')
  await expect.poll(async () => (await held()).wallet.amount).toBe(80)
  await player.wake()
  await expect(
    sheet.getByRole('status').filter({ hasText: player.words('deposit.paid-title') }),
  ).toContainText(player.money('+80.00'))
  await player.look('qr-other-money')
  await expect(player.qrPicture('81.00')).toBeVisible()
  await sandbox.payQr(second)
  await expect(player.heading('deposit.paid-title')).toBeVisible()
  await expect(sheet).toContainText(player.money('+81.00'))
  await expect(sheet).not.toContainText(player.money('+80.00'))
})

test('each of two open codes says whose it is, also when it is come back to', async ({ player }) => {
  const sheet = await player.openDeposit()
  const { banks } = await player.call<{
    banks: { bankCode: string; bankType: string; bankAccountName: string }[]
  }>('GET', '/lookup/deposit')
  const shows = async (way: 'KBANK' | 'WW', amount: string) => {
    await expect(player.qrPicture(amount)).toBeVisible()
    await expect(player.heading(`deposit.way-${way}`)).toBeVisible()
    const account = banks.find(({ bankCode, bankType }) => bankCode === way && bankType === 'QR')
    await expect(sheet.getByText(account?.bankAccountName ?? '?', { exact: true })).toBeVisible()
  }
  await player.chooseWay('KBANK')
  await player.createQr('80')
  await shows('KBANK', '80.00')
  await player.button('deposit.other-way').click()
  await player.chooseWay('WW')
  await player.createQr('100')
  await shows('WW', '100.00')
  await player.button('deposit.other-way').click()
  await player.chooseWay('KBANK')
  await shows('KBANK', '80.00')
})

test('a code paid while the phone slept is shown as paid when it wakes @both-builds', async ({
  player,
  sandbox,
}) => {
  await player.openDeposit()
  await player.chooseWay('WW')
  await player.createQr('100')
  const payload = await readQr(player.qrPicture('100.00'))
  await player.sleep()
  await sandbox.payQr(payload)
  await player.wake()
  await expect(player.heading('deposit.paid-title')).toBeVisible()
  await player.button('deposit.done').click()
  await player.expectHome({ total: '100.00', wallet: '100.00' })
})

test('a code paid while the page was gone is found after the reload @both-builds', async ({
  player,
  sandbox,
}) => {
  await player.openDeposit()
  await player.chooseWay('PAYTIMZ')
  await player.createQr('10')
  const payload = await readQr(player.qrPicture('10.00'))
  await player.page.goto('about:blank')
  await sandbox.payQr(payload)
  await player.page.goBack()
  await expect(player.heading('deposit.paid-title')).toBeVisible()
})

test('the amount is judged before anything is sent', async ({ player }) => {
  await player.openDeposit()
  await player.chooseWay('WW')
  const create = player.button('deposit.create')
  await expect(create).toBeDisabled()
  const amount = player.field('deposit.amount')
  await amount.fill('99.99')
  const limit = { amount: '100', currency: player.currency }
  if (await create.isEnabled()) {
    await create.click()
    await expect(player.alert('deposit.amount-below', limit)).toBeVisible()
  } else {
    await expect(player.says('deposit.minimum', limit)).toBeVisible()
  }
  // Thai and Lao digits, and a comma keyboard's comma.
  for (const typed of ['๑๐๐.๕๐', '໑໐໐.໕໐', '100,50']) {
    await amount.fill(typed)
    await expect(create).toBeEnabled()
  }
  // What the player meant is not guessed at: it stays as it was typed, and the field says what is wrong.
  for (const typed of ['-150', '1.234', '150.505']) {
    await amount.fill('')
    await amount.pressSequentially(typed)
    await expect(amount).toHaveValue(typed)
    await expect(player.alert('deposit.amount-unreadable')).toBeVisible()
    await expect(create).toBeDisabled()
  }
  await amount.fill('')
  await amount.pressSequentially('1000000000')
  const most = { amount: '100,000,000', currency: player.currency }
  await expect(player.alert('deposit.amount-above', most)).toBeVisible()
  await expect(create).toBeDisabled()
  await amount.fill('100,50')
  await create.click()
  await expect(player.qrPicture('100.50')).toBeVisible()
})

test('a code that is shown while the line is away says quietly that nothing is heard of payments', async ({
  player,
  sandbox,
  context,
}) => {
  await player.openDeposit()
  await player.chooseWay('KBANK')
  await player.createQr('15')
  const payload = await readQr(player.qrPicture('15.00'))
  await expect(player.says('deposit.qr-cut')).toBeHidden()
  await context.setOffline(true)
  await expect(player.says('deposit.qr-cut')).toBeVisible()
  await expect(player.qrPicture('15.00')).toBeVisible()
  await player.look('qr-cut')
  await sandbox.payQr(payload)
  await context.setOffline(false)
  await expect(player.heading('deposit.paid-title')).toBeVisible()
})

test('a provider that refuses is told without a code, and the way stays open @both-builds', async ({
  player,
}) => {
  await player.page.route('**/api/qrcode/KBANK', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { hasQrcode: false, message: 'QR_FAIL' } })
      : route.continue(),
  )
  await player.openDeposit()
  await player.chooseWay('KBANK')
  await player.createQr('30')
  await expect(player.says('errors.QR_FAIL').first()).toBeVisible()
  await player.page.unroute('**/api/qrcode/KBANK')
  await player.button('deposit.create').click()
  await expect(player.qrPicture('30.00')).toBeVisible()
})
