// The desk in one hand: everything that is done before a wide screen is done on a phone, and every page of it is for everybody.
import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { Agent } from './agent.ts'
import { themeOf, violations } from './axe.ts'
import { axeFinds, cutWords } from './scenes/judge.ts'
import { settle } from './scenes/scene.ts'
import { day, isWhole } from './turns.ts'
import { test } from './whole.ts'
import { type Locale, locales } from './words.ts'
import { newHello, Writer } from './writer.ts'

const phone = { width: 360, height: 740 }
/** What is tried besides a phone as it comes: in each language something else. */
const alsoSeen = {
  th: [{ name: 'on the smallest phone', size: { width: 320, height: 568 } }],
  la: [{ name: 'at 200 % zoom', size: { width: 640, height: 400 } }],
  en: [
    { name: 'on a phone that lies', size: { width: 740, height: 360 } },
    { name: 'before a wide screen', size: { width: 1280, height: 800 } },
  ],
} as const satisfies Record<Locale, unknown>

/** Lists show the beginning of what was written, and say so by three dots. */
async function cuts(page: Page): Promise<string[]> {
  return (await cutWords(page)).filter((cut) => !cut.endsWith('is shortened'))
}

/** A language a day, for the same reason as the scenes. */
const isTurnOf = (locale: Locale) => isWhole || day % locales.length === locales.indexOf(locale)

for (const locale of locales.filter(isTurnOf)) {
  test(`the whole desk is in one hand, in ${locale}`, async ({ kapao, browser }) => {
    test.setTimeout(1_800_000)
    const guest = new Writer(kapao)
    const hello = `สวัสดี ${randomUUID().slice(0, 8)}`
    await guest.write(hello)
    const arrival = { name: 'demo-admin', locale, phone: true, dark: themeOf[locale] === 'dark' } as const
    const agent = await Agent.arrive(browser, kapao, arrival)
    const { page } = agent
    const found: string[] = []
    const folder = process.env.KAPAO_E2E_PICTURES
    /** What a machine finds wrong with it; a picture for people. */
    async function look(name: string) {
      found.push(...(await violations(page)), ...(await cuts(page)).map((cut) => `${name}: ${cut}`))
      for (const also of alsoSeen[locale]) {
        await page.setViewportSize(also.size)
        await settle(page)
        const there = [...(await cuts(page)), ...(await axeFinds(page))]
        found.push(...there.map((one) => `${name} ${also.name}: ${one}`))
        if (folder) await page.screenshot({ path: `${folder}/desk-${locale}-${name} ${also.name}.png` })
      }
      await page.setViewportSize(phone)
      if (folder) await page.screenshot({ path: `${folder}/desk-${locale}-${name}.png` })
    }
    await look('inbox')
    const filters = page.getByRole('group', { name: agent.words('inbox.filter') })
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      const hidden = await filters.evaluate((box) => box.scrollWidth - box.clientWidth)
      if (hidden > 0) found.push(`${hidden} px of the filters are to be scrolled to at ${width} px`)
    }
    await page.setViewportSize(phone)

    await agent.open(hello)
    await expect(agent.inbox).toBeHidden()
    await agent.write('Let me look')
    await agent.field('thread.write').fill('/')
    await expect(page.getByRole('option').first()).toBeVisible()
    await look('picker')
    await page.getByRole('option').first().click()
    await expect(agent.field('thread.write')).not.toHaveValue(/^\/?$/)
    await agent.button('thread.send').click()
    await expect.poll(async () => (await guest.heard()).length).toBe(2)
    const panel = await agent.make('quick_replies')
    await panel.getByRole('textbox', { name: agent.words('message.text') }).fill('Which?')
    await panel.getByRole('textbox', { name: agent.words('message.reply', { number: 1 }) }).fill('SCB')
    await look('template')
    await agent.send(panel)
    await expect.poll(async () => (await guest.heard()).at(-1)?.message.message_type).toBe('quick_replies')
    await look('thread')

    await agent.button('thread.about-customer').click()
    await expect(agent.said).toBeHidden()
    const whose = page.getByRole('combobox', { name: agent.words('customer.assignee') })
    // Whoever answers first is in charge.
    await expect(whose).toHaveValue(/^(?!nobody)/)
    await whose.selectOption('nobody')
    await agent.button('customer.give').click()
    await agent.button('customer.take').click()
    await expect(whose).toHaveValue(/^(?!nobody)/)
    await agent.field('customer.new-note').fill('Asked twice')
    await agent.button('customer.add-note').click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Asked twice' })).toBeVisible()
    await look('customer')
    await agent.button('customer.end').click()
    await look('ending')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: agent.words('app.cancel') })
      .click()
    await agent.end()
    await agent.button('app.back').click()
    await expect(agent.said.getByText(agent.words('thread.ended-here'))).toBeVisible()
    await page.goBack()
    await expect(agent.inbox).toBeVisible()

    for (const [key, ready] of [
      ['app.canned', 'canned.new'],
      ['app.staff', 'admin.staff-how'],
      ['app.audit', 'admin.action-conversation-ended'],
      ['app.password', 'admin.change-password'],
    ] as const) {
      await agent.choose(key)
      await expect(page.getByRole('main').getByText(agent.words(ready)).last()).toBeVisible()
      await look(key)
      if (key === 'app.canned') {
        await agent.button('canned.new').click()
        await agent.button('canned.save').click()
        await expect(page.getByText(agent.words('canned.name-missing'))).toBeVisible()
        await look('canned-form')
        await page.goBack()
      }
      await page.goBack()
      await expect(agent.inbox).toBeVisible()
    }
    await agent.choose('app.log-out')
    await expect(agent.button('session.log-in')).toBeVisible()
    await look('login')
    expect(found).toEqual([])
    await agent.context.close()
  })
}

