// The Laos build: its language, banks, phones and currencies, with the whole way of the money in kip and a code in baht.
import { expect } from '@playwright/test'
import { parse } from 'promptparse'
import { builds } from './builds.ts'
import { call } from './member.ts'
import { goTheMoneyPath } from './money-path.ts'
import { paidIn } from './operator/paid-in.ts'
import type { Player } from './player.ts'
import { readQr } from './qr-reader.ts'
import type { Sandbox } from './sandbox.ts'
import { test } from './whole.ts'

/** From the phone's step, by a member's own words, to that of the bank. */
async function goToBankStep(player: Player, sandbox: Sandbox): Promise<void> {
  const { member } = player
  await player.field('register.phone').fill(member.phone)
  await player.button('register.next').click()
  await player.field('register.otp').fill(await sandbox.otpFor(member.phone))
  await player.field('register.name').fill(member.name)
  await player.secret('register.password').fill(member.password)
  await player.secret('register.repeated-password').fill(member.password)
  await player.button('register.next').click()
}

test('a new player in Laos pays in, plays and withdraws in kip, and every book agrees', async ({
  visitor,
  kapao,
  sandbox,
  region,
}) => {
  test.slow()
  await goTheMoneyPath({ player: visitor, kapao, sandbox, region, language: 'la' })
})

test('a visitor finds Lao, a Lao phone number, Lao banks and two currencies', async ({
  visitor: player,
  sandbox,
}) => {
  const { page } = player
  await page.goto('/register')
  await expect(page.locator('html')).toHaveAttribute('lang', 'lo')
  const phone = player.field('register.phone')
  await phone.fill('0812345678')
  await player.button('register.next').click()
  await expect(player.alert('register.phone-laos')).toBeVisible()
  await goToBankStep(player, sandbox)

  const banks = player.choice('register.bank')
  await expect(banks.getByRole('option', { name: /ທະນາຄານ/ }).first()).toBeAttached()
  await expect(banks.locator('option:not([disabled])').first()).toHaveAttribute('value', 'BCEL')
  await expect(banks.locator('option[value=KTB]')).toHaveCount(0)
  await expect(page.getByRole('radio', { name: player.words('register.currency-LAK') })).toBeChecked()
  await page.getByRole('radio', { name: player.words('register.currency-BAHT') }).check()
})

test('an operator who opens wallets in baht alone is asked for no currency, and nobody is refused for one', async ({
  visitor: player,
  kapao,
  sandbox,
  books,
}) => {
  const { page, member } = player
  const putBack = await books.setSetting('currencies', ['BAHT'])
  try {
    const told = () => call(kapao, 'GET', '/lookup/registerOTP')
    await expect.poll(told).toMatchObject({ currencies: ['BAHT'] })
    await page.goto('/register')
    await goToBankStep(player, sandbox)
    await player.choice('register.bank').selectOption(member.bankCode)
    await expect(page.getByRole('radio')).toHaveCount(0)
    await player.field('register.account-number').fill(member.bankAccountNo)
    await player.field('register.first-name').fill('SOMCHAI')
    await player.field('register.last-name').fill('JAIDEE')
    await player.button('register.finish').click()
    await expect(player.says('register.done-title')).toBeVisible()
  } finally {
    await putBack()
  }
})

