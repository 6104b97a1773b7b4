import * as v from 'valibot'
import { call } from './call.ts'
import { extra, known, money, pageRequest, rowsAlone, timestamp } from './values.ts'

const linkedItem = /* @__PURE__ */ extra(v.object({ description: v.string() }))

export const statementTypes = ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'] as const

/** `from` and `to`: `BANK`, `WALLET`, a game's code, or `SYSTEM`. */
export const statementRow = /* @__PURE__ */ v.object({
  _id: v.string(),
  statementType: known(statementTypes),
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
  // Ours, of a withdrawal: when it was sent to the bank, and when the bank had paid it or it came back.
  payout: extra(v.object({ sentAt: extra(timestamp), endedAt: extra(timestamp) })),
})

export const listStatements = /* @__PURE__ */ call({
  method: 'POST',
  path: '/statement',
  token: true,
  effect: 'reads',
  body: pageRequest,
  answer: v.object({ total: v.number(), statements: rowsAlone(statementRow) }),
  refusals: [],
})
