import * as v from 'valibot'
import { call } from './call.ts'
import { extra, money } from './values.ts'

/** What both sides seal with where nothing else is configured. */
export const TRUELINK_DEFAULT_SECRET = 'kapao-truelink'
/** The least that is taken, in baht (spec §9). */
export const TRUELINK_MIN_BAHT = 2

/**
 * `link` is sealed (sealLink). Status IN_PROGRESS, with 202: the issuer's answer got lost; the gift is ours or not, the statement will
 * tell. `amount` is then what the gift holds.
 */
export const redeemTruelink = /* @__PURE__ */ call({
  method: 'POST',
  path: '/wallet/truelink',
  token: true,
  effect: 'money',
  body: v.object({ link: v.pipe(v.string(), v.maxLength(4096)) }),
  answer: v.object({
    message: v.literal('SUCCESS'),
    status: extra(v.literal('IN_PROGRESS')),
    amount: extra(money),
  }),
  refusals: ['TRUELINK_INVALID', 'TRUELINK_DUPLICATE', 'REQUEST_LIMIT_1MIN', 'KEY_INVALID', 'OVERLOADED'],
})
