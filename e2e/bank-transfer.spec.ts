// Paying in to a bank account of the operator's: its number, whether it is still believed, and the money that comes by itself.
import { expect } from '@playwright/test'
import type { Player } from './player.ts'
import { test } from './whole.ts'

/** The operator's, that members pay in to from their bank. */
async function accountOf(player: Player) {
  const { banks } = await player.call<{
    banks: { bankCode: string; bankAccountNo: string; bankType: string }[]
  }>('GET', '/lookup/deposit')
  return banks.find(({ bankType }) => bankType === 'BANK') ?? { bankCode: '', bankAccountNo: '' }
}

test('a bank transfer that came while the page was gone is told after the reload, and no earlier one @both-builds', async ({
  player,
  sandbox,
}) => {
  const target = await accountOf(player)
  const { member } = player
  const paid = player.heading('deposit.paid-title')
  for (const baht of [40, 45]) {
    const sheet = await player.openDeposit()
    await player.chooseWay('bank')
    // What was in the statement until now is known.
    await expect
      .poll(() => player.page.evaluate(() => sessionStorage.getItem('deposit')))
      .toContain('settled')
    await expect(player.button('deposit.announce')).toBeVisible()
    await expect(paid).toBeHidden()
    await player.page.goto('about:blank')
    await sandbox.transfer(member, target, player.worth(baht), member.currency)
    await player.page.goBack()
    await expect(paid).toBeVisible()
    await expect(sheet).toContainText(player.money(`+${baht}.00`))
    await player.button('deposit.done').click()
  }
  await player.expectHome({ total: '85.00', wallet: '85.00' })
})

test('a second deposit that lands while the first one is told is in the balance beside it', async ({
  player,
  sandbox,
}) => {
  const target = await accountOf(player)
  const { member } = player
  // Home asks for its figures by itself, this page for nothing.
  await player.goToStatement()
  await player.button('statement.deposit').click()
  await player.chooseWay('bank')
  await expect.poll(() => player.page.evaluate(() => sessionStorage.getItem('deposit'))).toContain('settled')
  await sandbox.transfer(member, target, player.worth(40), member.currency)
  await expect(player.heading('deposit.paid-title')).toBeVisible()
  const balance = player
    .sheet('deposit.title')
    .getByRole('status')
    .filter({ hasText: /^[\d.]/ })
  await expect(balance).toHaveText(player.money('40.00'))
  await sandbox.transfer(member, target, player.worth(45), member.currency)
  await expect(balance).toHaveText(player.money('85.00'))
})

test('copying an account number says whether it worked @both-builds', async ({ player, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await player.page.route('**/api/lookup/deposit', async (route) => {
    const ways = await (await route.fetch()).json()
    const dashed = (number: string) => number.replace(/^(\d{3})(\d)/, '$1-$2-')
    const banks = ways.banks.map((bank: { bankAccountNo: string }) => ({
      ...bank,
      bankAccountNo: dashed(bank.bankAccountNo),
    }))
    await route.fulfill({ json: { ...ways, banks } })
  })
  await player.openDeposit()
  await player.chooseWay('bank')
  const copy = player.button('deposit.copy').first()
  await copy.click()
  await expect(player.button('deposit.copied').first()).toBeVisible()
  expect(await player.page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d{10,18}$/)
  await player.page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
    document.execCommand = () => false
  })
  await player.button('deposit.copy').last().click()
  await expect(player.says('deposit.copy-failed').first()).toBeVisible()
})

test('accounts that may have changed cannot be copied until they were asked for again @both-builds', async ({
  player,
  context,
}) => {
  const { page } = player
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.route('**/api/wallet/add', (route) =>
    route.fulfill({ status: 400, json: { message: 'NO_BANK' } }),
  )
  const sheet = await player.openDeposit()
  await player.chooseWay('bank')
  const number = await sheet
    .getByText(/^[\d-]{10,}$/)
    .first()
    .innerText()
  await player.field('deposit.amount-optional').fill('500')
  await player.button('deposit.announce').click()

  const nothingToTransferTo = async () => {
    await expect(player.alert('deposit.no-account')).toBeVisible()
    await expect(sheet.getByText(number)).toBeHidden()
    await expect(player.button('deposit.copy')).toHaveCount(0)
    await expect(player.says('deposit.credited-minute')).toBeHidden()
    await expect(player.field('deposit.amount-optional')).toBeHidden()
  }
  await nothingToTransferTo()
  await expect(player.alert('deposit.no-account').getByRole('paragraph')).toBeFocused()
  await expect(sheet.getByRole('link', { name: player.words('deposit.contact') })).toHaveAttribute(
    'href',
    '/user/contact',
  )
  // By another way and back they are as doubtful as before.
  await player.button('deposit.other-way').click()
  await player.chooseWay('bank')
  await nothingToTransferTo()

  await page.route('**/api/lookup/deposit', (route) => route.abort())
  await player.button('deposit.check-accounts').click()
  await expect(player.says('errors.unreachable').first()).toBeVisible()
  await nothingToTransferTo()

  await page.unroute('**/api/lookup/deposit')
  await page.route('**/api/lookup/deposit', async (route) => {
    const response = await route.fetch()
    const ways: { banks: object[] } = await response.json()
    const banks = ways.banks.map((bank) => ({ ...bank, bankAccountNo: '5556667778' }))
    await route.fulfill({ response, json: { ...ways, banks } })
  })
  await player.button('deposit.check-accounts').click()
  await expect(player.says('deposit.no-account')).toBeHidden()
  await expect(player.field('deposit.amount-optional')).toBeVisible()
  await expect(sheet.locator(':focus')).toContainText(player.words('deposit.account-number'))
  await player.button('deposit.copy').first().click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('5556667778')
})
