// Both ends of the chat at once: a customer on a phone, an agent at the desk.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator } from '@playwright/test'
import { PNG } from 'pngjs'
import { Agent } from './agent.ts'
import type { Player } from './player.ts'
import { test } from './whole.ts'

const picture = (name: string) => {
  const image = new PNG({ width: 320, height: 200 })
  image.data.fill(200)
  return { name, mimeType: 'image/png', buffer: PNG.sync.write(image) }
}

/** A film as far as a server can tell: its brand, its table of contents, its frames. */
function film() {
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(content.length + 8, 0)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, content])
  }
  const brand = Buffer.concat([Buffer.from('isom', 'latin1'), Buffer.alloc(4), Buffer.from('isom', 'latin1')])
  const boxes = [
    box('ftyp', brand),
    box('moov', box('mvhd', Buffer.alloc(100))),
    box('mdat', Buffer.alloc(999)),
  ]
  return { name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.concat(boxes) }
}

class Customer {
  readonly player: Player
  readonly chat: Locator
  constructor(player: Player) {
    this.player = player
    this.chat = player.page.getByRole('dialog', { name: player.words('chat.title') })
  }

  async open(path: string): Promise<void> {
    await this.player.page.goto(path)
    await this.player.button('contact.open-own-chat').click()
    await expect(this.chat.getByRole('textbox')).toBeVisible()
  }

  async write(text: string): Promise<void> {
    await this.chat.getByRole('textbox').fill(text)
    await this.chat.getByRole('button', { name: this.player.words('chat.send'), exact: true }).click()
  }

  get said(): Locator {
    return this.chat.getByRole('log')
  }
}

function unreadIn(title: string): number {
  return Number(/^\((\d+)\)/.exec(title)?.[1] ?? 0)
}

