// The desk before a wide screen: who the customer is, what is kept for them, and what only admins see.
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { Agent } from './agent.ts'
import { violations } from './axe.ts'
import { picture } from './chat-files.ts'
import { Customer } from './customer.ts'
import { hold } from './held.ts'
import { test } from './whole.ts'
import { locales, wordsIn } from './words.ts'
import { newHello, Writer } from './writer.ts'

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
    await expect(about.getByText(/^As of \d\d:\d\d$/)).toBeVisible()
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
    await about.getByRole('textbox', { name: agent.words('customer.new-note') }).fill('Wants to know')
    await agent.choose('app.canned')
    await agent.button('canned.new').click()
    await agent.field('canned.name').fill('Where the slip is')
    await agent.field('canned.shortcut').fill('slip-place')
    await agent.page.getByRole('combobox', { name: agent.words('canned.message') }).selectOption('media')
    await agent.page.getByRole('main').locator('input[type=file]').setInputFiles(picture('slip-place.png'))
    await expect(agent.button('message.change-file')).toBeVisible()
    await agent.field('message.caption').fill('Tap the photo, {name}')
    await agent.button('canned.save').click()
    await agent.comeBackTo(place)
    await expect(about.getByRole('textbox', { name: agent.words('customer.new-note') })).toHaveValue(
      'Wants to know',
    )
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

  test('is shown once the page is loaded again, where the page is older than the server', async ({
    player,
    kapao,
    browser,
  }) => {
    const member = new Customer(player)
    await member.open()
    await member.write('Hello after a release')
    const agent = await Agent.arrive(browser, kapao)
    const aboutMember = '**/desk/conversations/*/member'
    await agent.page.route(aboutMember, (route) => route.fulfill({ json: { renamed: true } }))
    await agent.open('Hello after a release')
    const about = agent.page.getByRole('region', { name: agent.words('app.customer') })
    await expect(about.getByText(agent.words('app.outdated'))).toBeVisible()
    await agent.page.unroute(aboutMember)
    await agent.button('app.reload').click()
    await expect(about.getByText(player.member.phone)).toBeVisible()
    await agent.context.close()
  })

  test('has money and a bank that are called as in the wallet, in every language', async ({
    player,
    kapao,
    browser,
  }) => {
    const member = new Customer(player)
    await member.open()
    const hello = newHello()
    await member.write(hello)
    const bank = { th: 'ธนาคารกรุงไทย', la: 'ທະນາຄານກຸງໄທ', en: 'Krungthai Bank' }
    for (const locale of locales) {
      const agent = await Agent.arrive(browser, kapao, { locale })
      await agent.open(hello)
      const about = agent.page.getByRole('region', { name: agent.words('app.customer') })
      await expect(about.getByText(`500.00 ${wordsIn(locale)('app.currency-THB')}`).first()).toBeVisible()
      await expect(about.getByText(bank[locale], { exact: true })).toBeVisible()
      await agent.context.close()
    }
  })
})

test('a conversation opened just after a panel closed stays open, however late the browser is', async ({
  kapao,
  browser,
}) => {
  const [first, other] = [newHello(), newHello()]
  for (const hello of [first, other]) await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao)
  await agent.open(first)
  const panel = await agent.make('quick_replies')
  // A browser that has much to do steps back through its history when it comes to it.
  await agent.page.evaluate(() => {
    const go = history.go.bind(history)
    history.go = (entries) => {
      setTimeout(() => go(entries), 300)
      addEventListener('popstate', () => document.documentElement.setAttribute('data-stepped', ''))
    }
  })
  await panel.getByRole('button', { name: agent.words('app.close'), exact: true }).click()
  await agent.row(other).click()
  await agent.page.locator('html[data-stepped]').waitFor()
  await expect(agent.said).toContainText(other)
  await agent.write('To the other one')
  await expect(agent.said).toContainText('To the other one')
  await expect(agent.said).toContainText(other)
  await agent.context.close()
})

