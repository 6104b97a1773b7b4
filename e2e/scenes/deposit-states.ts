// What the ways of a deposit show while something is waited for, and where it goes wrong.
import { press } from '../errors/place.ts'
import { answers, broken, changing, never, qr, refuses, slips, statements } from './answers.ts'
import { code, pickSlip, qrForm, sendGift } from './deposit.ts'
import { chosen } from './rewards.ts'
import type { Scene } from './scene.ts'
import {
  fromHome,
  inApp,
  isBusy,
  loads,
  type Step,
  saysMoney,
  sees,
  sight,
  steps,
  typesMoney,
  way,
} from './steps.ts'

/** From now on no answer about the code arrives. */
const unheard: Step = async ({ page }) => {
  await page.route('**/api/qrcode/*', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.fallback(),
  )
}
/** Under way when it is first looked at, and refused by the next look. */
function refusedGift() {
  const row = { ...statements()[0], statementType: 'deposit', from: 'BANK', to: 'WALLET', amount: 41.25 }
  let looks = 0
  return () => {
    looks += 1
    return { total: 1, statements: [{ ...row, status: looks === 1 ? 'PENDING' : 'FAILED' }] }
  }
}
const makeCode = steps(typesMoney('deposit.amount', '500'), press('deposit.create'))

export const depositStates: readonly Scene[] = [
  {
    name: 'deposit/bonus-waiting',
    answers: () => chosen,
    open: fromHome(
      'home.deposit',
      sight((hand) => hand.page.getByText(saysMoney(hand, 'deposit.bonus-from', '300'))),
    ),
  },
  {
    name: 'deposit/qr-loading',
    answers: () => ({ 'GET /qrcode/{provider}': never }),
    open: way('KBANK', loads('deposit.qr-loading')),
  },
  {
    name: 'deposit/qr-failed',
    answers: () => ({ 'GET /qrcode/{provider}': broken }),
    open: way('KBANK', sees('deposit.qr-failed')),
  },
  {
    name: 'deposit/qr-creating',
    answers: () => ({ 'POST /qrcode/{provider}': never }),
    open: steps(qrForm, makeCode, isBusy),
  },
  {
    name: 'deposit/qr-checking',
    // It went away without a reason, and whether it was paid is asked of the statement.
    answers: () => ({
      'POST /qrcode/{provider}': answers(qr()),
      'GET /qrcode/{provider}': answers({ hasQrcode: false, message: '' }),
      'POST /statement': never,
    }),
    open: steps(qrForm, makeCode, sees('deposit.qr-checking')),
  },
  {
    name: 'deposit/qr-cut',
    answers: () => ({ 'POST /qrcode/{provider}': answers(qr()) }),
    open: steps(qrForm, unheard, makeCode, code, sees('deposit.qr-cut')),
    leave: ({ page }) => page.unroute('**/api/qrcode/*'),
  },
  {
    name: 'deposit/qr-picture',
    answers: () => ({ 'GET /qrcode/{provider}': answers(qr()) }),
    // The amount is drawn into the picture in the language of that moment.
    isSaid: true,
    open: steps(inApp, way('KBANK', code), press('deposit.qr-save'), sees('deposit.qr-press-long')),
  },
  {
    name: 'deposit/gift-sending',
    country: 'th',
    answers: () => ({ 'POST /wallet/truelink': never }),
    open: steps(sendGift, isBusy),
  },
  {
    name: 'deposit/gift-pending',
    country: 'th',
    answers: () => ({ 'POST /wallet/truelink': answers({ message: 'SUCCESS', status: 'IN_PROGRESS' }) }),
    open: steps(sendGift, sees('truelink.pending-title')),
  },
  {
    name: 'deposit/gift-not-taken',
    country: 'th',
    answers: () =>
      changing(
        'POST /wallet/truelink',
        { message: 'SUCCESS', status: 'IN_PROGRESS', amount: 41.25 },
        { 'POST /statement': answers({ total: 0, statements: [] }) },
        { 'POST /statement': { body: refusedGift() } },
      ),
    open: steps(sendGift, sees('truelink.not-taken-title')),
  },
  {
    name: 'deposit/gift-invalid',
    country: 'th',
    answers: () => ({ 'POST /wallet/truelink': refuses('TRUELINK_INVALID') }),
    isSaid: true,
    open: steps(sendGift, sees('errors.TRUELINK_INVALID')),
  },
  {
    name: 'deposit/gift-unknown',
    country: 'th',
    answers: () => ({ 'POST /wallet/truelink': broken }),
    isSaid: true,
    open: steps(sendGift, sees('truelink.unknown')),
  },
  {
    name: 'deposit/slip-not-a-picture',
    open: way(
      'slip',
      ({ page }) =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }),
      sees('slip.problem-not-a-picture'),
    ),
  },
  {
    name: 'deposit/slip-cancelled',
    answers: () => ({ 'POST /wallet/slip': never }),
    open: steps(pickSlip, press('slip.send'), press('slip.cancel'), sees('slip.cancelled')),
  },
  {
    name: 'deposit/slip-credited',
    answers: () => ({
      'POST /statement/slip': answers({ total: 1, slips: [{ ...slips()[1], reference: 'slip-1' }] }),
    }),
    open: steps(pickSlip, press('slip.send'), sees('deposit.paid-title')),
  },
  {
    name: 'deposit/paid-not-counted',
    answers: () => ({
      'POST /statement/slip': answers({ total: 1, slips: [{ ...slips()[1], reference: 'slip-1' }] }),
    }),
    open: steps(
      pickSlip,
      async ({ page }) => void (await page.route('**/api/wallet', () => undefined)),
      press('slip.send'),
      sight(({ page, words }) => page.getByRole('img', { name: words('deposit.paid-balance-loading') })),
    ),
    leave: ({ page }) => page.unroute('**/api/wallet'),
  },
]
