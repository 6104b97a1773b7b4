import * as v from 'valibot'
import { call } from './call.ts'
import { banner, extra, money, pageRequest, rows, rowsAlone, timestamp, words } from './values.ts'

/** Ours: `isAdded`, whether it was added to the wallet since it was received. */
export const refundRow = /* @__PURE__ */ v.object({
  refundAmount: money,
  createdAt: timestamp,
  isAdded: extra(v.boolean()),
})

export const listRefunds = /* @__PURE__ */ call({
  method: 'POST',
  path: '/refund',
  token: true,
  effect: 'reads',
  body: pageRequest,
  answer: v.object({ total: v.number(), refunds: rowsAlone(refundRow) }),
  refusals: [],
})

/**
 * Ours: `refundCollected`, received and not yet added to the wallet, `refundMin`, under which none is received, and `isActive`, whether the
 * operator gives refunds now. It may ask the games for last week's last balances.
 */
export const checkRefund = /* @__PURE__ */ call({
  method: 'GET',
  path: '/refund/check',
  token: true,
  effect: 'writes',
  body: null,
  answer: v.object({
    result: v.boolean(),
    bonus: v.boolean(),
    info: words,
    refundAmount: money,
    refundSuccess: v.number(),
    refundFail: v.number(),
    refundCollected: extra(money),
    refundMin: extra(money),
    isActive: extra(v.boolean()),
  }),
  refusals: [],
})

export const receiveRefund = /* @__PURE__ */ call({
  method: 'GET',
  path: '/refund/receive',
  token: true,
  effect: 'money',
  body: null,
  answer: v.object({ message: v.literal('REFUND_SUCCESS') }),
  refusals: ['NO_REFUND', 'REFUND_CONDITION', 'REFUND_INACTIVE', 'REFUND_MINIMUM', 'KEY_INVALID'],
})

/** REFUND_CONDITION: a bonus is active, or a game that was given money does not answer; nothing was added. Another server may leave the amount out. */
export const addRefundToWallet = /* @__PURE__ */ call({
  method: 'GET',
  path: '/refund/addWallet',
  token: true,
  effect: 'money',
  body: null,
  answer: v.object({ message: v.literal('REFUND_SUCCESS'), amount: extra(money) }),
  refusals: ['NO_REFUND', 'REFUND_MINIMUM', 'REFUND_CONDITION', 'KEY_INVALID'],
})

export const listRefundBanners = /* @__PURE__ */ call({
  method: 'GET',
  path: '/refund/banners',
  token: true,
  effect: 'reads',
  body: null,
  answer: v.object({ banners: rows(banner) }),
  refusals: [],
})
