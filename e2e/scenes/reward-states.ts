// What bonuses, invitations and refunds show more rarely.
import { press } from '../errors/place.ts'
import { ago, answers, broken, changing, never, refuses, wallet } from './answers.ts'
import { bonuses, waiting } from './reward-answers.ts'
import { active, bonusPage, offers, plain, search } from './rewards.ts'
import type { Scene } from './scene.ts'
import {
  fromHome,
  inDialog,
  isBusy,
  loads,
  type Step,
  saysMoney,
  sees,
  seesButton,
  sight,
  steps,
  toast,
} from './steps.ts'

const free = { ...active, 'GET /bonus/check/minimum': answers({ status: true, amount: 0 }) }
const cancel: Step = steps(
  bonusPage,
  press('bonus.cancel'),
  sees('bonus.cancel-free'),
  press('bonus.cancel-confirm'),
)
const add = fromHome('home.refund', press('refund.add'), sees('refund.add-title'))
const percents = (place: 'refund' | 'invite') =>
  sight(({ page, words }) =>
    page.getByText(words(`${place}.confirm-percents`, { success: 100, fail: 10 }), { exact: true }),
  )
const underMinimum = sight((hand) => hand.page.getByText(saysMoney(hand, 'refund.under-minimum', '1')))
const running = { ...waiting, result: false, bonus: true, info: '' }

export const rewardStates: readonly Scene[] = [
  {
    name: 'bonus/searching',
    answers: () => ({ 'GET /promotion/find/{code}': never }),
    open: steps(search, isBusy),
  },
  {
    name: 'bonus/activating',
    answers: () => ({ 'GET /bonus/activate/{code}': never }),
    open: steps(bonusPage, offers, press('bonus.details'), press('bonus.activate'), isBusy),
  },
  {
    name: 'bonus/blocked',
    answers: () => active,
    open: steps(bonusPage, offers, press('bonus.details'), sees('bonus.blocked')),
  },
  {
    name: 'bonus/promotion-active',
    answers: () => ({
      'GET /bonus/check/active': answers({ status: true, type: 'promotion' }),
      'GET /promotion/current': answers({
        promotion: { code: 'SONGKRAN', percentFail: 10, description: 'สงกรานต์ชุ่มฉ่ำ รับเพิ่ม 20%' },
      }),
    }),
    open: steps(bonusPage, seesButton('bonus.cancel')),
  },
  {
    name: 'bonus/cancel-free',
    answers: () => free,
    open: steps(bonusPage, press('bonus.cancel'), sees('bonus.cancel-free')),
  },
  {
    name: 'bonus/cancelled',
    answers: () =>
      changing('GET /bonus/clear', { message: 'BONUS_CLEAR' }, free, {
        'GET /bonus/check/active': answers({ status: false, type: '' }),
        'GET /bonus': answers(bonuses([{ updatedAt: ago(60) }])),
      }),
    isSaid: true,
    open: steps(cancel, toast),
  },
  {
    name: 'bonus/not-cancelled',
    answers: () => ({ ...free, 'GET /bonus/clear': refuses('TRANSFER_FAIL') }),
    isSaid: true,
    open: steps(cancel, sees('bonus.cancel-games-kept')),
  },
  {
    name: 'invite/loading',
    answers: () => ({ ...plain, 'POST /invite': never }),
    open: fromHome('home.invite', loads('invite.loading')),
  },
  {
    name: 'invite/nothing',
    answers: () => ({
      ...plain,
      'GET /wallet': wallet({ invite: { amount: 0, success: 200, fail: 10 } }),
    }),
    open: fromHome('home.invite', sees('invite.nothing')),
  },
  {
    name: 'invite/receiving',
    answers: () => ({ 'GET /invite/bonus': never }),
    open: fromHome('home.receive', inDialog, press('invite.receive'), isBusy),
  },
  {
    name: 'refund/loading',
    answers: () => ({ ...plain, 'GET /refund/check': never, 'POST /refund': never }),
    open: fromHome('home.refund', loads('refund.loading'), loads('refund.past-loading')),
  },
  {
    name: 'refund/past-failed',
    answers: () => ({ ...plain, 'POST /refund': broken }),
    open: fromHome('home.refund', sees('refund.past-failed')),
  },
  {
    name: 'refund/bonus-active',
    answers: () => ({ ...plain, 'GET /refund/check': answers(running) }),
    open: fromHome('home.refund', sees('refund.bonus-active')),
  },
  {
    name: 'refund/under-minimum',
    answers: () => ({
      ...plain,
      'GET /refund/check': answers({ ...waiting, result: false, refundAmount: 0.75, refundMin: 1 }),
    }),
    open: fromHome('home.refund', underMinimum),
  },
  {
    name: 'refund/switched-off',
    answers: () => ({
      ...plain,
      'GET /refund/check': answers({ ...waiting, result: false, refundAmount: 0, isActive: false }),
    }),
    open: fromHome('home.refund', sees('refund.switched-off')),
  },
  {
    name: 'refund/receiving',
    answers: () => ({ ...plain, 'GET /refund/receive': never }),
    open: fromHome(
      'home.refund',
      press('refund.receive'),
      sees('refund.receive-title'),
      press('refund.receive'),
      isBusy,
    ),
  },
  { name: 'refund/add', answers: () => plain, open: add },
  {
    name: 'refund/free',
    answers: () => ({ ...plain, 'GET /refund/check': answers({ ...waiting, refundSuccess: 100 }) }),
    open: fromHome('home.refund', press('refund.add'), sees('refund.confirm-free'), percents('refund')),
  },
  {
    name: 'invite/free',
    answers: () => ({ 'GET /wallet': wallet({ invite: { amount: 150, success: 100, fail: 10 } }) }),
    open: fromHome('home.receive', sees('invite.confirm-free'), percents('invite')),
  },
  {
    name: 'refund/added',
    answers: () => {
      const check = (more: object) => ({ 'GET /refund/check': answers({ ...waiting, ...more }) })
      return {
        ...plain,
        ...changing(
          'GET /refund/addWallet',
          { message: 'REFUND_SUCCESS', amount: waiting.refundCollected },
          check({}),
          check({ refundCollected: 0 }),
        ),
      }
    },
    isSaid: true,
    open: steps(add, press('refund.add'), toast),
  },
  {
    name: 'refund/not-added',
    answers: () => ({ ...plain, 'GET /refund/addWallet': refuses('BONUS_REMAINING') }),
    isSaid: true,
    open: steps(add, press('refund.add'), toast),
  },
]
