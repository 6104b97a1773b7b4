// The journeys on which what was pressed goes with what it did: it is told in words, and the focus is somewhere all the same.
import { expect } from '@playwright/test'
import { wordsIn } from '../words.ts'
import { changing, slots, wallet } from './answers.ts'
import { type Journey, pressEscape } from './journeys.ts'

const words = wordsIn('en')

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
