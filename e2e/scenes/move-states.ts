// What a transfer and a withdrawal show while something is waited for, and where it goes wrong.
import { press } from '../errors/place.ts'
import { answers, never } from './answers.ts'
import { noWayIn } from './games.ts'
import { ask, fillMove, move } from './moves.ts'
import type { Scene } from './scene.ts'
import { at, fromHome, inDialog, isBusy, loads, type Step, saysMoney, sees, sight, steps } from './steps.ts'

const allToLotus: Step = ({ page, words }) =>
  page
    .getByRole('button', { name: words('transfer.bring-all', { place: 'Lotus Lantern' }), exact: true })
    .click()

export const moveStates: readonly Scene[] = [
  {
    name: 'transfer/loading',
    answers: () => ({ 'GET /wallet': never }),
    open: steps(
      ({ page }) =>
        page.evaluate(() =>
          sessionStorage.setItem('sheet', JSON.stringify({ kind: 'transfer', page: '/user/home' })),
        ),
      at('/user/home'),
      loads('app.loading'),
    ),
  },
  {
    name: 'transfer/sending',
    answers: () => ({ 'POST /wallet/transfer': never }),
    open: steps(move('10'), isBusy),
  },
  {
    name: 'transfer/rounded',
    // A credit of this game is ten baht.
    country: 'th',
    open: steps(
      fillMove('10.55', 'JOKER2'),
      sight((hand) =>
        hand.page.getByRole('button', { name: saysMoney(hand, 'transfer.transfer-rounded', '10.50') }),
      ),
    ),
  },
  {
    name: 'transfer/not-entered',
    answers: () => noWayIn,
    isSaid: true,
    open: steps(fillMove('10'), press('transfer.play'), sees('transfer.not-entered-title')),
  },
  {
    name: 'transfer/all-but-one',
    answers: () => ({
      'POST /wallet/transferAll': answers({ message: 'SUCCESS', failed: ['JOKER2', 'HUAYHD'] }),
    }),
    isSaid: true,
    open: steps(fillMove('', 'PG'), allToLotus, sees('transfer.moved-in-part')),
  },
  {
    name: 'transfer/all',
    isSaid: true,
    open: steps(fillMove('', 'PG'), allToLotus, sees('transfer.moved-title')),
  },
  {
    name: 'withdraw/loading',
    answers: () => ({ 'GET /lookup/withdraw': never }),
    open: fromHome('home.withdraw', inDialog, loads('app.loading')),
  },
  {
    name: 'withdraw/sending',
    answers: () => ({ 'POST /wallet/withdrawAll': never }),
    open: steps(ask, press('withdraw.confirm'), isBusy),
  },
]
