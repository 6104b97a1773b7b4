import * as v from 'valibot'
import { call } from './call.ts'
import { banner, extra, known, money, rows, rowsAlone, succeeded, timestamp } from './values.ts'

export const bonusTypes = ['limit', 'day', 'week'] as const
export type BonusType = (typeof bonusTypes)[number]

export const bonus = /* @__PURE__ */ v.object({
  code: v.string(),
  type: known(bonusTypes),
  maxReceived: v.number(),
  percentFail: v.number(),
  banners: v.optional(rows(banner), []),
  // Who has no part in it yet has none here, or null.
  userBonus: v.optional(
    v.nullable(
      v.object({
        _id: v.string(),
        isActive: v.boolean(),
        received: v.optional(rows(v.object({ updatedAt: timestamp })), []),
      }),
    ),
    null,
  ),
})

/** Ours: `weekStartsOn`, the day from which a bonus of the week counts, 1 for Monday to 7 for Sunday. Monday where a server does not say. */
export const listBonuses = /* @__PURE__ */ call({
  method: 'GET',
  path: '/bonus',
  token: true,
  effect: 'reads',
  body: null,
  answer: v.object({ bonuses: rowsAlone(bonus), weekStartsOn: extra(v.number()) }),
  refusals: [],
})

export const activateBonus = /* @__PURE__ */ call({
  method: 'GET',
  path: '/bonus/activate/{code}',
  token: true,
  effect: 'writes',
  body: null,
  answer: succeeded,
  refusals: ['BONUS_ALREADY_ACTIVE', 'BONUS_MAX_CLAIMED', 'BONUS_FULL', 'BONUS_REMAINING', 'NO_DATA'],
})

/**
 * `amount`: at or under this total the bonus may be cleared free. Ours: `taken`, what clearing would take back now; for a minute our server takes
 * no more.
 */
export const checkMinimumBonus = /* @__PURE__ */ call({
  method: 'GET',
  path: '/bonus/check/minimum',
  token: true,
  effect: 'reads',
  body: null,
  answer: v.object({ status: v.boolean(), amount: extra(money), taken: extra(money) }),
  refusals: [],
})

/**
 * TRANSFER_FAIL: a game does not give its balance back yet, or what it tells cannot be believed yet. BONUS_CONDITION: more would be taken than
 * `checkMinimumBonus` has just told. Nothing was taken. Ours: `taken`, what was taken back.
 */
export const clearBonus = /* @__PURE__ */ call({
  method: 'GET',
  path: '/bonus/clear',
  token: true,
  effect: 'money',
  body: null,
  answer: v.object({ message: v.literal('BONUS_CLEAR'), taken: extra(money) }),
  refusals: ['NO_DATA', 'TRANSFER_FAIL', 'BONUS_CONDITION', 'KEY_INVALID'],
})
