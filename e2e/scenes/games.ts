// A game: its sheet, the ways into it, and what a browser may forbid there.
import { press } from '../errors/place.ts'
import type { Trouble } from '../operator/server.ts'
import { answers, broken, never, refuses } from './answers.ts'
import type { Scene } from './scene.ts'
import {
  at,
  forbidden,
  game,
  inQuestion,
  isBusy,
  loads,
  type Step,
  sees,
  seesButton,
  sight,
  steps,
} from './steps.ts'

/** By whichever of its ways. */
const wayIn = (trouble: Trouble) => ({
  'GET /autoLogin/{provider}/{username}': trouble,
  'GET /autoLogin/{provider}/{username}/{password}': trouble,
})
export const noWayIn = wayIn(broken)

/** A sheet that was open comes back with its page, of whatever game. */
const back =
  (code: string): Step =>
  ({ page }) =>
    page.evaluate(
      (sheet) => sessionStorage.setItem('sheet', sheet),
      JSON.stringify({ kind: 'game', code, page: '/user/home' }),
    )

export const gameScenes: readonly Scene[] = [
  { name: 'game/open', open: game('Lotus Lantern', seesButton('games.show-password')) },
  {
    name: 'game/password-shown',
    open: game('Lotus Lantern', press('games.show-password'), seesButton('games.hide-password')),
  },
  { name: 'game/closed', open: game('Ember Reels', seesButton('games.open-account')) },
  {
    name: 'game/not-opened',
    answers: () => ({ 'GET /wallet/activate/{code}': refuses('SLOT_ACTIVATE_FAIL') }),
    isSaid: true,
    open: game('Ember Reels', press('games.open-account'), sees('errors.SLOT_ACTIVATE_FAIL')),
  },
  {
    name: 'game/login-failed',
    answers: () => ({ 'GET /wallet/account/{code}': broken }),
    open: game('Lotus Lantern', seesButton('app.try-again')),
  },
  {
    name: 'game/reset',
    open: game(
      'Lotus Lantern',
      press('games.reset'),
      sight(({ page }) => page.locator('dialog[open]').nth(1)),
    ),
  },
  {
    name: 'game/reset-done',
    isSaid: true,
    open: game(
      'Lotus Lantern',
      press('games.reset'),
      inQuestion,
      press('games.reset'),
      sees('games.reset-done'),
    ),
  },
  {
    name: 'game/loading',
    answers: () => ({ 'GET /wallet': never }),
    open: steps(back('PG'), at('/user/home'), loads('games.loading')),
  },
  {
    name: 'game/failed',
    answers: () => ({ 'GET /wallet': broken }),
    open: steps(back('PG'), at('/user/home'), sees('games.failed')),
  },
  { name: 'game/gone', open: steps(back('NONE'), at('/user/home'), sees('games.gone')) },
  {
    name: 'game/login-loading',
    answers: () => ({ 'GET /wallet/account/{code}': never }),
    open: game('Lotus Lantern', loads('games.loading')),
  },
  {
    name: 'game/opening-account',
    answers: () => ({ 'GET /wallet/activate/{code}': never }),
    open: game('Ember Reels', press('games.open-account'), isBusy),
  },
  {
    name: 'game/not-entered',
    answers: () => noWayIn,
    open: game('Lotus Lantern', press('games.enter'), sees('games.enter-failed')),
  },
  {
    name: 'game/not-reset',
    answers: () => ({ 'GET /wallet/resetpassword/{code}': refuses('SLOT_RESET_PASSWORD_FAIL') }),
    open: game(
      'Lotus Lantern',
      press('games.reset'),
      inQuestion,
      press('games.reset'),
      sees('games.reset-failed'),
    ),
  },
  {
    name: 'game/resetting',
    answers: () => ({ 'GET /wallet/resetpassword/{code}': never }),
    open: game('Lotus Lantern', press('games.reset'), inQuestion, press('games.reset'), isBusy),
  },
  {
    name: 'game/entered-by-hand',
    answers: () => wayIn(answers({ link: 'https://play.example/' })),
    open: game('Lotus Lantern', forbidden, press('games.enter'), sees('by-hand.open-title')),
  },
  {
    name: 'game/copied-by-hand',
    isSaid: true,
    open: game('Lotus Lantern', forbidden, press('games.copy-password'), sees('by-hand.copy-title')),
  },
]
