// The wheel and its coupons.
import { press } from '../errors/place.ts'
import type { Trouble } from '../operator/server.ts'
import { answers, broken, changing, never } from './answers.ts'
import { coupons, runningBonus, wheel } from './reward-answers.ts'
import type { Scene } from './scene.ts'
import { at, inDialog, isBusy, pressThat, type Step, sees, seesButton, sight, steps, toast } from './steps.ts'

const wheelPage = steps(
  at('/user/spin'),
  sight(({ page }) => page.getByRole('table')),
)
const spin: Step = pressThat(({ words }) => words('spin.spin'))
const stopped = sight(({ page }) => page.locator('[data-trouble]'))
const claimNth =
  (index: number): Step =>
  ({ page, words }) =>
    page
      .getByRole('button', { name: words('spin.claim'), exact: true })
      .nth(index)
      .click()
/** With one more each time: what has been won is among them. */
function growing(): Trouble {
  const { coupons: all } = coupons()
  let count = 0
  return {
    body: () => {
      count = Math.min(count + 1, all.length)
      return { coupons: all.slice(0, count) }
    },
  }
}

export const wheelScenes: readonly Scene[] = [
  { name: 'spin/page', open: wheelPage },
  {
    name: 'spin/no-coins',
    answers: () => ({ 'GET /spinwheel/setup': wheel(0), 'GET /spinwheel/coupon': answers({ coupons: [] }) }),
    open: steps(at('/user/spin'), sees('spin.coupons-empty'), seesButton('spin.deposit')),
  },
  {
    name: 'spin/day-full',
    answers: () => ({
      'GET /spinwheel/setup': wheel(0, 0),
      'GET /spinwheel/coupon': answers({ coupons: [] }),
    }),
    open: steps(at('/user/spin'), sees('spin.coupons-empty'), sees('spin.day-full')),
  },
  {
    name: 'spin/resting',
    answers: () => ({ 'GET /spinwheel/setup': answers({ name: '', slices: [], userCoin: 3 }) }),
    open: steps(wheelPage, sees('spin.resting-title')),
  },
  {
    name: 'spin/loading',
    answers: () => ({ 'GET /spinwheel/setup': never, 'GET /spinwheel/coupon': never }),
    open: steps(
      at('/user/spin'),
      sight(({ page, words }) => page.getByRole('status', { name: words('spin.loading') })),
    ),
  },
  {
    name: 'spin/failed',
    answers: () => ({ 'GET /spinwheel/setup': broken, 'GET /spinwheel/coupon': broken }),
    open: steps(at('/user/spin'), sees('spin.failed'), sees('spin.coupons-failed')),
  },
  { name: 'spin/odds', open: steps(wheelPage, press('spin.odds'), inDialog) },
  {
    name: 'spin/turning',
    isSaid: true,
    answers: () => ({ 'POST /spinwheel/spin': never }),
    moves: true,
    open: steps(wheelPage, spin, sees('spin.turning')),
  },
  {
    name: 'spin/prize',
    answers: () => ({
      'GET /spinwheel/coupon': growing(),
      'POST /spinwheel/spin': answers({
        success: true,
        result: { code: 'CASH20', label: '20 บาท', remainingCoin: 2 },
      }),
    }),
    open: steps(wheelPage, spin, sees('spin.prize-title')),
  },
  { name: 'spin/claim', open: steps(wheelPage, press('spin.claim'), sees('spin.claim-title')) },
  {
    name: 'spin/claim-refused',
    answers: () => ({ 'POST /spinwheel/coupon/claim': answers({ success: false, error: 'COUPON_EXPIRED' }) }),
    isSaid: true,
    open: steps(wheelPage, press('spin.claim'), press('spin.claim-confirm'), sees('spin.claim-failed')),
  },
  {
    name: 'spin/claimed',
    answers: () => {
      const { coupons: all } = coupons()
      return changing(
        'POST /spinwheel/coupon/claim',
        { success: true, amount: 20 },
        { 'GET /spinwheel/coupon': answers({ coupons: all }) },
        { 'GET /spinwheel/coupon': answers({ coupons: all.slice(1) }) },
      )
    },
    isSaid: true,
    open: steps(wheelPage, press('spin.claim'), press('spin.claim-confirm'), toast),
  },
  {
    name: 'spin/nothing',
    answers: () => ({
      'POST /spinwheel/spin': answers({
        success: true,
        result: { code: 'NONE1', label: 'ไม่ได้รางวัล', remainingCoin: 2 },
      }),
    }),
    open: steps(wheelPage, spin, sees('spin.result-title')),
  },
  {
    name: 'spin/not-on-wheel',
    answers: () =>
      changing(
        'POST /spinwheel/spin',
        { success: true, result: { code: 'NEW', label: 'ทองคำหนึ่งบาท', remainingCoin: 2 } },
        { 'GET /spinwheel/setup': wheel(3) },
        { 'GET /spinwheel/setup': wheel(2) },
      ),
    isSaid: true,
    open: steps(wheelPage, spin, stopped),
  },
  {
    name: 'spin/refused',
    answers: () => ({ 'POST /spinwheel/spin': answers({ success: false, error: 'REQUEST_LIMIT' }) }),
    isSaid: true,
    open: steps(wheelPage, spin, stopped),
  },
  {
    name: 'spin/unknown',
    answers: () => ({ 'POST /spinwheel/spin': broken }),
    isSaid: true,
    open: steps(wheelPage, spin, stopped),
  },
  {
    name: 'spin/last-coupons',
    isSaid: true,
    open: steps(
      wheelPage,
      press('spin.next'),
      sight(({ page }) => page.getByText('1,000,000 บาท', { exact: true })),
    ),
  },
  {
    name: 'spin/claim-coins',
    open: steps(wheelPage, claimNth(1), sees('spin.claim-coins')),
  },
  {
    name: 'spin/claim-bonus',
    open: steps(wheelPage, claimNth(2), sees('spin.claim-bonus')),
  },
  {
    name: 'spin/claim-blocked',
    answers: () => ({ 'GET /bonus/check/active': answers(runningBonus) }),
    open: steps(wheelPage, claimNth(2), sees('spin.claim-blocked')),
  },
  {
    name: 'spin/claim-untold',
    answers: () => ({ 'GET /bonus/check/active': broken }),
    open: steps(wheelPage, claimNth(0), seesButton('app.try-again')),
  },
  {
    name: 'spin/claim-held',
    answers: () => ({ 'GET /bonus/check/active': answers(runningBonus) }),
    open: steps(wheelPage, claimNth(0), sees('spin.claim-held')),
  },
  {
    name: 'spin/claiming',
    answers: () => ({ 'POST /spinwheel/coupon/claim': never }),
    open: steps(wheelPage, press('spin.claim'), press('spin.claim-confirm'), isBusy),
  },
  {
    name: 'spin/claim-unknown',
    answers: () => ({ 'POST /spinwheel/coupon/claim': broken }),
    isSaid: true,
    open: steps(wheelPage, press('spin.claim'), press('spin.claim-confirm'), sees('spin.claim-unknown')),
  },
]
