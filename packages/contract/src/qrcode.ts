import * as v from 'valibot'
import { call } from './call.ts'
import { text } from './text.ts'
import { extra, money, requestedMoney, succeeded, timestamp, words } from './values.ts'

export const qrProviders = ['KBANK', 'WW', 'PAYTIMZ'] as const
export type QrProvider = (typeof qrProviders)[number]

/**
 * `qrcode` is SVG markup. `status` is ours: why there is no code, so that the screen can tell paid from expired; of a code that it is open, so that
 * nobody need look elsewhere for its payment.
 */
export const qrState = /* @__PURE__ */ v.variant('hasQrcode', [
  v.object({
    hasQrcode: v.literal(true),
    qrcodeId: v.string(),
    qrcode: v.string(),
    amount: money,
    expireIn: timestamp,
    message: words,
    status: extra(v.literal('OPEN')),
  }),
  v.object({
    hasQrcode: v.literal(false),
    message: words,
    status: extra(v.picklist(['PAID', 'EXPIRED', 'CANCELLED'])),
    qrcodeId: extra(v.string()),
    amount: extra(money),
  }),
])

export const getQr = /* @__PURE__ */ call({
  method: 'GET',
  path: '/qrcode/{provider}',
  token: true,
  effect: 'reads',
  body: null,
  answer: qrState,
  refusals: ['NO_DATA'],
})

export const createQr = /* @__PURE__ */ call({
  method: 'POST',
  path: '/qrcode/{provider}',
  token: true,
  effect: 'money',
  body: v.object({ amount: requestedMoney }),
  answer: qrState,
  refusals: ['NO_DATA', 'QR_FAIL', 'TRANSFER_MINIMUM', 'KEY_INVALID'],
})

export const cancelQr = /* @__PURE__ */ call({
  method: 'DELETE',
  path: '/qrcode/{provider}',
  token: true,
  effect: 'writes',
  body: v.object({ qrcodeId: text }),
  answer: succeeded,
  refusals: ['NO_DATA'],
})