test.describe('a canned reply whose saving ends late', () => {
  const newTitle = () => `Reply ${randomUUID().slice(0, 8)}`
  const saved = (agent: Agent) => agent.page.getByText(agent.words('canned.saved'), { exact: true }).first()
  const inList = (agent: Agent, name: string) => agent.page.getByRole('main').getByRole('link', { name })

  test('leaves the agent in the conversation that they have gone to', async ({ kapao, browser }) => {
    const hello = newHello()
    await new Writer(kapao).write(hello)
    const agent = await Agent.arrive(browser, kapao)
    await agent.open(hello)
    const { place } = agent
    await agent.choose('app.canned')
    const letGo = await hold(agent.page, '**/api/desk/canned')
    await agent.button('canned.new').click()
    await agent.field('canned.name').fill(newTitle())
    await agent.field('message.text').fill('One moment, please')
    await agent.button('canned.save').click()
    await agent.comeBackTo(place)
    letGo()
    await expect(saved(agent)).toBeVisible()
    await agent.write('Still with you')
    await expect(agent.said.getByText('Still with you')).toBeVisible()
    expect(agent.place).toBe(place)
    await agent.context.close()
  })

  test('leaves the agent at the other reply that they have opened', async ({ kapao, browser }) => {
    const agent = await Agent.arrive(browser, kapao)
    const [first, other] = [newTitle(), newTitle()]
    const message = { message_type: 'text', payload: { text: 'One moment, please' } }
    for (const title of [first, other]) {
      const kept = await agent.page.request.post('/api/desk/canned', {
        headers: { 'x-requested-with': 'kapao' },
        data: { kind: 'reply', title, shortcut: '', language: '', message },
      })
      expect(kept.ok()).toBe(true)
    }
    await agent.choose('app.canned')
    await inList(agent, first).click()
    const name = agent.field('canned.name')
    await name.fill(`${first} again`)
    const letGo = await hold(agent.page, '**/api/desk/canned/*')
    await agent.button('canned.save').click()
    await agent.button('app.back').click()
    await inList(agent, other).click()
    await expect(name).toHaveValue(other)
    letGo()
    await expect(saved(agent)).toBeVisible()
    await name.fill(`${other} again`)
    await agent.button('canned.save').click()
    await expect(inList(agent, `${first} again`)).toBeVisible()
    await expect(inList(agent, `${other} again`)).toBeVisible()
    await agent.context.close()
  })
})

test('an agent whose log-out did not come through is told so and stays, until it does', async ({
  kapao,
  browser,
}) => {
  const agent = await Agent.arrive(browser, kapao)
  const logout = '**/api/desk/logout'
  await agent.page.route(logout, (route) => route.abort())
  await agent.choose('app.log-out')
  const told = agent.page.getByRole('alertdialog', { name: agent.words('app.still-in') })
  await expect(told).toContainText(agent.words('errors.no-network'))
  await agent.page.unroute(logout)
  await told.getByRole('button', { name: agent.words('app.try-again') }).click()
  await expect(agent.button('session.log-in')).toBeVisible()
  await agent.page.reload()
  await expect(agent.button('session.log-in')).toBeVisible()
  await agent.context.close()
})

test('how long a customer waits is told by the server’s clock, whatever the agent’s says', async ({
  kapao,
  browser,
}) => {
  const agent = await Agent.arrive(browser, kapao)
  await agent.page.addInitScript(() => {
    const told = Date.now
    Date.now = () => told() + 3_600_000
  })
  await agent.page.reload()
  await agent.inbox.waitFor()
  // Not before all that takes its time: it is now for a minute only.
  const hello = newHello()
  await new Writer(kapao).write(hello)
  await expect(agent.row(hello)).toContainText(
    agent.words('inbox.waits', { time: agent.words('app.wait-now') }),
  )
  await agent.context.close()
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
      .filter({ hasText: 'Nong Kapao' })
      .filter({ has: admin.page.getByText(/\bdemo\W*·/) }),
  ).toBeVisible()
  await admin.page.goto('/desk/audit')
  await expect(admin.page.getByText(admin.words('admin.action-logout')).last()).toBeVisible()
  await admin.page
    .getByRole('combobox', { name: admin.words('admin.action'), exact: true })
    .selectOption('staff-added')
  const role = `${admin.words('admin.detail-role')}: ${admin.words('app.role-admin')}`
  await expect(admin.page.getByText(role).first()).toBeVisible()
  await admin.context.close()
})
