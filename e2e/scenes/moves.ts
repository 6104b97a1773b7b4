// Money out, and between the wallet and the games.
import { press } from '../errors/place.ts'
import type { Trouble } from '../operator/server.ts'
import { answers, broken, refuses, slots, wallet } from './answers.ts'
import { lostBonus, runningBonus } from './reward-answers.ts'
import type { Scene } from './scene.ts'
import { chooses, fieldIs, fromHome, type Step, sees, seesButton, sight, steps, typesMoney } from './steps.ts'

const transferForm = fromHome('home.transfer', fieldIs('transfer.amount'))
/** All but the press. */
export const fillMove = (amount: string, to = 'PG') =>
  steps(transferForm, chooses('first', 'WALLET'), chooses('last', to), typesMoney('transfer.amount', amount))
export const move = (amount: string, to = 'PG') => steps(fillMove(amount, to), press('transfer.title'))
export const ask = fromHome(
  'home.withdraw',
  typesMoney('withdraw.amount', '500'),
  press('withdraw.withdraw'),
  seesButton('withdraw.confirm'),
)

/** The first answer is lost, and the next tells that it had been done. */
function lostThenKept(): Trouble {
  let asked = 0
  return { isReplay: true, body: () => (asked++ === 0 ? '' : { message: 'SUCCESS' }) }
}

const close: Step = ({ page }) => page.keyboard.press('Escape')

export const moveScenes: readonly Scene[] = [
  { name: 'transfer/form', open: transferForm },
  {
    name: 'transfer/no-game',
    answers: () => ({
      'GET /wallet': wallet({ slots: slots().map((game) => ({ ...game, isActive: false, amount: 0 })) }),
    }),
    open: steps(fromHome('home.transfer'), sees('transfer.no-game')),
  },
  { name: 'transfer/failed-to-load', answers: () => ({ 'GET /wallet': broken }), open: noWallet('transfer') },
  {
    name: 'transfer/same-account',
    isSaid: true,
    open: steps(move('10', 'WALLET'), sees('transfer.same-account')),
  },
  {
    name: 'transfer/too-much',
    isSaid: true,
    open: steps(
      move('99999'),
      sight(({ page }) => page.locator('[aria-invalid=true]')),
    ),
  },
  { name: 'transfer/done', isSaid: true, open: steps(move('10'), sees('transfer.moved-title')) },
  {
    name: 'transfer/done-in-part',
    answers: () => ({ 'POST /wallet/transfer': answers({ message: 'SUCCESS', amount: 1 }) }),
    isSaid: true,
    open: steps(move('10'), sees('transfer.moved-in-part')),
  },
  {
    name: 'transfer/refused',
    answers: () => ({ 'POST /wallet/transfer': refuses('TRANSFER_FAIL') }),
    isSaid: true,
    open: steps(move('10'), sees('transfer.refused-title')),
  },
  {
    name: 'transfer/in-progress',
    answers: () => ({ 'POST /wallet/transfer': answers({ message: 'SUCCESS', status: 'IN_PROGRESS' }) }),
    isSaid: true,
    open: steps(move('10'), sees('transfer.in-progress')),
  },
  {
    name: 'transfer/unknown',
    answers: () => ({ 'POST /wallet/transfer': broken }),
    isSaid: true,
    open: steps(move('10'), sees('transfer.unknown')),
  },
  {
    name: 'transfer/done-before',
    answers: () => ({ 'POST /wallet/transfer': lostThenKept() }),
    isSaid: true,
    open: steps(move('10'), sees('transfer.unknown'), close, move('10'), sees('transfer.before-title')),
  },
  { name: 'withdraw/failed', answers: () => ({ 'GET /wallet': broken }), open: noWallet('withdraw') },
  { name: 'withdraw/form', open: fromHome('home.withdraw', fieldIs('withdraw.amount')) },
  {
    name: 'withdraw/long',
    answers: () => ({ 'GET /wallet': wallet({ wallet: { amount: 98_765_432.1, currency: 'THB' } }) }),
    open: fromHome('home.withdraw', typesMoney('withdraw.amount', '98765432.10')),
  },
  {
    name: 'withdraw/below',
    isSaid: true,
    open: fromHome(
      'home.withdraw',
      typesMoney('withdraw.amount', '5'),
      press('withdraw.withdraw'),
      sight(({ page }) => page.locator('[aria-invalid=true]')),
    ),
  },
  {
    name: 'withdraw/bonus-hold',
    answers: () => ({ 'GET /bonus/check/active': answers(runningBonus) }),
    open: fromHome('home.withdraw', sees('withdraw.hold')),
  },
  {
    name: 'withdraw/bonus-lost',
    answers: () => ({ 'GET /bonus/check/active': answers(lostBonus) }),
    open: fromHome('home.withdraw', sees('withdraw.hold-lost')),
  },
  { name: 'withdraw/confirm', open: ask },
  {
    name: 'withdraw/requested',
    isSaid: true,
    open: steps(ask, press('withdraw.confirm'), sees('withdraw.requested-title')),
  },
  {
    name: 'withdraw/refused',
    answers: () => ({ 'POST /wallet/withdrawAll': refuses('BONUS_CONDITION') }),
    isSaid: true,
    open: steps(ask, press('withdraw.confirm'), sees('withdraw.refused-title')),
  },
  {
    name: 'withdraw/collected-less',
    answers: () => ({ 'POST /wallet/withdrawAll': refuses('MONEY_NOT_ENOUGH') }),
    isSaid: true,
    open: steps(ask, press('withdraw.confirm'), sees('withdraw.collected-less')),
  },
  {
    name: 'withdraw/unknown',
    answers: () => ({ 'POST /wallet/withdrawAll': broken }),
    isSaid: true,
    open: steps(ask, press('withdraw.confirm'), sees('withdraw.unknown')),
  },
  {
    name: 'withdraw/requested-before',
    answers: () => ({ 'POST /wallet/withdrawAll': lostThenKept() }),
    isSaid: true,
    open: steps(
      steps(ask, press('withdraw.confirm'), sees('withdraw.unknown'), close),
      steps(ask, press('withdraw.confirm'), sees('withdraw.before-title')),
    ),
  },
]

/** The sheet comes back with its page before there is a wallet to show. */
function noWallet(kind: string): Step {
  return async (hand) => {
    await hand.page.evaluate(
      (sheet) => sessionStorage.setItem('sheet', JSON.stringify({ kind: sheet, page: '/user/home' })),
      kind,
    )
    await hand.page.goto('/user/home')
    await sees(`${kind}.failed`)(hand)
  }
}
