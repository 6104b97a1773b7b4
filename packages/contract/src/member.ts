// What home shows of a member, apart from the calls of registration and profile, so that home does not carry those.
import * as v from 'valibot'
import { timestamp, words } from './values.ts'

export const bankName = /* @__PURE__ */ v.object({ nameTH: words, nameEN: words })

/** Both empty where another server does not say how the bank is called. */
export const bankNames = /* @__PURE__ */ v.optional(v.nullable(bankName, {}), {})

export const profile = /* @__PURE__ */ v.object({
  _id: v.string(),
  name: v.string(),
  username: v.string(),
  coin: v.fallback(v.optional(v.number(), 0), 0),
  // Beside the figures, and no reason to show none of them.
  createdAt: v.fallback(timestamp, ''),
})

export const bankAccount = /* @__PURE__ */ v.object({
  bankCode: words,
  bankAccountName: words,
  bankAccountNo: words,
  bank: bankNames,
})

/** Of a member who has none at another server, which may say so by null, it is one without a number. */
export const ownBankAccount = /* @__PURE__ */ v.optional(v.nullable(bankAccount, {}), {})
