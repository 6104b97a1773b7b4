import * as v from 'valibot'
import { call } from './call.ts'
import { extra, money } from './values.ts'

export const conditionTypes = ['bonus', 'promotion', 'invite', 'refund'] as const
export type ConditionType = (typeof conditionTypes)[number]

/**
 * In a file of its own: the wallet's member queries hold it, which home loads, and home needs none of the other bonus calls. All but
 * `status` and `type` is ours. `state`: chosen waits for a deposit of at least `minDeposit` and
 * brings `percent` of it, at most `cap`, as far as there are such bounds; running has the four amounts: what it started from, what there is
 * now, and where it ends in success or has failed.
 */
export const checkActiveBonus = /* @__PURE__ */ call({
  method: 'GET',
  path: '/bonus/check/active',
  token: true,
  effect: 'reads',
  body: null,
  answer: v.object({
    status: v.boolean(),
    // Of a kind that nobody knows here it is active all the same, and can be cleared.
    type: v.fallback(v.picklist([...conditionTypes, '']), ''),
    state: extra(v.picklist(['chosen', 'running'])),
    code: extra(v.string()),
    description: extra(v.string()),
    percentFail: extra(v.number()),
    percent: extra(v.number()),
    cap: extra(money),
    minDeposit: extra(money),
    bonus: extra(money),
    base: extra(money),
    total: extra(money),
    successAt: extra(money),
    failAt: extra(money),
  }),
  refusals: [],
})
