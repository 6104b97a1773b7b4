import * as v from 'valibot'
import { call } from './call.ts'
import { text } from './text.ts'
import { extra, money, rowsAlone, timestamp, words } from './values.ts'

/** How many slices a wheel may have. */
export const WHEEL_MIN_SLICES = 2
export const WHEEL_MAX_SLICES = 40

/** Ours: `odds`, the chance of the slice in percent, when the operator publishes the weights; `isPrize`, whether it gives a coupon. */
export const wheelSlice = /* @__PURE__ */ v.object({
  code: v.string(),
  label: v.string(),
  bgColor: v.string(),
  textColor: v.string(),
  htmlDescription: words,
  odds: extra(v.number()),
  isPrize: extra(v.boolean()),
})

/**
 * Without a wheel to spin: no name and no slices. The coins are the member's all the same. `earning` is ours: one coin for each full
 * `each` of a deposit by itself, at most `perDay` a day, of which today's deposits may still earn `left`; absent where deposits earn none.
 */
export const setupWheel = /* @__PURE__ */ call({
  method: 'GET',
  path: '/spinwheel/setup',
  token: true,
  effect: 'reads',
  body: null,
  answer: v.object({
    name: words,
    slices: v.optional(v.nullable(v.array(wheelSlice), []), []),
    userCoin: v.number(),
    earning: extra(v.object({ each: money, perDay: v.number(), left: extra(v.number()) })),
  }),
  refusals: [],
})

/** What was refused answers 200 too: `error` is a code of the catalogue, or another server's own words. */
const failed = /* @__PURE__ */ v.object({ success: v.literal(false), error: v.string() })

/**
 * The draw is the server's: the wheel only shows it. What is refused took nothing: `error` NO_COIN, or NO_DATA when there is no wheel to
 * spin.
 */
export const spinWheel = /* @__PURE__ */ call({
  method: 'POST',
  path: '/spinwheel/spin',
  token: true,
  effect: 'money',
  body: null,
  answer: v.variant('success', [
    v.object({
      success: v.literal(true),
      result: v.object({ code: v.string(), label: v.string(), remainingCoin: v.number() }),
    }),
    failed,
  ]),
  refusals: ['KEY_INVALID'],
})

/** A prize may be no amount of anything. */
const prizeAmount = /* @__PURE__ */ v.optional(v.nullable(money, 0), 0)

/**
 * `prize.slice` is the slice's label. `amount` is money, or the number of coins. Ours: `kind`, `expiresAt`, and of a bonus the
 * `success` and `fail` percents of its condition.
 */
export const coupon = /* @__PURE__ */ v.object({
  _id: v.string(),
  prize: v.object({ name: v.string(), slice: v.string() }),
  amount: prizeAmount,
  kind: extra(v.picklist(['money', 'coins', 'bonus'])),
  expiresAt: extra(timestamp),
  success: extra(v.number()),
  fail: extra(v.number()),
})

/** Those that can be claimed, newest first. */
export const listCoupons = /* @__PURE__ */ call({
  method: 'GET',
  path: '/spinwheel/coupon',
  token: true,
  effect: 'reads',
  body: null,
  answer: v.object({ coupons: rowsAlone(coupon) }),
  refusals: [],
})

/** `coupon` is the `_id` of one of the member's own. */
export const claimCoupon = /* @__PURE__ */ call({
  method: 'POST',
  path: '/spinwheel/coupon/claim',
  token: true,
  effect: 'money',
  body: v.object({ coupon: text }),
  answer: v.variant('success', [v.object({ success: v.literal(true), amount: prizeAmount }), failed]),
  refusals: ['KEY_INVALID'],
})
