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
