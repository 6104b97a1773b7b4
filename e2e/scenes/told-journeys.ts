// The journeys on which what was pressed goes with what it did: it is told in words, and the focus is somewhere all the same.
import { expect } from '@playwright/test'
import { wordsIn } from '../words.ts'
import { answers, changing, never, qr, slots, wallet } from './answers.ts'
import { codeOnDemand } from './deposit.ts'
import { deposit, fromHome, type Journey, pressEscape } from './journeys.ts'

const words = wordsIn('en')
const currency = words('app.currency-THB')

/** An account with a game that had none, once it has been asked for. */
function accountOnDemand() {
  const opened = slots().map((game) => (game.code === 'BETFLIX' ? { ...game, isActive: true } : game))
  return changing(
    'GET /wallet/activate/{code}',
    { message: 'SUCCESS' },
    { 'GET /wallet': wallet() },
    { 'GET /wallet': wallet({ slots: opened }) },
  )
}

export const toldJourneys: Readonly<Record<string, Journey>> = {
  'cancelling a QR code': {
    path: '/user/home',
    answers: codeOnDemand,
    go: fromHome('deposit', async (keys) => {
      await deposit(keys, 'KBANK')
      await keys.type('deposit.amount', '500')
      await keys.page.keyboard.press('Enter')
      await keys.press('deposit.qr-cancel')
      await keys.hears(words('deposit.qr-cancelled', { amount: '500.00', currency }))
      await pressEscape(keys)
    }),
  },
  'a QR code that may have been paid': {
    path: '/user/home',
    answers: () => ({
      'POST /qrcode/{provider}': answers(qr()),
      'GET /qrcode/{provider}': answers({ hasQrcode: false, message: '' }),
      'POST /statement': never,
    }),
    go: fromHome('deposit', async (keys) => {
      await deposit(keys, 'KBANK')
      await keys.type('deposit.amount', '500')
      await keys.page.keyboard.press('Enter')
      await keys.hears(words('deposit.qr-checking'))
      await keys.inDialog('deposit.title')
      await pressEscape(keys)
    }),
  },
  'opening an account with a game': {
    path: '/user/home',
    answers: accountOnDemand,
    async go(keys) {
      const { page } = keys
      await keys.press('home.next-game')
      await keys.pressNamed('Ember Reels')
      await keys.inDialogNamed('Ember Reels')
      await keys.press('games.open-account')
      await expect(page.getByRole('button', { name: words('games.enter') })).toBeVisible()
      await keys.inDialogNamed('Ember Reels')
      await pressEscape(keys)
    },
  },
}