test('what is said while the customer alone is on the screen waits to be read', async ({
  kapao,
  browser,
}) => {
  const guest = new Writer(kapao)
  const hello = newHello()
  await guest.write(hello)
  const agent = await Agent.arrive(browser, kapao, { phone: true })
  const { page } = agent
  const isRead = () => page.waitForRequest('**/api/desk/conversations/*/read')
  const first = isRead()
  await agent.open(hello)
  expect((await first).postDataJSON()).toEqual({ seq: 1 })
  await agent.button('thread.about-customer').click()
  await expect(agent.said).toBeHidden()
  let wasRead = false
  page.on('request', (request) => {
    wasRead ||= request.url().endsWith('/read')
  })
  await page.clock.install()
  await guest.write('I still have no money')
  await expect(
    page.getByRole('log', { includeHidden: true }).getByText('I still have no money'),
  ).toBeAttached()
  await page.clock.fastForward(10_000)
  await expect(agent.button('customer.end')).toBeVisible()
  expect(wasRead).toBe(false)
  const second = isRead()
  await agent.button('app.back').click()
  await expect(agent.said).toContainText('I still have no money')
  await page.clock.fastForward(10_000)
  expect((await second).postDataJSON()).toEqual({ seq: 2 })
  await agent.context.close()
})

test('what is written and sent lies above a keyboard that lies over the page', async ({ kapao, browser }) => {
  const hello = newHello()
  await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao, { phone: true })
  const { page } = agent
  await agent.open(hello)
  const keyboardTop = await page.evaluate(() => {
    const height = innerHeight - 300
    Object.defineProperty(visualViewport, 'height', { value: height })
    visualViewport?.dispatchEvent(new Event('resize'))
    return height
  })
  const lowest = async (button: Locator) => {
    const box = await button.boundingBox()
    return box === null ? null : box.y + box.height
  }
  await expect.poll(() => lowest(agent.button('thread.send'))).toBeLessThanOrEqual(keyboardTop)
  const panel = await agent.make('quick_replies')
  const send = panel.getByRole('button', { name: agent.words('thread.send'), exact: true })
  await expect.poll(() => lowest(send)).toBeLessThanOrEqual(keyboardTop)
  await agent.context.close()
})

test('the beginning of a Lao text stands on a line for Lao, whatever it is called and whoever reads it', async ({
  kapao,
  browser,
}) => {
  const text = 'ຊື້ ກຸ້ງ ນ້ຳ ຕື່ມ'
  const title = `Reply ${randomUUID().slice(0, 8)}`
  const hello = newHello()
  await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao, { phone: true })
  const { page } = agent
  const keep = (kind: string, message: object) =>
    page.request.post('/api/desk/canned', {
      headers: { 'x-requested-with': 'kapao' },
      data: { kind, title: `${title} ${kind}`, shortcut: '', language: '', message },
    })
  await keep('reply', { message_type: 'text', payload: { text } })
  const replies = [{ title: 'OK', type: 'postback', payload: 'ok' }]
  await keep('template', { message_type: 'quick_replies', payload: { text, quick_replies: replies } })
  const isLao = (within: Locator) =>
    expect(within.getByText(text, { exact: true })).toHaveAttribute('lang', 'lo')
  await page.goto('/desk/canned')
  await isLao(page.getByRole('link', { name: `${title} reply` }))
  await page.goto('/desk/')
  await agent.open(hello)
  await agent.field('thread.write').fill(`/${title.slice(6)}`)
  await isLao(page.getByRole('option', { name: `${title} reply` }))
  await agent.field('thread.write').fill('')
  await agent.button('thread.template').click()
  await isLao(page.getByRole('dialog').getByRole('button', { name: `${title} template` }))
  await agent.context.close()
})
