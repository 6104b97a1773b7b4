// What home shows more rarely.
import { press } from '../errors/place.ts'
import { answers, broken, never, refuses } from './answers.ts'
import { type Scene, settleWhole } from './scene.ts'
import { fromHome, home, inDialog, isBusy, loads, sees, seesButton, sight, steps, toast } from './steps.ts'

const collect = fromHome('home.bring-all', inDialog, press('bring-all.confirm'))

export const homeStates: readonly Scene[] = [
  {
    name: 'home/offline',
    // No other language can be fetched.
    isSaid: true,
    open: steps(
      home,
      ({ page }) => settleWhole(page),
      ({ page }) => page.context().setOffline(true),
      sees('connection.stale'),
    ),
    leave: ({ page }) => page.context().setOffline(false),
  },
  {
    name: 'home/language-menu',
    isSaid: true,
    open: steps(
      home,
      async ({ page, words }) =>
        page.getByRole('button', { name: words('app.language'), exact: false }).click(),
      sight(({ page }) => page.getByRole('menu')),
    ),
  },
  {
    name: 'home/checking',
    answers: () => ({ 'GET /wallet/refresh/slot': never }),
    open: fromHome('home.check', isBusy),
  },
  {
    name: 'home/not-checked',
    answers: () => ({ 'GET /wallet/refresh/slot': broken }),
    isSaid: true,
    open: fromHome('home.check', toast),
  },
  {
    name: 'home/first-agreement',
    open: steps(
      ({ page }) => page.evaluate(() => localStorage.removeItem('remember-agreement')),
      home,
      seesButton('agreement.accept'),
    ),
  },
  {
    name: 'home/agreement-failed',
    answers: () => ({ 'GET /lookup/agreements': broken }),
    open: fromHome('home.agreement', sees('agreement.failed')),
  },
  {
    name: 'home/conditions-loading',
    answers: () => ({ 'GET /lookup/conditions': never }),
    open: fromHome('app.menu-conditions', loads('conditions.loading')),
  },
  {
    name: 'home/conditions-empty',
    answers: () => ({ 'GET /lookup/conditions': answers({ conditions: [] }) }),
    open: fromHome('app.menu-conditions', sees('conditions.empty')),
  },
  {
    name: 'home/collecting',
    answers: () => ({ 'POST /wallet/transferAll': never }),
    open: steps(collect, isBusy),
  },
  { name: 'home/collected', open: steps(collect, sees('bring-all.done')) },
  {
    name: 'home/nothing-to-collect',
    answers: () => ({ 'POST /wallet/transferAll': refuses('MONEY_NOT_ENOUGH') }),
    open: steps(collect, sees('bring-all.nothing')),
  },
  {
    name: 'home/still-collecting',
    answers: () => ({
      'POST /wallet/transferAll': answers({ message: 'SUCCESS', status: 'IN_PROGRESS', failed: ['PG'] }),
    }),
    open: steps(collect, sees('bring-all.going')),
  },
  {
    name: 'home/broken-sheet',
    async open(hand) {
      await home(hand)
      await hand.page.route('**/assets/refund-sheet*', (route) => route.abort())
      await press('home.refund')(hand)
      await sees('app.broken-title')(hand)
    },
    leave: ({ page }) => page.unroute('**/assets/refund-sheet*'),
  },
]
