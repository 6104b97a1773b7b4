// The bubble that stands over every page: in nobody's way, and there when it is wanted.
import { expect, type Locator } from '@playwright/test'
import { picture } from './chat-files.ts'
import { arriveAsGuest, Customer } from './customer.ts'
import { dropLongWaits } from './scenes/steps.ts'
import { test } from './whole.ts'

test('the bubble takes the tap that is meant for it, and none that is meant for what lies under it', async ({
  visitor,
}) => {
  const { page } = visitor
  await arriveAsGuest(visitor)
  await page.goto('/register')
  const customer = new Customer(visitor)
  await expect(customer.bubble).toBeVisible()
  // A finger goes down on the button while a field has the focus; the bubble was out of sight until now.
  await visitor.field('register.phone').fill('0812')
  // Nor does the menu ride above the keyboard.
  await expect(page.getByRole('navigation')).toBeHidden()
  const next = visitor.button('register.next')
  const box = await next.boundingBox()
  if (!box) throw new Error('there is no button')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.waitForFunction(() => document.activeElement?.tagName !== 'INPUT')
  await page.mouse.up()
  await expect(visitor.page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
  await visitor.page.getByRole('heading', { level: 1 }).click()
  await visitor.field('register.phone').focus()
  await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : null,
  )
  await customer.bubble.click()
  await expect(customer.sheet).toBeVisible()
  await customer.field.focus()
  await page.keyboard.press('Escape')
  await expect(customer.sheet).toBeHidden()
  await expect(customer.bubble).toBeFocused()
})

test('the first tap on the bubble opens the chat on a page that the menu led to', async ({ visitor }) => {
  const { page } = visitor
  await arriveAsGuest(visitor)
  const howto = page
    .getByRole('navigation', { name: visitor.words('app.menu'), exact: true })
    .getByRole('link', { name: visitor.words('app.menu-howto'), exact: true })
  await howto.tap()
  await expect(page).toHaveURL('/howto')
  await expect(howto).toBeFocused()
  const customer = new Customer(visitor)
  await customer.bubble.tap()
  await expect(customer.sheet).toBeVisible()
})

test('a picture that is on its way is told of on the bubble, and on the next page that it is lost, once', async ({
  visitor,
}) => {
  const { page } = visitor
  const customer = await arriveAsGuest(visitor)
  // As on a line that takes its time.
  await page.route('**/api/chat/upload-image', () => undefined)
  const unsent = new RegExp(`, ${visitor.words('chat-bubble.unsent')}$`)
  await customer.open()
  await customer.attach(picture())
  await expect(customer.messages).toHaveCount(1)
  await customer.close()
  await expect(customer.bubble).toHaveAccessibleName(unsent)
  await customer.open()
  await expect(visitor.alert('chat.picked-lost')).toHaveCount(0)
  await page.reload()
  await expect(customer.bubble).toHaveAccessibleName(unsent)
  await customer.open()
  await expect(visitor.alert('chat.picked-lost')).toBeVisible()
  await expect(customer.messages).toHaveCount(0)
  await customer.close()
  await expect(customer.bubble).not.toHaveAccessibleName(unsent)
  await customer.open()
  await expect(visitor.alert('chat.picked-lost')).toHaveCount(0)
})

test.describe('on the smallest phone', () => {
  test.use({ viewport: { width: 320, height: 568 } })
  test('the invitation gives way to what is to be read, and comes back where there is room', async ({
    visitor,
  }) => {
    const { page } = visitor
    await visitor.setLanguage()
    // After a while it goes by itself, too.
    await page.addInitScript(dropLongWaits)
    await page.goto('/login')
    const customer = new Customer(visitor)
    const invitation = visitor.button('chat-bubble.invite')
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(invitation).toBeVisible()
    await page.setViewportSize({ width: 320, height: 568 })
    await expect(invitation).toBeHidden()
    await expect(customer.bubble).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(invitation).toBeVisible()
  })

  test('the bubble lies on nothing that is to be tapped, and the keyboard leaves the field in sight', async ({
    player,
  }) => {
    const { page } = player
    const customer = new Customer(player)
    for (const path of ['/user/home', '/user/profile', '/user/statement', '/user/contact']) {
      await page.goto(path)
      await expect(customer.bubble).toBeVisible()
      // It looks for its place once the page has come to rest.
      await expect.poll(() => customer.bubble.evaluate(whatItCovers), { message: path }).toEqual([])
    }
    await customer.open()
    // What a keyboard leaves of the screen.
    await page.setViewportSize({ width: 320, height: 300 })
    await expect(customer.field).toBeInViewport({ ratio: 1 })
    await expect(player.button('chat.send')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('navigation')).toBeHidden()
  })
})

test('the invitation keeps clear of the button that rises above the menu, and leaves the focus to the bubble', async ({
  player,
}) => {
  // After a while it goes by itself.
  await player.page.addInitScript(dropLongWaits)
  await player.page.goto('/user/statement')
  const invitation = player.button('chat-bubble.invite')
  await expect(invitation).toBeVisible()
  const home = player.link('app.menu-home').locator('span').first()
  await expect.poll(async () => (await topOf(home)) - (await endOf(invitation))).toBeGreaterThan(4)
  await player.button('chat-bubble.dismiss').press('Enter')
  await expect(invitation).toBeHidden()
  await expect(new Customer(player).bubble).toBeFocused()
})

test('drawn back to the edge it lies on no letter', async ({ player }) => {
  const { page } = player
  const customer = new Customer(player)
  await page.goto('/user/home')
  await expect(customer.bubble).toBeVisible()
  await expect.poll(() => customer.bubble.evaluate(wordsBelow)).toEqual([])
})

function topOf(one: Locator): Promise<number> {
  return one.evaluate((element) => element.getBoundingClientRect().top)
}

function endOf(one: Locator): Promise<number> {
  return one.evaluate((element) => element.getBoundingClientRect().bottom)
}

/** What it lies on, by however little. */
function wordsBelow(bubble: Element): (string | null)[] {
  const { left, right, top, bottom } = bubble.getBoundingClientRect()
  const words = document.createTreeWalker(document.querySelector('main') ?? document, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const covered: (string | null)[] = []
  while (words.nextNode()) {
    range.selectNodeContents(words.currentNode)
    const isBelow = [...range.getClientRects()].some(
      (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
    )
    if (isBelow) covered.push(words.currentNode.textContent)
  }
  return covered
}

/** The words of each control that it lies on by more than the margin that a page leaves at its edge. */
function whatItCovers(bubble: Element): (string | null)[] {
  const SLIVER_PX = 8
  const { left, right, top, bottom } = bubble.getBoundingClientRect()
  return [...document.querySelectorAll('main :is(a, button, input), nav :is(a, button)')]
    .filter((control) => {
      const box = control.getBoundingClientRect()
      return (
        box.width > 0 &&
        box.left < right &&
        box.right > left + SLIVER_PX &&
        box.top < bottom &&
        box.bottom > top
      )
    })
    .map((control) => control.textContent)
}
