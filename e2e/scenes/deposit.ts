// Money in, by each of its ways.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { press } from '../errors/place.ts'
import { type Answers, answers, broken, depositAccounts, never, qr, refuses, slips } from './answers.ts'
import type { Scene } from './scene.ts'
import {
  fieldIs,
  fromHome,
  pressThat,
  reads,
  type Step,
  saysMoney,
  sees,
  seesButton,
  sight,
  steps,
  toast,
  types,
  typesMoney,
  way,
} from './steps.ts'

export const code = sight(({ page }) => page.locator('dialog[open] img[width="320"]'))

export const qrForm = way('KBANK', fieldIs('deposit.amount'))
// Gifts are in baht.
const gift = way('truelink', seesButton('truelink.send'))
export const sendGift = steps(
  gift,
  types('truelink.link', 'https://gift.example/?v=0123456789abcdefghijklmnopqrstuvwxy'),
  press('truelink.send'),
)
const slip: Step = async ({ page }) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'slip.png',
    mimeType: 'image/png',
    buffer: readFileSync(join(import.meta.dirname, '..', '..', 'apps', 'wallet', 'public', 'icon-192.png')),
  })
export const pickSlip = way('slip', slip, seesButton('slip.send'))

const slipFailedFor = (note: string) =>
  answers({
    total: 1,
    slips: slips()
      .slice(-1)
      .map((slip) => ({ ...slip, note, reference: 'slip-1' })),
  })

const manual = {
  ...depositAccounts,
  isManual: true,
  banks: depositAccounts.banks.filter(({ bankType }) => bankType === 'BANK'),
}
/** There is no code until one is made, and it stays open. */
export function codeOnDemand(): Answers {
  let isMade = false
  const make = () => {
    isMade = true
    return qr()
  }
  return {
    'POST /qrcode/{provider}': { body: make },
    'GET /qrcode/{provider}': { body: () => (isMade ? qr() : { hasQrcode: false, message: '' }) },
  }
}

/** Made as the scene opens: a code lasts ten minutes. */
const qrAnswers = () => ({ 'GET /qrcode/{provider}': answers(qr()) })

