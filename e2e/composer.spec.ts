// The field in which a message is written is as high as the message, on either side, also when it becomes wider or narrower.
import { expect, type Locator } from '@playwright/test'
import { Agent } from './agent.ts'
import { arriveAsGuest, Customer } from './customer.ts'
import { join, newcomer } from './member.ts'
import { Player } from './player.ts'
import { test } from './whole.ts'
import { newHello, Writer } from './writer.ts'

const text = 'A text of one line or two when the phone lies, of more when it stands.'
const standing = { width: 360, height: 740 }
const lying = { width: 740, height: 360 }

const heightOf = (field: Locator) => field.evaluate((element) => element.getBoundingClientRect().height)
const outOfSight = (field: Locator) =>
  field.evaluate((element) => element.scrollHeight - element.clientHeight)

/** How far it could still be scrolled down. */
const below = (box: Locator) =>
  box.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)

/** From a phone that lies to one that stands and back. */
async function turn(field: Locator): Promise<void> {
  const page = field.page()
  await page.setViewportSize(lying)
  await field.fill(text)
  const whenLying = await heightOf(field)
  expect(await outOfSight(field)).toBe(0)
  await page.setViewportSize(standing)
  await expect.poll(() => heightOf(field)).toBeGreaterThan(whenLying)
  expect(await outOfSight(field)).toBe(0)
  await page.setViewportSize(lying)
  await expect.poll(() => heightOf(field)).toBe(whenLying)
}

test('a customer sees all lines of a message however the phone is held', async ({ visitor }) => {
  const customer = await arriveAsGuest(visitor)
  await customer.open()
  await turn(customer.field)
})

test('a customer who writes a long message sees the line that is written and the newest message above it', async ({
  visitor,
}) => {
  const customer = await arriveAsGuest(visitor)
  await visitor.page.setViewportSize({ width: 360, height: 500 })
  await customer.open()
  for (const hello of ['one', 'two', 'three', 'four', 'five']) await customer.write(hello)
  for (let line = 1; line <= 7; line += 1) {
    await customer.field.pressSequentially('words')
    await customer.field.press('Shift+Enter')
    await expect.poll(() => below(customer.log)).toBeLessThan(1)
    expect(await below(customer.field)).toBeLessThan(1)
  }
  await customer.field.fill('')
  // No hand empties a field and fills it again within one frame; the list hears of its new room with the next.
  await visitor.page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
  // As a page puts text in, of which the browser does not bring the caret into sight.
  await customer.field.evaluate((_, text) => document.execCommand('insertText', false, text), text.repeat(9))
  await expect.poll(() => below(customer.log)).toBeLessThan(1)
  expect(await below(customer.field)).toBeLessThan(1)
})

test('who wants no movement reads the newest message also after turning the phone with a long draft', async ({
  visitor,
}) => {
  const { page } = visitor
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const customer = await arriveAsGuest(visitor)
  await page.setViewportSize(standing)
  await customer.open()
  for (const hello of ['one', 'two', 'three', 'four', 'five', 'six']) await customer.write(hello)
  await customer.field.fill(text.repeat(30))
  const room = () => customer.log.evaluate((log) => log.clientHeight)
  for (const size of [lying, standing, { width: 320, height: 568 }]) {
    const before = await room()
    await page.setViewportSize(size)
    await expect.poll(room).not.toBe(before)
    // The field is measured with the next frame, and what that scrolls is told with the one after.
    await page.evaluate(async () => {
      for (let frames = 0; frames < 4; frames += 1) await new Promise(requestAnimationFrame)
    })
    await expect.poll(() => below(customer.log)).toBeLessThan(1)
    expect(await below(customer.field)).toBeLessThan(1)
  }
})

test('what is being written is there again after the chat was closed and after a reload, for nobody else', async ({
  visitor,
  kapao,
  region,
}) => {
  const { page } = visitor
  const guest = await arriveAsGuest(visitor)
  await guest.open()
  await guest.field.fill('half a')
  await guest.close()
  await guest.open()
  await expect(guest.field).toHaveValue('half a')
  await page.keyboard.type(' word')
  await page.goBack()
  await expect(guest.sheet).toBeHidden()
  await page.reload()
  await guest.open()
  await expect(guest.field).toHaveValue('half a word')
  await expect(page.getByText(visitor.words('chat.picked-lost'))).toHaveCount(0)
  await guest.field.press('Enter')
  await expect(guest.message('half a word')).toBeVisible()
  await page.reload()
  await guest.open()
  await expect(guest.field).toHaveValue('')
  await guest.field.fill('of the guest')

  const player = new Player(page, kapao, visitor.locale, await join(kapao, newcomer(region)))
  await page.goto('/login')
  await player.logIn()
  const member = new Customer(player)
  await member.open()
  await expect(member.field).toHaveValue('')
  await member.field.fill('of the member')
  await page.reload()
  await member.open()
  await expect(member.field).toHaveValue('of the member')
  await member.close()
  await player.button('app.log-out').click()
  await expect(page).toHaveURL(/\/login$/)
  await member.open()
  await expect(member.field).toHaveValue('of the guest')
  await member.close()
  await player.logIn()
  await member.open()
  await expect(member.field).toHaveValue('')
})

test('an agent sees all lines of an answer however the phone is held', async ({ kapao, browser }) => {
  const hello = newHello()
  await new Writer(kapao).write(hello)
  const agent = await Agent.arrive(browser, kapao, { phone: true })
  await agent.open(hello)
  await turn(agent.field('thread.write'))
  await agent.field('thread.write').fill('line\n'.repeat(40))
  // Six lines; the rest is scrolled to.
  expect(await heightOf(agent.field('thread.write'))).toBeLessThan(180)
  await agent.context.close()
})