test.describe('a member who keeps baht', () => {
  test.use({ wishes: { currency: 'BAHT' }, games: ['PG'] })
  test('is shown no ways to pay in until the wallet has told which currency it is', async ({ player }) => {
    const { page } = player
    await page.route('**/api/wallet', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
    // Nothing is asked for again by itself.
    await page.addInitScript(() => void Object.assign(window, { setInterval: () => 0 }))
    await page.reload()
    await player.openDeposit()
    await expect(player.says('deposit.not-loaded-title')).toBeVisible()
    await page.unroute('**/api/wallet')
    await player.button('app.try-again').click()
    await player.chooseWay('KBANK')
    await expect(page.getByRole('dialog')).toContainText(player.currency)
  })

  test('reads no other currency beside an amount while the wallet has not told which it is', async ({
    player,
  }) => {
    const { page } = player
    await page.route('**/api/statement', (route) =>
      route.fulfill({ json: { total: 1, statements: [paidIn('s-1', 500)] } }),
    )
    await page.route('**/api/wallet', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
    await page.goto('/user/statement')
    const row = page.getByRole('article')
    await expect(row).toContainText('500.00')
    await expect(row).not.toContainText(player.words('app.currency-LAK'))
    await page.unroute('**/api/wallet')
    await expect(row).toContainText(`500.00 ${player.currency}`)
  })

  test('pays in by a Lao code in baht, plays and withdraws in baht', async ({ player, sandbox }) => {
    const ways = await player.openDeposit()
    await expect(player.way('KBANK')).toContainText(builds.la.bankName)
    await expect(ways).not.toContainText(/KBANK|PAYTIMZ|\bWW\b/)
    await player.chooseWay('KBANK')
    await player.createQr('250.25')
    const picture = player.qrPicture('250.25')
    await expect(picture).toBeVisible()
    const written = player.page.evaluate(
      () =>
        new Promise<{ text: string; room: number }[]>((resolve) => {
          const lines: { text: string; room: number }[] = []
          CanvasRenderingContext2D.prototype.fillText = function (text, _x, _y, most) {
            // A name that is pressed into its room has letters too narrow to read.
            lines.push({ text, room: most ?? this.canvas.width - this.measureText(text).width })
            if (lines.length === 2) resolve(lines)
          }
        }),
    )
    await player.button('deposit.qr-save').click()
    const [bank, amount] = await written
    expect(bank?.text).toContain('BCEL')
    expect(bank?.room).toBeGreaterThan(50)
    expect(bank?.room).toBeLessThan(400)
    expect(amount?.text.replaceAll('\u00a0', ' ')).toBe(`250.25 ${player.currency}`)
    const payload = await readQr(picture)
    const code = parse(payload, true)
    expect([code?.getTagValue('53'), code?.getTagValue('54'), code?.getTagValue('58')]).toEqual([
      '764',
      '250.25',
      'LA',
    ])
    await sandbox.payQr(payload)
    await expect(player.heading('deposit.paid-title')).toBeVisible()
    await player.button('deposit.done').click()
    await player.expectHome({ total: '250.25', wallet: '250.25' })

    await player.button('home.transfer').click()
    await player.choice('transfer.to').selectOption('PG')
    await player.field('transfer.amount').fill('50.25')
    await player.press(player.sheet('transfer.title'), 'transfer.title')
    await player.button('transfer.ok').click()
    await player.expectHome({ total: '250.25', wallet: '200.00', games: '50.25' })
    await player.button('home.withdraw').click()
    await player.field('withdraw.amount').fill('250.25')
    await player.press(player.sheet('withdraw.title'), 'withdraw.withdraw')
    await player.button('withdraw.confirm').click()
    await player.button('withdraw.ok').click()
    await player.expectHome({ total: '0.00', wallet: '0.00' })
  })
})

test.describe('with three coins from 150,000 kip', () => {
  test.use({ purse: 150 })
  test('a spin takes one, and its prize is claimed in kip', async ({ player, books }) => {
    const { page } = player
    const restore = await books.drawOnly('CASH20')
    await page.getByRole('link', { name: player.words('home.spin-coins', { coins: 3 }), exact: true }).click()
    await player.button('spin.spin-coins', { coins: 3 }).click()
    await expect(page.getByRole('dialog')).toContainText('10,000 ກີບ')
    await player.button('spin.prize-close').click()
    await expect(player.button('spin.spin-coins', { coins: 2 })).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: '10,000 ກີບ' })
    await expect(row).toContainText(player.money('10.00'))
    await player.press(row, 'spin.claim')
    await player.button('spin.claim-confirm').click()
    await expect(player.says('spin.coupons-empty')).toBeVisible()
    await player.goHome()
    await player.expectHome({ total: '160.00', wallet: '160.00' })
    await restore()
  })
})
