// What an agent fills in beside a conversation or among the canned replies, and what becomes of it.
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { Agent } from './agent.ts'
import { picture } from './chat-files.ts'
import { hold } from './held.ts'
import { test } from './whole.ts'
import { newHello, Writer } from './writer.ts'

test('a file that is on its way when what it was for is discarded does not come back as something unsaved', async ({
  kapao,
  browser,
}) => {
  const agent = await Agent.arrive(browser, kapao)
  const main = agent.page.getByRole('main')
  const title = `Picture ${randomUUID().slice(0, 8)}`
  await agent.choose('app.canned')
  await agent.button('canned.new').click()
  await agent.field('canned.name').fill(title)
  await agent.page.getByRole('combobox', { name: agent.words('canned.message') }).selectOption('media')
  await main.locator('input[type=file]').setInputFiles(picture())
  await expect(agent.button('message.change-file')).toBeVisible()
  await agent.button('canned.save').click()
  await main.getByRole('link', { name: title }).click()
  await agent.field('message.caption').fill('Tap the photo')
  const unsaved = agent.page.getByText(agent.words('canned.unsaved'))
  await expect(unsaved).toBeVisible()
  const letGo = await hold(agent.page, '**/api/desk/upload')
  await main.locator('input[type=file]').setInputFiles(picture())
  await expect(main.getByRole('progressbar')).toBeVisible()
  await agent.button('canned.discard').click()
  await expect(unsaved).toHaveCount(0)
  const come = agent.page.waitForResponse('**/api/desk/upload')
  letGo()
  await (await come).finished()
  // What the page does with it is done before this.
  await agent.page.evaluate(async () => void (await (await fetch('/icon.svg')).text()))
  await expect(unsaved).toHaveCount(0)
  await agent.context.close()
})

test('what is sent beside a conversation waits for the picture that is on its way into it', async ({
  kapao,
  browser,
}) => {
  const hello = newHello()
  const guest = new Writer(kapao)
  await guest.write(hello)
  const agent = await Agent.arrive(browser, kapao)
  await agent.open(hello)
  const panel = await agent.make('generic')
  await panel.getByRole('textbox', { name: agent.words('message.card-title') }).fill('Our game')
  const letGo = await hold(agent.page, '**/api/desk/upload')
  await panel.locator('input[type=file]').setInputFiles(picture())
  const send = panel.getByRole('button', { name: agent.words('thread.send'), exact: true })
  await expect(send).toHaveAttribute('aria-busy', 'true')
  // As a keyboard does it: no finger is let near a button that is busy.
  await send.dispatchEvent('click')
  await expect(panel).toBeVisible()
  expect(await guest.heard()).toEqual([])
  letGo()
  await expect(send).not.toHaveAttribute('aria-busy', 'true')
  await agent.send(panel)
  await expect(panel).toHaveCount(0)
  const cards = async () => JSON.stringify((await guest.heard()).map(({ message }) => message.payload))
  await expect.poll(cards).toContain('chat.')
  await agent.context.close()
})

test('what is being written outlives the end of its agent’s session, and no log-out of theirs', async ({
  kapao,
  browser,
}) => {
  const hello = newHello()
  await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao)
  const { page } = agent
  await agent.open(hello)
  const { place } = agent
  const [message, note] = [agent.field('thread.write'), agent.field('customer.new-note')]
  await message.fill('It comes')
  await note.fill('Calls back')
  await page.request.post('/api/desk/logout', { headers: { 'x-requested-with': 'kapao' } })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(agent.button('session.log-in')).toBeVisible()
  await agent.logIn('demo')
  await agent.comeBackTo(place)
  await expect(message).toHaveValue('It comes')
  await expect(note).toHaveValue('Calls back')
  await agent.choose('app.log-out')
  await agent.logIn('demo')
  await agent.comeBackTo(place)
  await expect(message).toHaveValue('')
  await expect(note).toHaveValue('')
  await agent.context.close()
})

test('a message with buttons that was begun is found again until it is sent or removed', async ({
  kapao,
  browser,
}) => {
  const [hello, other] = [newHello(), newHello()]
  const guest = new Writer(kapao)
  await guest.write(hello)
  await new Writer(kapao).write(other)
  const agent = await Agent.arrive(browser, kapao)
  const { page } = agent
  await agent.open(hello)
  const { place } = agent
  const panel = await agent.make('generic')
  const title = panel.getByRole('textbox', { name: agent.words('message.card-title') })
  // What is only looked at is not kept.
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await agent.make('generic')
  await title.fill('Our game')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await agent.open(other)
  await agent.button('thread.template').click()
  await expect(panel.getByText(agent.words('thread.new-message'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await agent.comeBackTo(place)
  await agent.button('thread.template').click()
  await expect(title).toHaveValue('Our game')
  await agent.send(panel)
  await expect(panel).toHaveCount(0)
  await expect.poll(async () => (await guest.heard()).length).toBe(1)
  await agent.make('generic')
  await title.fill('Another')
  await panel.getByRole('button', { name: agent.words('thread.remove'), exact: true }).click()
  await expect(panel.getByText(agent.words('thread.new-message'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await agent.make('generic')
  await expect(title).toHaveValue('')
  await agent.context.close()
})
