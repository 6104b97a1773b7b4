// The desk before a wide screen: who the customer is, what is kept for them, and what only admins see.
import { expect } from '@playwright/test'
import { Agent } from './agent.ts'
import { violations } from './axe.ts'
import { picture } from './chat-files.ts'
import { Customer } from './customer.ts'
import { test } from './whole.ts'

test.describe('a member', () => {
  test.use({ purse: 500 })

  test('is known at the desk: balance, statement, notes, assignment, canned replies', async ({
    player,
    kapao,
    browser,
  }) => {
    const member = new Customer(player)
    await member.open()
    await member.write('Hello from a member')
    const agent = await Agent.arrive(browser, kapao)
    await agent.open('Hello from a member')
    const { place } = agent
    const about = agent.page.getByRole('region', { name: agent.words('app.customer') })
    await expect(about.getByText('500.00').first()).toBeVisible()
    await expect(about.getByText(player.member.phone)).toBeVisible()
    await expect(about.getByText(agent.words('customer.type-deposit'))).toBeVisible()

    await agent.button('customer.take').click()
    await expect(
      agent.page.getByRole('combobox', { name: agent.words('customer.assignee') }),
    ).not.toHaveValue('nobody')
    await agent.page.getByRole('textbox', { name: agent.words('customer.new-note') }).fill('Asked twice')
    await agent.button('customer.add-note').click()
    await expect(about.getByRole('listitem').filter({ hasText: 'Asked twice' })).toBeVisible()

    const field = agent.page.getByRole('textbox', { name: agent.words('thread.write') })
    await field.fill('/hello')
    await expect(agent.page.getByRole('option').first()).toBeVisible()
    await field.press('Enter')
    await expect(field).not.toHaveValue('/hello')
    await expect(field).not.toHaveValue(/\{name\}/)
    await field.press('Enter')
    await expect(member.messages).toHaveCount(2)
    await expect(member.log.getByText(player.words('chat.read'), { exact: true })).toBeVisible()

    expect(await violations(agent.page)).toEqual([])

    // A canned reply with a picture: made once, called by its shortcut, seen before it goes out.
    await agent.choose('app.canned')
    await agent.button('canned.new').click()
    await agent.field('canned.name').fill('Where the slip is')
    await agent.field('canned.shortcut').fill('slip-place')
    await agent.page.getByRole('combobox', { name: agent.words('canned.message') }).selectOption('media')
    await agent.page.getByRole('main').locator('input[type=file]').setInputFiles(picture('slip-place.png'))
    await expect(agent.button('message.change-file')).toBeVisible()
    await agent.field('message.caption').fill('Tap the photo, {name}')
    await agent.button('canned.save').click()
    await expect(agent.page.getByText(agent.words('canned.saved'), { exact: true }).first()).toBeVisible()
    await agent.comeBackTo(place)
    await field.fill('/slip-place')
    await expect(agent.page.getByRole('option').first()).toBeVisible()
    await field.press('Enter')
    const panel = agent.page.getByRole('dialog')
    const caption = `Tap the photo, ${player.member.name}`
    await expect(panel.getByText(caption).first()).toBeVisible()
    await agent.send(panel)
    const sent = member.message(caption)
    await expect(sent.getByRole('button').locator('img')).toBeVisible()
    await expect(sent.getByRole('button')).toHaveAccessibleName(caption)
    await agent.context.close()
  })
})

test('an agent is no admin, and an admin sees staff and what everybody did', async ({ kapao, browser }) => {
  const agent = await Agent.arrive(browser, kapao)
  await agent.page.goto('/desk/audit')
  await expect(agent.inbox).toBeVisible()
  await expect(agent.page).toHaveURL(/\/desk\/?$/)
  const refused = await agent.page.request.get('/api/desk/staff', {
    headers: { 'x-requested-with': 'kapao' },
  })
  expect(refused.status()).toBe(403)
  await agent.openMenu()
  await expect(agent.page.getByRole('menuitem', { name: agent.words('app.audit') })).toHaveCount(0)
  await agent.page.getByRole('menuitem', { name: agent.words('app.log-out') }).click()
  await expect(agent.button('session.log-in')).toBeVisible()
  await agent.context.close()

  const admin = await Agent.arrive(browser, kapao, { name: 'demo-admin' })
  await admin.choose('app.staff')
  // The inbox beside it names agents too.
  await expect(
    admin.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /Nong Kapao\s*demo\b/ }),
  ).toBeVisible()
  await admin.page.goto('/desk/audit')
  await expect(admin.page.getByText(admin.words('admin.action-logout')).last()).toBeVisible()
  await admin.context.close()
})
