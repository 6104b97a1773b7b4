// The journeys on which no money moves: reading, and one's own settings.
import { expect } from '@playwright/test'
import { hold } from '../held.ts'
import { wordsIn } from '../words.ts'
import type { Journey } from './journeys.ts'
import { thaiName } from './page-states.ts'

const words = wordsIn('en')

export const quietJourneys: Readonly<Record<string, Journey>> = {
  'the statement': {
    path: '/user/statement',
    async go(keys) {
      await keys.press('statement.slips')
      await keys.inDialog('slip.status')
      await keys.leave(words('statement.slips'))
      const letGo = await hold(keys.page, '**/api/statement')
      await keys.press('statement.next')
      await expect(keys.page.getByRole('button', { name: words('statement.next') })).toBeDisabled()
      letGo()
      await keys.hears(words('statement.position', { page: 2, pages: 10 }))
      await keys.isOn('statement.next')
    },
  },
  'the conditions and the agreement': {
    path: '/user/home',
    async go(keys) {
      await keys.press('home.agreement')
      await keys.inDialog('agreement.title')
      await keys.leave(words('home.agreement'))
      await keys.press('app.menu-conditions')
      await keys.inDialog('conditions.title')
      // What the operator wrote is spoken in its own language.
      await expect(keys.page.locator('dialog[open] [lang=th]').first()).toBeVisible()
      await keys.leave(words('app.menu-conditions'))
    },
  },
  'logging out': {
    path: '/user/home',
    async go(keys) {
      await keys.press('app.log-out')
      await expect(keys.page).toHaveURL(/\/login$/)
      expect(await keys.page.evaluate(() => localStorage.getItem('token'))).toBe(null)
    },
  },
  'a film': {
    path: '/howto',
    isVisitor: true,
    async go(keys) {
      const title = words('howto.wallet-title')
      await keys.pressNamed(title)
      await keys.inDialogNamed(title)
      await keys.leave(title)
    },
  },
  'the language': {
    path: '/user/home',
    async go(keys) {
      await keys.press('app.language')
      await keys.page.keyboard.press('ArrowUp')
      await keys.page.keyboard.press('Escape')
      await keys.isBackOn(words('app.language'))
      await keys.press('app.language', 'Space')
      await keys.page.keyboard.press('Home')
      await keys.page.keyboard.press('Enter')
      await expect(keys.page.locator('html')).toHaveAttribute('lang', 'th')
      await keys.isBackOn(wordsIn('th')('app.language'))
    },
  },
  'the password': {
    path: '/user/profile',
    async go(keys) {
      await keys.press('profile.change-password')
      await keys.inDialog('profile.change-password')
      await keys.type('profile.old-password', 'secret-123')
      await keys.type('profile.new-password', 'secret-456')
      await keys.type('profile.repeated-password', 'secret-456')
      await keys.page.keyboard.press('Enter')
      await keys.inDialog('profile.password-changed')
      await keys.press('profile.ok')
      await keys.isBackOn(words('profile.change-password'))
    },
  },
  'the name at the bank': {
    path: '/user/profile',
    answers: thaiName,
    async go(keys) {
      const { page } = keys
      await keys.press('profile.edit-name')
      await keys.inDialog('profile.edit-name')
      await keys.type('profile.holder', 'มะลิ ใจดี')
      await page.keyboard.press('Enter')
      await expect(page.getByText(words('profile.english-required'))).toBeVisible()
      // The focus is where the mistake is.
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('Mali Jaidee')
      await page.keyboard.press('Enter')
      await keys.hears(words('profile.name-saved'))
      await keys.isBackOn(words('profile.edit-name'))
    },
  },
}
