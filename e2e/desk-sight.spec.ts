// What an agent has in sight of a conversation, and what they are told of the rest.
import { expect } from '@playwright/test'
import { Agent } from './agent.ts'
import { picture } from './chat-files.ts'
import { hold } from './held.ts'
import { test } from './whole.ts'
import { newHello, Writer } from './writer.ts'

test('what a customer says is told of where the agent’s files that go up hide it, and read once it is in sight', async ({
  kapao,
  browser,
}) => {
  const guest = new Writer(kapao)
  const hello = newHello()
  await guest.write(hello)
  const agent = await Agent.arrive(browser, kapao)
  const { page } = agent
  const said = (text: string) => agent.said.getByText(text, { exact: true })
  const unread = (text: string) =>
    agent.row(text).getByRole('img', { name: agent.words('inbox.unread', { count: 1 }) })
  await agent.open(hello)
  await expect(unread(hello)).toHaveCount(0)
  const letGo = await hold(page, '**/api/desk/upload')
  const files = ['a', 'b', 'c'].map((name) => picture(`${name}.png`, 300, 400))
  await page.getByTestId('attach').setInputFiles(files)
  await expect(agent.said.getByRole('progressbar')).toHaveCount(3)
  await expect(agent.said.getByRole('progressbar').last()).toBeInViewport()
  await page.clock.install()
  let isRead = false
  page.on('request', (request) => {
    isRead ||= request.url().endsWith('/read')
  })
  const answer = `${hello} has no money yet`
  await guest.write(answer)
  await expect(said(answer)).toBeAttached()
  await expect(said(answer)).not.toBeInViewport()
  await expect(agent.button('thread.new-messages')).toBeVisible()
  await page.clock.fastForward(10_000)
  await page.evaluate(async () => void (await (await fetch('/icon.svg')).text()))
  expect(isRead).toBe(false)
  await expect(unread(answer)).toHaveCount(1)
  await agent.button('thread.new-messages').click()
  await expect(said(answer)).toBeInViewport()
  await page.clock.fastForward(10_000)
  await expect(unread(answer)).toHaveCount(0)
  await expect(agent.button('thread.new-messages')).toHaveCount(0)

  // Further up, with what they said last in sight and what they say next below.
  letGo()
  await expect(agent.said.getByRole('progressbar')).toHaveCount(0)
  // The list hears of a scroll with the next picture: what came before that would take a reader of the newest back to it.
  await agent.said.evaluate((log) => {
    log.scrollTo(0, 0)
    log.dispatchEvent(new Event('scroll'))
  })
  await expect(said(answer)).toBeInViewport()
  await guest.write('Are you there')
  await expect(agent.button('thread.new-messages')).toBeVisible()
  await expect(said('Are you there')).not.toBeInViewport()
  await agent.button('thread.new-messages').click()
  await expect(said('Are you there')).toBeInViewport()
  await agent.context.close()
})

test('nothing is read where nobody has touched the desk for some minutes, until somebody does', async ({
  kapao,
  browser,
}) => {
  const guest = new Writer(kapao)
  const hello = newHello()
  await guest.write(hello)
  const agent = await Agent.arrive(browser, kapao)
  const { page } = agent
  await page.clock.install()
  await agent.open(hello)
  const unread = (text: string) =>
    agent.row(text).getByRole('img', { name: agent.words('inbox.unread', { count: 1 }) })
  await expect(unread(hello)).toHaveCount(0)
  await page.clock.fastForward(150_000)
  await guest.write('Is anybody there')
  await expect(agent.said.getByText('Is anybody there')).toBeInViewport()
  await page.clock.fastForward(10_000)
  await page.evaluate(async () => void (await (await fetch('/icon.svg')).text()))
  await expect(unread('Is anybody there')).toHaveCount(1)
  await page.mouse.move(600, 300)
  await page.mouse.move(640, 340)
  await expect(unread('Is anybody there')).toHaveCount(0)
  await agent.context.close()
})

test('a picture that did not come can be opened by itself, and is there when it was asked for again', async ({
  kapao,
  browser,
}) => {
  const hello = newHello()
  await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao)
  const { page } = agent
  await agent.open(hello)
  await agent.attach(picture())
  const shown = agent.said.locator('img')
  await expect(shown).toHaveAttribute('src', /^\/api\//)
  const address = `${await shown.getAttribute('src')}`
  await page.route(`**${address}`, (route) => route.abort(), { times: 1 })
  await page.reload()
  await expect(agent.said.getByText(agent.words('app.media-missing'))).toBeVisible()
  const opened = page.waitForEvent('popup')
  await agent.said.getByRole('link', { name: agent.words('app.open-file') }).click()
  await expect(await opened).toHaveURL(new RegExp(`${address}$`))
  await expect(shown).toBeVisible()
  await expect(agent.said.getByText(agent.words('app.media-missing'))).toHaveCount(0)
  await agent.context.close()
})

test('what a customer or a colleague says is read out as it comes, and nothing that was said before or by the agent', async ({
  kapao,
  browser,
}) => {
  const guest = new Writer(kapao)
  const hello = newHello()
  await guest.write(hello)
  const agent = await Agent.arrive(browser, kapao)
  const other = await Agent.arrive(browser, kapao, { name: 'demo-admin' })
  for (const one of [agent, other]) await one.open(hello)
  const { page } = agent
  const heard = page.getByRole('status').filter({ hasText: ': ' })
  const name = await page.getByRole('heading', { level: 2, name: /^Guest / }).innerText()
  await expect(agent.said).toHaveAttribute('aria-live', 'off')
  await expect(agent.said.getByText(hello)).toBeVisible()
  await expect(heard).toHaveCount(0)
  await agent.write('One moment')
  await expect(agent.said.getByText('One moment')).toBeVisible()
  await expect(heard).toHaveCount(0)
  await guest.write('I still wait')
  await expect(heard).toHaveText(`${name}: I still wait`)
  await other.write('I look at it')
  await expect(heard).toHaveText('Khun Kapao: I look at it')
  for (const one of [agent, other]) await one.context.close()
})
