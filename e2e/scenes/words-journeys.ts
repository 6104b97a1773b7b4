// The journeys on which more is typed than an amount: registering, and a chat.
import { expect } from '@playwright/test'
import { picture } from '../chat-files.ts'
import { wordsIn } from '../words.ts'
import { history, offered } from './chat.ts'
import type { Journey } from './journeys.ts'
import type { Keys } from './keys.ts'

const words = wordsIn('en')

/** A new step has the focus at its top, where a screen reader begins. */
async function atStep({ page }: Keys, key: string): Promise<void> {
  await expect(page.getByRole('heading', { name: words(key), exact: true })).toBeFocused()
}

const registering: Journey = {
  path: '/register',
  isVisitor: true,
  async go(keys) {
    const { page } = keys
    await keys.type('register.phone', '0812345678')
    await page.keyboard.press('Enter')
    await atStep(keys, 'register.otp-title')
    // The last digit sends the code.
    await keys.type('register.otp', '123456')
    await atStep(keys, 'register.profile-title')
    await keys.type('register.name', 'Mali Jaidee')
    await keys.type('register.password', 'secret-123')
    await keys.type('register.repeated-password', 'secret-12')
    await page.keyboard.press('Enter')
    await expect(page.getByText(words('register.passwords-differ'))).toBeVisible()
    // The focus is where the mistake is.
    await page.keyboard.press('End')
    await page.keyboard.type('3')
    await keys.choose('register.source', 'Facebook')
    await keys.press('register.next')
    await atStep(keys, 'register.bank-title')
    await keys.choose('register.bank', 'Krungthai')
    await keys.type('register.account-number', '9990001112')
    await keys.type('register.first-name', 'Mali')
    await keys.type('register.last-name', 'Jaidee')
    await page.keyboard.press('Enter')
    await atStep(keys, 'register.done-title')
    await expect(page).toHaveURL(/\/login$/)
  },
}

const chatting: Journey = {
  path: '/user/home',
  answers: () => ({ ...offered, 'POST /chat/history': history() }),
  async go(keys) {
    const { page } = keys
    const log = page.getByRole('log')
    const field = page.getByRole('textbox', { name: words('chat.write'), exact: true })
    await keys.press('chat-bubble.open')
    await keys.inDialog('chat.title')
    await expect(field).toBeFocused()
    // What can be answered with one press lies above the field.
    await page.keyboard.press('Shift+Tab')
    await keys.pressNamed('ไทยพาณิชย์')
    await expect(log.getByText('ไทยพาณิชย์', { exact: true })).toBeVisible()
    await expect(log.getByRole('button', { name: 'กรุงไทย' })).toHaveCount(0)
    await expect(log).toBeFocused()
    await keys.type('chat.write', 'Thank you')
    await page.keyboard.press('Enter')
    await expect(log.getByText('Thank you', { exact: true })).toBeVisible()
    await expect(field).toBeFocused()
    // From before: a browser that is not listened to asks with a window of its own.
    const asksForFile = page.waitForEvent('filechooser')
    await keys.to(words('chat.attach'))
    await page.keyboard.press('Space')
    await (await asksForFile).setFiles(picture())
    await expect(log.getByRole('button', { name: words('chat.picture') })).toHaveCount(2)
    await keys.press('chat.picture')
    await keys.inDialog('chat.picture')
    await page.keyboard.press('Escape')
    await keys.inDialog('chat.title')
    await expect(page.locator(':focus')).toHaveAccessibleName(words('chat.picture'))
    await keys.leave(words('chat-bubble.open'))
  },
}

export const wordsJourneys: Readonly<Record<string, Journey>> = { registering, chatting }
