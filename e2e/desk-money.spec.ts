// Where a customer's money is, as the desk tells it: slips that sent them to support, withdrawals on their way, games by their names.
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { Agent } from './agent.ts'
import { violations } from './axe.ts'
import { digits } from './builds.ts'
import { Customer } from './customer.ts'
import { accountToPay, call, walletOf } from './member.ts'
import { handIn } from './slip-files.ts'
import { test } from './whole.ts'
import { newHello } from './writer.ts'

test.use({ purse: 900, games: ['PG'] })

test('a slip that sent its player to support is seen at the desk, with its picture and the money that waits', async ({
  player,
  sandbox,
  kapao,
  browser,
}) => {
  const token = await player.token()
  const stranger = {
    bankCode: 'SCB',
    bankAccountNo: `9${digits(9)}`,
    bankAccountName: 'SOMEBODY ELSE',
  }
  const { transRef } = await sandbox.transfer(stranger, await accountToPay(kapao, token), 275.5)
  await sandbox.untilTold(transRef)
  await handIn(kapao, token, await sandbox.slip(transRef))
  const member = new Customer(player)
  await member.open()
  const hello = newHello()
  await member.write(hello)

  const agent = await Agent.arrive(browser, kapao, { name: 'demo-admin' })
  await agent.open(hello)
  const about = agent.page.getByRole('region', { name: agent.words('app.customer') })
  const slip = about.getByRole('listitem').filter({ hasText: transRef })
  await expect(async () => {
    await agent.button('customer.refresh').click()
    await expect(slip).toContainText(agent.words('customer.slip-NOT_MATCH'), { timeout: 2_000 })
  }).toPass()
  await expect(slip).toContainText(agent.words('customer.slip-waits', { deposit: '' }).trim())
  await expect(slip).toContainText('275.50')
  await expect(slip).toContainText('Siam Commercial Bank')
  expect(await violations(agent.page)).toEqual([])
  await slip.getByRole('button', { name: agent.words('customer.slip-picture') }).click()
  const picture = agent.page.getByRole('dialog').locator('img')
  await expect
    .poll(() => picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
    .toBeGreaterThan(100)
  await agent.page.keyboard.press('Escape')
  await agent.page.goto('/desk/audit')
  await expect(agent.page.getByText(agent.words('admin.action-slip-seen')).last()).toBeVisible()
  await agent.context.close()
})

test('a withdrawal is told at the desk as far as its player sees it, and a game by its name', async ({
  player,
  sandbox,
  kapao,
  browser,
}) => {
  const token = await player.token()
  const money = (path: string, body: object) => call(kapao, 'POST', path, { token, key: randomUUID(), body })
  await money('/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 100 })
  const { slots } = await walletOf(kapao, { ...player.member, token })
  const game = slots.find(({ code }) => code === 'PG')?.name ?? ''
  const member = new Customer(player)
  await member.open()
  const hello = newHello()
  await member.write(hello)
  const agent = await Agent.arrive(browser, kapao)

  await agent.open(hello)
  await expect(agent.button('customer.refresh')).toBeVisible()
  // It is paid after ten seconds all the same: the desk is there before, and looks once it is sent.
  await sandbox.setFault('bank', 'payout-timeout')
  await money('/wallet/withdraw', { amount: 300 })
  const newest = { token, body: { page: 1, limit: 1 } }
  await expect
    .poll(() => call(kapao, 'POST', '/statement', newest))
    .toMatchObject({ statements: [{ payout: { sentAt: expect.any(String) } }] })
  await agent.button('customer.refresh').click()
  const rows = agent.page.getByRole('region', { name: agent.words('app.customer') }).getByRole('listitem')
  const withdrawal = rows.filter({ hasText: agent.words('customer.type-withdraw') })
  await expect(withdrawal).toContainText(agent.words('customer.step-sent', { time: '' }).trim())
  await expect(withdrawal).toContainText(agent.words('customer.step-at-bank'))
  await expect(rows.filter({ hasText: `→ ${game}` })).toHaveCount(1)
  await agent.context.close()
})

test('account numbers are told at the desk in the groups of their banks, and former ones with their banks’ names', async ({
  player,
  kapao,
  browser,
}) => {
  const { name, bankAccountName, bankAccountNo: before } = player.member
  const now = `7${digits(9)}`
  const account = { name, bankCode: 'SCB', bankAccountName, bankAccountNo: now }
  await call(kapao, 'PUT', '/account/profile', { token: await player.token(), body: account })
  const member = new Customer(player)
  await member.open()
  const hello = newHello()
  await member.write(hello)
  const agent = await Agent.arrive(browser, kapao)
  await agent.open(hello)
  const shown = agent.page.getByRole('region', { name: agent.words('app.customer') }).getByRole('definition')
  for (const number of [now, before]) {
    const [, ...groups] = /^(...)(.)(.{5})(.)$/.exec(number) ?? []
    await expect(shown.filter({ hasText: number }).locator('[data-sign]')).toHaveText(groups)
  }
  await expect(shown.filter({ hasText: before })).toContainText('Krungthai Bank')
  await agent.context.close()
})

test('a balance that could not be asked for again says so, and stays', async ({ player, kapao, browser }) => {
  const member = new Customer(player)
  await member.open()
  const hello = newHello()
  await member.write(hello)
  const agent = await Agent.arrive(browser, kapao)
  await agent.open(hello)
  await expect(agent.button('customer.refresh')).toBeVisible()
  await agent.page.route('**/api/desk/conversations/*/member', (route) =>
    route.fulfill({ status: 500, json: { message: 'INTERNAL_SERVER_ERROR' } }),
  )
  await agent.button('customer.refresh').click()
  await expect(agent.page.getByText(agent.words('errors.INTERNAL_SERVER_ERROR')).first()).toBeVisible()
  await expect(agent.page.getByText('900.00').first()).toBeVisible()
  await agent.context.close()
})
