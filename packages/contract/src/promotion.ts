import * as v from 'valibot'
import { call } from './call.ts'
import { extra, succeeded, words } from './values.ts'

export const promotion = /* @__PURE__ */ v.object({
  code: v.string(),
  description: words,
  percentFail: v.number(),
})

/** The promotion that the member has chosen or is playing, else null. */
export const currentPromotion = /* @__PURE__ */ call({
  method: 'GET',
  path: '/promotion/current',
  token: true,
  effect: 'reads',
  body: null,
  answer: v.object({ promotion: v.nullable(promotion) }),
  refusals: [],
})

/** Ours: `received`, that this member has had it already; it can be chosen once. */
export const findPromotion = /* @__PURE__ */ call({
  method: 'GET',
  path: '/promotion/find/{code}',
  token: true,
  effect: 'reads',
  body: null,
  // Another server may leave out by which code it was asked for.
  answer: v.object({ ...promotion.entries, code: extra(v.string()), received: extra(v.boolean()) }),
  refusals: ['NO_PROMOTION', 'REQUEST_LIMIT_1MIN'],
})

export const activatePromotion = /* @__PURE__ */ call({
  method: 'GET',
  path: '/promotion/activate/{code}',
  token: true,
  effect: 'writes',
  body: null,
  answer: succeeded,
  refusals: [
    'NO_PROMOTION',
    'PROMOTION_RECEIVED',
    'BONUS_ALREADY_ACTIVE',
    'BONUS_REMAINING',
    'REQUEST_LIMIT_1MIN',
  ],
})
