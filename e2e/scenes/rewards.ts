// Bonuses, invitations and refunds.
import { press } from '../errors/place.ts'
import { answers, broken, changing, never, refuses, wallet } from './answers.ts'
import { bonusesWithActive, lostBonus, noBanners, runningBonus } from './reward-answers.ts'
import type { Scene } from './scene.ts'
import { at, fromHome, inDialog, sees, seesButton, seesMoney, sight, steps, toast } from './steps.ts'

export const bonusPage = at('/user/bonus')
export const offers = sight(({ page }) => page.getByRole('article'))
export const search = steps(
  bonusPage,
  offers,
  ({ page, words }) =>
    page.getByRole('searchbox', { name: words('bonus.code'), exact: true }).fill('SONGKRAN'),
  press('bonus.search'),
)
export const active = {
  'GET /bonus/check/active': answers(runningBonus),
  'GET /bonus': answers(bonusesWithActive()),
}
export const chosen = {
  'GET /bonus/check/active': answers({
    status: true,
    type: 'promotion',
    state: 'chosen',
    code: 'SONGKRAN',
    description: 'สงกรานต์ชุ่มฉ่ำ รับเพิ่ม 20%',
    percent: 20,
    cap: 1_000,
    minDeposit: 300,
  }),
}

const bonusScenes: readonly Scene[] = [
  { name: 'bonus/page', open: steps(bonusPage, offers) },
  {
    name: 'bonus/loading',
    answers: () => ({ 'GET /bonus': never }),
    open: steps(
      bonusPage,
      sight(({ page, words }) => page.getByRole('status', { name: words('bonus.loading') })),
    ),
  },
  {
    name: 'bonus/empty',
    answers: () => ({ 'GET /bonus': answers({ bonuses: [] }) }),
    open: steps(bonusPage, sees('bonus.empty-title')),
  },
  {
    name: 'bonus/failed',
    answers: () => ({ 'GET /bonus': broken }),
    open: steps(bonusPage, sees('bonus.failed')),
  },
  {
    name: 'bonus/active',
    answers: () => active,
    open: steps(bonusPage, seesButton('bonus.cancel')),
  },
  {
    name: 'bonus/lost',
    answers: () => ({ ...active, 'GET /bonus/check/active': answers(lostBonus) }),
    open: steps(bonusPage, sees('bonus.lost-text')),
  },
  { name: 'bonus/chosen', answers: () => chosen, open: steps(bonusPage, sees('bonus.min-deposit')) },
  {
    name: 'bonus/not-found',
    answers: () => ({ 'GET /promotion/find/{code}': refuses('NO_PROMOTION') }),
    isSaid: true,
    open: steps(search, sees('bonus.not-found')),
  },
  { name: 'bonus/promotion', open: steps(search, sees('bonus.offer-promotion')) },
  {
    name: 'bonus/details',
    open: steps(
      bonusPage,
      offers,
      press('bonus.details'),
      sees('bonus.base-is'),
      seesButton('bonus.activate'),
    ),
  },
  {
    name: 'bonus/refused',
    answers: () => ({ 'GET /bonus/activate/{code}': refuses('BONUS_REMAINING') }),
    isSaid: true,
    open: steps(
      bonusPage,
      offers,
      press('bonus.details'),
      press('bonus.activate'),
      sees('bonus.activate-failed'),
    ),
  },
  {
    name: 'bonus/activated',
    isSaid: true,
    open: steps(bonusPage, offers, press('bonus.details'), press('bonus.activate'), toast),
  },
  {
    name: 'bonus/cancel',
    answers: () => ({
      ...active,
      'GET /bonus/check/minimum': answers({ status: false, amount: 500, taken: 500 }),
    }),
    open: steps(bonusPage, press('bonus.cancel'), sees('bonus.cancel-counts')),
  },
  {
    name: 'bonus/cancel-waiting',
    answers: () => ({
      ...chosen,
      'GET /bonus/check/minimum': answers({ status: true, amount: 0, taken: 0 }),
    }),
    open: steps(bonusPage, press('bonus.cancel'), sees('bonus.cancel-waiting')),
  },
]

export const plain = { 'GET /invite/banners': noBanners, 'GET /refund/banners': noBanners }
const friendScenes: readonly Scene[] = [
  { name: 'invite/banners', open: fromHome('home.invite', seesButton('invite.start')) },
  {
    name: 'invite/sheet',
    answers: () => plain,
    open: fromHome('home.invite', seesButton('invite.copy'), seesMoney('1,234,567.50')),
  },
  {
    name: 'invite/empty',
    answers: () => ({ ...plain, 'POST /invite': answers({ total: 0, invites: [] }) }),
    open: fromHome('home.invite', sees('invite.empty-title')),
  },
  {
    name: 'invite/failed',
    answers: () => ({ ...plain, 'POST /invite': broken }),
    open: fromHome('home.invite', sees('invite.failed')),
  },
  { name: 'invite/receive', open: fromHome('home.receive', sees('invite.confirm-title')) },
  {
    name: 'invite/receive-blocked',
    answers: () => ({ 'GET /bonus/check/active': answers(runningBonus) }),
    open: fromHome('home.receive', sees('invite.bonus-active')),
  },
  {
    name: 'invite/received',
    answers: () => {
      const earned = (amount: number) => ({
        'GET /wallet': wallet({ invite: { amount, success: 200, fail: 10 } }),
      })
      return changing(
        'GET /invite/bonus',
        { message: 'INVITE_BONUS_SUCCESS', amount: 150 },
        earned(150),
        earned(0),
      )
    },
    isSaid: true,
    open: fromHome('home.receive', inDialog, press('invite.receive'), toast),
  },
  {
    name: 'invite/refused',
    answers: () => ({ 'GET /invite/bonus': refuses('BONUS_REMAINING') }),
    isSaid: true,
    open: fromHome('home.receive', inDialog, press('invite.receive'), toast),
  },
  { name: 'refund/banners', open: fromHome('home.refund', seesButton('refund.start')) },
  {
    name: 'refund/sheet',
    answers: () => plain,
    open: fromHome('home.refund', seesButton('refund.receive'), seesMoney('98,765.25')),
  },
  {
    name: 'refund/failed',
    answers: () => ({ ...plain, 'GET /refund/check': broken, 'POST /refund': broken }),
    open: fromHome('home.refund', sees('refund.failed')),
  },
  {
    name: 'refund/nothing',
    answers: () => ({
      ...plain,
      'GET /refund/check': answers({
        result: false,
        bonus: false,
        info: '',
        refundAmount: 0,
        refundSuccess: 150,
        refundFail: 10,
      }),
      'POST /refund': answers({ total: 0, refunds: [] }),
    }),
    open: fromHome('home.refund', sees('refund.empty-title')),
  },
  {
    name: 'refund/receive',
    answers: () => plain,
    open: fromHome('home.refund', press('refund.receive'), sees('refund.receive-title')),
  },
]

export const rewardScenes: readonly Scene[] = [...bonusScenes, ...friendScenes]
