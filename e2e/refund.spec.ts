// A part of what was lost comes back: received, then added to the wallet, each once whatever happens on the way.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Player } from './player.ts'
import type { Row } from './statement-row.ts'
import { test } from './whole.ts'

test.use({ purse: 1000, games: ['PG'] })

async function openRefund(player: Player, page: Page = player.page): Promise<Locator> {
  await page.getByRole('button', { name: player.words('home.refund'), exact: true }).click()
  await page.getByRole('button', { name: player.words('refund.start'), exact: true }).click()
  const sheet = page.getByRole('dialog', { name: player.words('refund.title'), exact: true })
  await expect(sheet.getByRole('button', { name: player.words('refund.receive') })).toBeVisible()
  return sheet
}

/** As a refusal names an amount: a build of several currencies does not know which one it is in. */
const named = (player: Player, baht: string) =>
  player.member.currency === 'THB' ? player.money(baht) : player.figure(baht)

test('a loss comes back once: refused for its reasons, then received and added however shaky the line is @both-builds', async ({
  player,
  sandbox,
  books,
}) => {
  test.slow()
  const { currency, page } = player
  const sheet = await openRefund(player)
  await expect(sheet).toContainText(player.words('refund.nothing'))
  await expect(sheet.getByRole('button', { name: player.words('refund.receive') })).toBeDisabled()
  await expect(player.says('refund.empty-title')).toBeVisible()
  await player.look('refund-nothing')
  await player.close(sheet)

  await player.call('POST', '/wallet/transfer', { from: 'WALLET', to: 'PG', amount: player.worth(600) })
  const { username } = await player.call<{ username: string }>('GET', '/wallet/account/PG')
  await sandbox.play('PG', username, -400)
  await player.call('GET', '/wallet/refresh/slot')
  await books.letPeriodEnd(player.member.phone)
  await page.reload()
  await openRefund(player)
  await expect(sheet).toContainText(player.money('20.00'))
  await player.look('refund')
  const other = await page.context().newPage()
  await other.goto('/user/home')
  const otherSheet = await openRefund(player, other)

  const question = player.sheet('refund.receive-title')
  const ask = async () => {
    await player.press(sheet, 'refund.receive')
    await expect(question).toContainText(player.money('20.00'))
  }
  const check = () =>
    player.call<{ result: boolean; bonus: boolean; refundAmount: number }>('GET', '/refund/check')
  const refusals: readonly (readonly [
    string,
    () => Promise<() => Promise<unknown>>,
    Partial<Awaited<ReturnType<typeof check>>>,
  ])[] = [
    ['REFUND_INACTIVE', () => books.setSetting('refundActive', false), { refundAmount: 0 }],
    [
      'REFUND_MINIMUM',
      () => books.setSetting('refundMin', { [player.member.currency]: player.worth(50) }),
      { result: false },
    ],
    [
      'REFUND_CONDITION',
      async () => {
        await player.call('GET', '/bonus/activate/DAILY10')
        return () => player.call('GET', '/bonus/clear')
      },
      { bonus: true },
    ],
  ]
  for (const [code, hinder, sign] of refusals) {
    await ask()
    const mend = await hinder()
    await expect.poll(check).toMatchObject(sign)
    await player.press(question, 'refund.receive')
    const words =
      code === 'REFUND_MINIMUM'
        ? player.says('errors.REFUND_MINIMUM-known', { min: named(player, '50') })
        : player.says(`errors.${code}`)
    await expect(words.first()).toBeVisible()
    await expect(sheet.getByRole('button', { name: player.words('refund.receive') })).toBeDisabled()
    if (code === 'REFUND_MINIMUM') {
      // It was counted: that there is none would be untrue.
      await expect(sheet).toContainText(
        player.words('refund.under-minimum', { amount: player.figure('50'), currency }),
      )
      await player.look('refund-under-minimum')
    }
    if (code === 'REFUND_CONDITION') {
      await expect(sheet).toContainText(player.words('refund.bonus-active'))
      await player.look('refund-bonus-active')
    }
    await mend()
    await expect.poll(check).toMatchObject({ result: true, bonus: false, refundAmount: player.worth(20) })
    await player.sleep()
    await player.wake()
    await expect(sheet.getByRole('button', { name: player.words('refund.receive') })).toBeEnabled()
  }

  // In the middle of receiving the phone loses the answer and the app starts anew.
  await ask()
  await expect(question).toContainText(player.words('refund.confirm-success', { percent: 150 }))
  await expect(question).toContainText(player.words('refund.confirm-fail', { percent: 10 }))
  await page.route('**/api/refund/receive', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await player.press(question, 'refund.receive')
  await expect(page.getByText(player.words('errors.unreachable')).first()).toContainText(
    player.words('refund.perhaps-received'),
  )
  await page.unroute('**/api/refund/receive')
  await page.reload()
  await player.button('refund.start').click()
  await expect(sheet).toContainText(player.words('refund.collected'))
  await expect(sheet.getByRole('button', { name: player.words('refund.receive') })).toBeDisabled()
  const row = sheet.getByRole('listitem').filter({ hasText: player.money('20.00') })
  await expect(row).toContainText(player.words('refund.not-added'))
  await player.look('refund-collected')
  // The other tab does not know it yet.
  await otherSheet.getByRole('button', { name: player.words('refund.receive') }).click()
  const otherQuestion = other.getByRole('dialog', {
    name: player.words('refund.receive-title'),
    exact: true,
  })
  await otherQuestion.getByRole('button', { name: player.words('refund.receive'), exact: true }).click()
  await expect(other.getByText(player.words('errors.NO_REFUND')).first()).toBeVisible()
  await other.close()

  await player.press(sheet, 'refund.add')
  const adding = player.sheet('refund.add-title')
  await adding.getByRole('button', { name: player.words('refund.add'), exact: true }).dblclick()
  await expect(
    player.says('refund.added', { amount: player.figure('20.00'), currency }).first(),
  ).toBeVisible()
  await expect(sheet).toContainText(player.words('refund.nothing'))
  await expect(row).toContainText(player.money('+20.00'))
  await expect(row).not.toContainText(player.words('refund.not-added'))
  await player.close(sheet)
  for (const round of ['at once', 'after a reload']) {
    await player.expectHome({ total: '620.00', wallet: '420.00', games: '200.00' })
    await page.reload()
    await expect(player.balanceCard, round).toBeVisible()
  }
  await player.goToStatement()
  const refunded: Row = { type: 'bonus', amount: '+20.00', from: 'SYSTEM', to: 'WALLET', status: 'success' }
  await player.expectStatement([
    refunded,
    { type: 'transfer', amount: '600.00', from: 'WALLET', to: 'Lotus Lantern', status: 'success' },
    { type: 'deposit', amount: '+1,000.00', from: 'BANK', to: 'WALLET', status: 'success' },
  ])
  await page.goto('/user/bonus')
  const active = page.getByRole('region', { name: player.words('bonus.active'), exact: true })
  await expect(active).toContainText(player.words('bonus.type-refund'))
  await expect(active).toContainText(
    player.words('bonus.goal', { amount: player.figure('930.00'), currency }),
  )
})
