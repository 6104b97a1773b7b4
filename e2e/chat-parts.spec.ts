// The chat comes in parts. What is missing of it takes neither the page nor the conversation with it, and is tried again.
import { expect, type Page } from '@playwright/test'
import { picture } from './chat-files.ts'
import { arriveAsGuest } from './customer.ts'
import { dropLongWaits } from './scenes/steps.ts'
import { Support } from './support.ts'
import { test } from './whole.ts'
import { withhold } from './withheld.ts'

/** A page that is loaded anew, as one is whose other files are missing, forgets it. */
async function mark(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Reflect.set(window, 'isMarked', true))
  return () => page.evaluate(() => Reflect.get(window, 'isMarked') === true)
}

test('without the code of the socket it goes on by requests, and says so, until that comes', async ({
  visitor,
  kapao,
}) => {
  const agent = await Support.logIn(kapao)
  const customer = await arriveAsGuest(visitor)
  const isSame = await mark(visitor.page)
  const letThrough = await withhold(visitor.page, 'socket-client')
  await customer.open()
  await expect(customer.sheet.getByText(visitor.words('chat.offline'))).toBeVisible()
  await customer.write('by requests alone')
  const id = await agent.conversationWith('by requests alone')
  await expect(customer.message('by requests alone')).toContainText(visitor.words('chat.sent'))
  await agent.write(id, 'we hear you')
  await expect(customer.message('we hear you')).toBeVisible()
  await letThrough()
  await expect(customer.sheet.getByText(visitor.words('chat.online'))).toBeVisible()
  await agent.write(id, 'and now at once')
  await expect(customer.message('and now at once')).toBeVisible()
  await expect(customer.messages).toHaveCount(3)
  expect(await isSame()).toBe(true)
})

test('without what draws a conversation it says that this did not load, and what is written meanwhile stays', async ({
  visitor,
  kapao,
}) => {
  const agent = await Support.logIn(kapao)
  const customer = await arriveAsGuest(visitor)
  const isSame = await mark(visitor.page)
  const letThrough = await withhold(visitor.page, 'message-list')
  // Every few seconds it is tried again by itself, too.
  await visitor.page.evaluate(dropLongWaits)
  await customer.open()
  await expect(customer.sheet.getByText(visitor.words('chat.failed-title'))).toBeVisible()
  await customer.write('not to be seen yet')
  const id = await agent.conversationWith('not to be seen yet')
  await agent.write(id, 'nor this')
  await customer.field.fill('half a word')
  await letThrough()
  await visitor.press(customer.sheet, 'app.try-again')
  await expect(customer.message('not to be seen yet')).toBeVisible()
  await expect(customer.message('nor this')).toBeVisible()
  await expect(customer.field).toHaveValue('half a word')
  expect(await isSame()).toBe(true)
})

test('without what takes files it says so, and takes the next one', async ({ visitor, kapao }) => {
  const agent = await Support.logIn(kapao)
  const customer = await arriveAsGuest(visitor)
  const isSame = await mark(visitor.page)
  const letThrough = await withhold(visitor.page, 'uploads')
  await customer.open()
  await customer.attach(picture())
  await expect(customer.sheet.getByRole('region').getByRole('alert').first()).toContainText(
    visitor.words('errors.unreachable'),
  )
  await letThrough()
  await customer.attach(picture())
  await expect(customer.messages).toContainText([visitor.words('chat.sent')])
  await customer.write('there it is')
  await agent.conversationWith('there it is')
  await expect(customer.messages).toHaveCount(2)
  expect(await isSame()).toBe(true)
})
