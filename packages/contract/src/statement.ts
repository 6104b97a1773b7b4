import * as v from 'valibot'
import { call } from './call.ts'
import { extra, money, pageRequest, timestamp } from './values.ts'

const linkedItem = /* @__PURE__ */ extra(v.object({ description: v.string() }))

/** `from` and `to`: `BANK`, `WALLET`, a game's code, or `SYSTEM`. */
export const statementRow = /* @__PURE__ */ v.object({
  _id: v.string(),
  statementType: v.picklist(['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer']),
  status: v.string(),
  from: v.string(),
  to: v.string(),
  amount: money,
  createdAt: timestamp,
  bonus: linkedItem,
  promotion: linkedItem,
  invite: linkedItem,
  refund: linkedItem,
  luckydraw: linkedItem,
})

export const listStatements = /* @__PURE__ */ call({
  method: 'POST',
  path: '/statement',
  token: true,
  effect: 'reads',
  body: pageRequest,
  answer: v.object({ total: v.number(), statements: v.array(statementRow) }),
  refusals: [],
})
