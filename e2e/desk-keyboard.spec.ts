// The desk by a keyboard alone: each stop is seen and lies behind nothing, what opens has the focus and gives it back, and what happened is read out.
import { expect } from '@playwright/test'
import { STAFF_PASSWORD } from './agent.ts'
import { Keys, listen } from './scenes/keys.ts'
import { test } from './whole.ts'
import { wordsIn } from './words.ts'
import { newHello, Writer } from './writer.ts'

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 800 } })

const words = wordsIn('en', 'desk')

test('a conversation is taken, answered and closed without a mouse', async ({ page, kapao }) => {
  const guest = new Writer(kapao)
  const hello = newHello()
  await guest.write(hello)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await listen(page)
  await page.goto('/desk/')
  await page.evaluate(() => localStorage.setItem('desk-locale', 'en'))
  await page.goto('/desk/')
  const keys = new Keys(page, words)
  await expect(page.getByRole('heading', { name: words('session.title') })).toBeVisible()
  await keys.type('session.name', 'demo')
  await keys.type('session.password', 'wrong-password')
  await page.keyboard.press('Enter')
  await keys.hears(words('errors.WRONG_CREDENTIAL'))
  await keys.type('session.password', STAFF_PASSWORD)
  await page.keyboard.press('Enter')

  // From the newest down, if others wrote too.
  await expect(page.getByRole('link', { name: hello })).toBeVisible()
  await keys.toThat(hello)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText(hello)).toBeVisible()
  await keys.press('customer.take')
  const whose = page.getByRole('combobox', { name: words('customer.assignee') })
  await expect(whose).toHaveValue(/^(?!nobody)/)
  await expect(whose).toBeFocused()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('button', { name: words('customer.give'), exact: true })).toBeVisible()
  expect(asked.filter((path) => path.endsWith('/assignee'))).toEqual([])
  await page.keyboard.press('ArrowDown')

  await keys.type('thread.write', '/hello')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: words('thread.write') })
  await expect(field).not.toHaveValue(/^\//)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await guest.heard()).length).toBe(1)
  await expect(field).toBeFocused()

  await keys.press('thread.template')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await keys.leave(words('thread.template'))

  await keys.press('customer.end')
  await keys.inDialog('customer.end-title')
  await page.keyboard.press('Escape')
  await keys.isBackOn(words('customer.end'))
  await page.keyboard.press('Enter')
  await keys.inDialog('customer.end-title')
  await keys.press('customer.ask-rating', 'Space')
  await keys.press('customer.end')
  await keys.hears(words('customer.ended'))
  await expect(page.getByText(words('customer.is-ended'))).toBeVisible()
  await keys.expectNoMovement()
  expect(await new Keys(page, words).goesAround()).toContain('')
})