export const depositScenes: readonly Scene[] = [
  { name: 'deposit/ways', open: fromHome('home.deposit', sees('deposit.way-slip')) },
  {
    name: 'deposit/loading',
    answers: () => ({ 'GET /lookup/deposit': never }),
    open: fromHome(
      'home.deposit',
      sight(({ page }) => page.locator('dialog[open] [role=status][aria-label]')),
    ),
  },
  {
    name: 'deposit/failed',
    answers: () => ({ 'GET /lookup/deposit': broken }),
    open: fromHome('home.deposit', sees('deposit.not-loaded-title')),
  },
  {
    name: 'deposit/none',
    answers: () => ({
      'GET /lookup/deposit': answers({ banks: [], wallets: [], isManual: false }),
      'GET /lookup/slip': answers({ isActive: false }),
    }),
    open: fromHome('home.deposit', sees('deposit.none-title'), sees('deposit.contact')),
  },
  { name: 'deposit/bank', open: way('bank', seesButton('deposit.announce')) },
  {
    name: 'deposit/bank-announced',
    isSaid: true,
    open: way('bank', typesMoney('deposit.amount-optional', '98765.10'), press('deposit.announce'), toast),
  },
  {
    name: 'deposit/bank-refused',
    answers: () => ({ 'POST /wallet/add': refuses('NO_BANK') }),
    isSaid: true,
    open: way(
      'bank',
      typesMoney('deposit.amount-optional', '500'),
      press('deposit.announce'),
      sees('deposit.no-account'),
      seesButton('deposit.check-accounts'),
    ),
  },
  {
    name: 'deposit/manual',
    answers: () => ({ 'GET /lookup/deposit': answers(manual) }),
    open: fromHome(
      'home.deposit',
      pressThat(({ words }) => words('deposit.way-manual')),
      sees('deposit.manual-text'),
    ),
  },
  { name: 'deposit/qr', open: qrForm },
  {
    name: 'deposit/qr-below',
    isSaid: true,
    open: way(
      'WW',
      typesMoney('deposit.amount', '20'),
      press('deposit.create'),
      sight(({ page }) => page.locator('[aria-invalid=true]')),
    ),
  },
  { name: 'deposit/qr-open', answers: qrAnswers, open: way('KBANK', code) },
  {
    name: 'deposit/qr-cancelled',
    answers: () => ({
      'POST /qrcode/{provider}': answers(qr()),
      'GET /qrcode/{provider}': answers({ hasQrcode: false }),
    }),
    isSaid: true,
    open: steps(
      qrForm,
      typesMoney('deposit.amount', '500'),
      press('deposit.create'),
      code,
      press('deposit.qr-cancel'),
      fieldIs('deposit.amount'),
    ),
  },
  {
    name: 'deposit/qr-expired',
    answers: () => ended('EXPIRED'),
    isSaid: true,
    open: ends(sight((hand) => hand.page.getByText(saysMoney(hand, 'deposit.qr-expired', '500.00')))),
  },
  {
    name: 'deposit/paid',
    answers: () => ended('PAID'),
    isSaid: true,
    open: ends(sees('deposit.paid-title')),
  },
  { name: 'deposit/gift', country: 'th', open: gift },
  {
    name: 'deposit/gift-used',
    country: 'th',
    answers: () => ({ 'POST /wallet/truelink': refuses('TRUELINK_DUPLICATE') }),
    isSaid: true,
    open: steps(sendGift, sees('truelink.used')),
  },
  {
    name: 'deposit/gift-taken',
    country: 'th',
    isSaid: true,
    open: steps(sendGift, sees('deposit.paid-title')),
  },
  { name: 'deposit/slip', open: way('slip', seesButton('slip.send')) },
  { name: 'deposit/slip-chosen', open: pickSlip },
  {
    name: 'deposit/slip-uploading',
    answers: () => ({ 'POST /wallet/slip': never }),
    open: steps(pickSlip, press('slip.send'), seesButton('slip.cancel')),
  },
  {
    name: 'deposit/slip-judging',
    answers: () => ({
      'POST /statement/slip': answers({ total: 1, slips: [{ ...slips()[0], reference: 'slip-1' }] }),
    }),
    open: steps(pickSlip, press('slip.send'), sees('slip.judging-title')),
  },
  {
    name: 'deposit/slip-failed',
    answers: () => ({ 'POST /statement/slip': slipFailedFor('EXPIRED_SLIP') }),
    open: steps(pickSlip, press('slip.send'), sees('slip.failed-title')),
  },
  {
    name: 'deposit/slip-unread',
    answers: () => ({ 'POST /statement/slip': slipFailedFor('CANNOT_READ_CROPPED_IMAGE') }),
    open: steps(pickSlip, press('slip.send'), sees('slip.failed-title')),
  },
  {
    name: 'deposit/slip-unchecked',
    answers: () => ({ 'POST /statement/slip': slipFailedFor('TRIPPLE_WRONG_CAPTCHA') }),
    open: steps(pickSlip, press('slip.send'), sees('slip.unchecked-title')),
  },
  {
    name: 'deposit/slip-not-sent',
    answers: () => ({ 'POST /wallet/slip': { hangsUp: true } }),
    isSaid: true,
    open: steps(pickSlip, press('slip.send'), reads('slip.trouble-no-network')),
  },
]

/** A code that was shown is asked for again, and is over by then. */
function ended(status: 'PAID' | 'EXPIRED') {
  return {
    'POST /qrcode/{provider}': answers(qr()),
    'GET /qrcode/{provider}': answers({
      hasQrcode: false,
      message: '',
      status,
      qrcodeId: 'qr-1',
      amount: 500,
    }),
  }
}
function ends(sign: Step): Step {
  return steps(qrForm, typesMoney('deposit.amount', '500'), press('deposit.create'), sign)
}
