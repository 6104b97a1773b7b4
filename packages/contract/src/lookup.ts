import * as v from 'valibot'
import { call } from './call.ts'
import { bankNames } from './member.ts'
import { extra, html, money, rows, words } from './values.ts'

export const lookupBanks = /* @__PURE__ */ call({
  method: 'GET',
  path: '/lookup/banks',
  token: false,
  effect: 'reads',
  body: null,
  answer: v.object({
    banks: rows(
      // The Thai name alone is every server's (spec §3).
      v.object({
        code: v.string(),
        nameTH: v.string(),
        nameEN: words,
        nameLA: extra(v.string()),
        // Ours: of a bank whose account numbers are all of one length.
        digits: extra(v.pipe(v.number(), v.integer(), v.minValue(1))),
      }),
    ),
  }),
  refusals: [],
})

export const lookupSources = /* @__PURE__ */ call({
  method: 'GET',
  path: '/lookup/sources',
  token: false,
  effect: 'reads',
  body: null,
  answer: v.object({ sources: rows(v.object({ code: v.string(), description: v.string() })) }),
  refusals: [],
})

const depositAccount = /* @__PURE__ */ v.pipe(
  v.object({
    bankCode: v.string(),
    bankType: v.string(),
    // Without one it is by hand, as any but AUTO.
    mode: words,
    bankAccountName: words,
    bankAccountNo: words,
    // Without one it is the build's first, as a wallet's is.
    currency: extra(v.string()),
    bank: bankNames,
    // Ours: the least that a QR code may be of.
    minDeposit: extra(money),
  }),
  // A code says by itself where the money goes.
  v.check(
    ({ bankType, bankAccountNo }) => bankType.toUpperCase() === 'QR' || bankAccountNo !== '',
    'an account without its number',
  ),
)

const giftAccount = /* @__PURE__ */ v.object({
  walletAccountName: v.string(),
  walletAccountNo: extra(v.string()),
  mode: words,
})

export const lookupDeposit = /* @__PURE__ */ call({
  method: 'GET',
  path: '/lookup/deposit',
  token: true,
  effect: 'reads',
  body: null,
  answer: v.object({
    // Who takes one of the two kinds alone may leave the other out.
    banks: v.optional(rows(depositAccount), []),
    wallets: v.optional(rows(giftAccount), []),
    isManual: v.boolean(),
  }),
  refusals: [],
})

export const lookupConditions = /* @__PURE__ */ call({
  method: 'GET',
  path: '/lookup/conditions',
  token: false,
  effect: 'reads',
  body: null,
  answer: v.object({ conditions: rows(html) }),
  refusals: [],
})

export const lookupAgreements = /* @__PURE__ */ call({
  method: 'GET',
  path: '/lookup/agreements',
  token: false,
  effect: 'reads',
  body: null,
  answer: v.object({ agreements: rows(html) }),
  refusals: [],
})

export const lookupInfo = /* @__PURE__ */ call({
  method: 'GET',
  path: '/lookup/info',
  token: false,
  effect: 'reads',
  body: null,
  answer: v.object({ name: v.string(), website: words }),
  refusals: [],
})

export const lookupNotice = /* @__PURE__ */ call({
  method: 'GET',
  path: '/lookup/notice',
  token: false,
  effect: 'reads',
  body: null,
  answer: v.object({ notice: html }),
  refusals: [],
})

export const lookupContact = /* @__PURE__ */ call({
  method: 'GET',
  path: '/lookup/contact',
  token: false,
  effect: 'reads',
  body: null,
  // It may be none, but is told: an answer of which all may be left out would be anything at all.
  answer: v.object({ contactText: v.nullable(html, ''), lineLink: words, lineName: words, lineQR: words }),
  refusals: [],
})

const withdrawLimits = /* @__PURE__ */ v.object({ withdrawMin: money, withdrawMax: money })

export const lookupWithdraw = /* @__PURE__ */ call({
  method: 'GET',
  path: '/lookup/withdraw',
  token: false,
  effect: 'reads',
  body: null,
  answer: v.object({
    ...withdrawLimits.entries,
    // Ours: the limits of every currency, where members have different ones.
    byCurrency: extra(v.record(v.string(), withdrawLimits)),
  }),
  refusals: [],
})

export const lookupSlip = /* @__PURE__ */ call({
  method: 'GET',
  path: '/lookup/slip',
  token: false,
  effect: 'reads',
  body: null,
  answer: v.object({ isActive: v.boolean() }),
  refusals: [],
})

/** `currencies`, ours: those that a wallet can be opened in; without it every one of the build's. */
export const lookupRegisterOtp = /* @__PURE__ */ call({
  method: 'GET',
  path: '/lookup/registerOTP',
  token: false,
  effect: 'reads',
  body: null,
  answer: v.object({ registerOTP: v.boolean(), currencies: extra(v.array(v.string())) }),
  refusals: [],
})