test('a guest and an agent say everything that can be said, through drops and a restart', async ({
  visitor,
  kapao,
  browser,
}) => {
  // It starts the whole of Kapao a second time.
  test.setTimeout(180_000)
  await visitor.setLanguage()
  const guest = new Customer(visitor)
  await guest.open('/contact')
  await guest.write('Where is my money?')
  const agent = await Agent.arrive(browser, kapao)
  // Other journeys may have left messages of theirs unread.
  await expect(agent.page).toHaveTitle(/^\(\d+\)/)
  const unread = unreadIn(await agent.page.title())
  await agent.open('Where is my money?')
  await expect.poll(async () => unreadIn(await agent.page.title())).toBe(unread - 1)

  await test.step('text, with links that lead to the web alone', async () => {
    await agent.write('Let me look: https://kapao.example/help and javascript:alert(1)')
    await expect(guest.said).toContainText('Let me look')
    await expect(guest.said.getByRole('link')).toHaveText(['https://kapao.example/help'])
    await expect(agent.said.getByText(agent.words('thread.read'))).toBeVisible()
  })

  await test.step('quick replies, gone once one was used', async () => {
    const panel = await agent.make('quick_replies')
    await panel.getByRole('textbox', { name: agent.words('message.text') }).fill('Which bank?')
    await panel.getByRole('textbox', { name: agent.words('message.reply', { number: 1 }) }).fill('SCB')
    await panel.getByRole('button', { name: agent.words('thread.send'), exact: true }).click()
    await guest.said.getByRole('button', { name: 'SCB' }).click()
    await expect(guest.said.getByRole('button', { name: 'SCB' })).toHaveCount(0)
    await expect(agent.said.getByText('SCB').last()).toBeVisible()
  })

  await test.step('buttons', async () => {
    const panel = await agent.make('buttons')
    await panel.getByRole('textbox', { name: agent.words('message.text') }).fill('Please call us')
    await panel.getByRole('textbox', { name: agent.words('message.button-title') }).fill('Website')
    await panel.getByRole('textbox', { name: agent.words('message.payload-web') }).fill('javascript:alert(1)')
    await panel.getByRole('button', { name: agent.words('thread.send'), exact: true }).click()
    await expect(panel.getByText(agent.words('message.problem-button-web'))).toBeVisible()
    await panel
      .getByRole('textbox', { name: agent.words('message.payload-web') })
      .fill('https://kapao.example/')
    await panel.getByRole('button', { name: agent.words('thread.send'), exact: true }).click()
    await expect(guest.said.getByRole('link', { name: 'Website' })).toHaveAttribute(
      'href',
      'https://kapao.example/',
    )
  })

  await test.step('cards', async () => {
    const panel = await agent.make('generic')
    await panel.getByRole('textbox', { name: agent.words('message.card-title') }).fill('How to deposit')
    await panel.locator('input[type=file]').setInputFiles(picture('card.png'))
    await expect(panel.getByRole('button', { name: agent.words('message.change-file') })).toBeVisible()
    await panel.getByRole('button', { name: agent.words('thread.send'), exact: true }).click()
    await expect(guest.said.getByText('How to deposit')).toBeVisible()
  })

  await test.step('pictures and films both ways', async () => {
    await agent.attach(picture('answer.png'))
    await expect(guest.said.getByRole('button', { name: visitor.words('chat.open-picture') })).toBeVisible()
    await guest.chat.locator('input[type=file]').setInputFiles(picture('slip.png'))
    const open = agent.said.getByRole('button', { name: agent.words('app.media-image') })
    await expect(open).toHaveCount(2)
    await open.last().click()
    await expect(agent.page.getByRole('dialog').getByRole('img')).toBeVisible()
    await agent.page.keyboard.press('Escape')
    const fetched = agent.page.waitForResponse((response) => response.request().resourceType() === 'media')
    await guest.chat.locator('input[type=file]').setInputFiles(film())
    expect((await fetched).headers()['content-type']).toBe('video/mp4')
  })

  await test.step('what is said while one end is away is there once, in order', async () => {
    await agent.context.setOffline(true)
    await guest.write('first')
    await guest.write('second')
    await agent.write('written without a line')
    await expect(agent.said.getByText(agent.words('thread.queued'))).toBeVisible()
    await agent.context.setOffline(false)
    for (const text of ['first', 'second'])
      await expect(agent.said.getByText(text, { exact: true })).toHaveCount(1)
    await expect(guest.said.getByText('written without a line')).toHaveCount(1)
  })

  await test.step('a restart of the server loses nothing', async () => {
    await kapao.restart()
    await agent.write('after the restart')
    await guest.write('and me')
    await expect(guest.said.getByText('after the restart')).toHaveCount(1, { timeout: 20_000 })
    await expect(agent.said.getByText('and me', { exact: true })).toHaveCount(1, { timeout: 20_000 })
    await agent.page.reload()
    await expect(agent.said.getByText('after the restart')).toHaveCount(1)
    await expect(agent.said.getByText('and me', { exact: true })).toHaveCount(1)
  })

  await test.step('an ended conversation says so at both ends', async () => {
    await agent.button('customer.end').click()
    await agent.page
      .getByRole('alertdialog')
      .getByRole('button', { name: agent.words('customer.end'), exact: true })
      .click()
    await expect(agent.page.getByText(agent.words('customer.is-ended'))).toBeVisible()
    await guest.write('one more thing')
    await expect(guest.said.getByText(visitor.words('chat.ended'))).toBeVisible()
    await expect(agent.said.getByText(agent.words('thread.ended-here'))).toBeVisible()
    await expect(agent.button('customer.end')).toBeVisible()
  })
  await agent.context.close()
})

test.describe('a member', () => {
  test.use({ purse: 500 })

  test('is known at the desk: balance, statement, notes, assignment, canned replies', async ({
    player,
    kapao,
    browser,
  }) => {
    const member = new Customer(player)
    await member.open('/user/contact')
    await member.write('Hello from a member')
    const agent = await Agent.arrive(browser, kapao)
    await agent.open('Hello from a member')
    const about = agent.page.getByRole('complementary')
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
    await expect(member.said.getByRole('article')).toHaveCount(2)
    await expect(member.said.getByText(player.words('chat.read'), { exact: true })).toBeVisible()

    const axe = await new AxeBuilder({ page: agent.page }).setLegacyMode().analyze()
    expect(axe.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target}`)).toEqual([])
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
  await agent.page.getByRole('button', { name: /Nong Kapao/ }).click()
  await expect(agent.page.getByRole('menuitem', { name: agent.words('app.audit') })).toHaveCount(0)
  await agent.page.getByRole('menuitem', { name: agent.words('app.log-out') }).click()
  await expect(agent.button('session.log-in')).toBeVisible()
  await agent.context.close()

  const admin = await Agent.arrive(browser, kapao, 'demo-admin')
  await admin.page.getByRole('button', { name: /Khun Kapao/ }).click()
  await admin.page.getByRole('menuitem', { name: admin.words('app.staff') }).click()
  // The inbox beside it names agents too.
  await expect(
    admin.page.getByRole('main').getByRole('listitem').filter({ hasText: 'Nong Kapao' }),
  ).toBeVisible()
  await admin.page.goto('/desk/audit')
  await expect(admin.page.getByText(admin.words('admin.action-logout')).last()).toBeVisible()
  await admin.context.close()
})
