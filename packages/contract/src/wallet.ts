import { ZERO } from '@kapao/money/minor'
import * as v from 'valibot'
import { call } from './call.ts'
import { ownBankAccount, profile } from './member.ts'
import { NO_RATIO, ratio } from './ratio.ts'
import { text } from './text.ts'
import { extra, known, money, requestedMoney, rows, succeeded, succeededOrInProgress } from './values.ts'

export const gameCategories = ['slot', 'sport', 'casino', 'lotto'] as const

/**
 * A game account. `amount` is in the game's credits; `amount × ftWalletSlot` is its worth in the wallet's currency. One that is not open
 * holds nothing, and needs no ratio.
 */
export const game = /* @__PURE__ */ v.pipe(
  v.object({
    code: v.string(),
    name: v.string(),
    category: known(gameCategories),
    logo: v.fallback(v.string(), ''),
    background: v.fallback(v.string(), ''),
    amount: v.optional(v.nullable(money, 0), 0),
    isActive: v.boolean(),
    ftWalletSlot: v.fallback(ratio, NO_RATIO),
    web: v.fallback(v.nullable(v.string()), null),
    android: v.fallback(v.nullable(v.string()), null),
    ios: v.fallback(v.nullable(v.string()), null),
  }),
  v.check(({ isActive, ftWalletSlot }) => !isActive || ftWalletSlot !== NO_RATIO),
)

const NO_INVITE = { amount: ZERO, success: 0, fail: 0 }

/** An operator who pays none may say nothing of it, or half. An amount without its percents is none: it would be told as one without a condition. */
const inviteBonus = /* @__PURE__ */ v.fallback(
  v.object({ amount: money, success: v.number(), fail: v.number() }),
  NO_INVITE,
)

export const getWallet = /* @__PURE__ */ call({
  method: 'GET',
  path: '/wallet',
  token: true,
  effect: 'reads',
  body: null,
  answer: v.object({
    profile,
    bankAccount: ownBankAccount,
    wallet: v.object({ amount: money, currency: extra(v.string()) }),
    invite: inviteBonus,
    slots: rows(game),
    // Ours: for how long the open games have not been asked, the one that waits the longest.
    gamesAgeSeconds: extra(v.pipe(v.number(), v.minValue(0))),
    // Ours: what has left the wallet for a game that has not confirmed it yet, and so is part of neither's figure.
    onItsWay: extra(money),
    // Ours: the same for the member's bank.
    onItsWayToBank: extra(money),
  }),
  refusals: ['NO_WALLET'],
})

export const refreshSlots = /* @__PURE__ */ call({
  method: 'GET',
  path: '/wallet/refresh/slot',
  token: true,
  effect: 'writes',
  body: null,
  answer: v.object({ slots: rows(game), failed: v.fallback(v.optional(v.array(v.string()), []), []) }),
  refusals: [],
})

export const activateGame = /* @__PURE__ */ call({
  method: 'GET',
  path: '/wallet/activate/{code}',
  token: true,
  effect: 'writes',
  body: null,
  answer: succeeded,
  refusals: ['NO_GAME', 'SLOT_ALREADY_ACTIVE', 'SLOT_ACTIVATE_FAIL', 'GAME_ACTIVATION_FAIL'],
})

/** What a form holds under its names is text. Another server may say a number as one, and null of what is to be left out. */
// @__NO_SIDE_EFFECTS__
function formFields(): v.RecordSchema<v.StringSchema<undefined>, v.StringSchema<undefined>, undefined> {
  const texts = v.record(v.string(), v.string())
  return {
    ...texts,
    '~run'(dataset, config) {
      if (typeof dataset.value !== 'object') return texts['~run'](dataset, config)
      const value: Record<string, unknown> = { ...dataset.value }
      for (const name in value) {
        if (value[name] === null) delete value[name]
        else if (typeof value[name] !== 'object') value[name] = String(value[name])
      }
      return texts['~run']({ value }, config)
    },
  }
}

/** `event`: the posted form of the one provider whose web login is a form (api: NOT_UFABET), else null. */
export const getGameAccount = /* @__PURE__ */ call({
  method: 'GET',
  path: '/wallet/account/{code}',
  token: true,
  effect: 'reads',
  body: null,
  answer: v.object({
    username: v.string(),
    password: v.string(),
    event: v.fallback(v.nullable(v.object({ action: v.string(), fields: formFields() })), null),
  }),
  refusals: ['NO_GAME', 'SLOT_NO_ACCOUNT'],
})

export const resetGamePassword = /* @__PURE__ */ call({
  method: 'GET',
  path: '/wallet/resetpassword/{code}',
  token: true,
  effect: 'writes',
  body: null,
  answer: succeeded,
  refusals: ['NO_GAME', 'SLOT_NO_ACCOUNT', 'SLOT_RESET_PASSWORD_FAIL'],
})

export const announceDeposit = /* @__PURE__ */ call({
  method: 'POST',
  path: '/wallet/add',
  token: true,
  effect: 'writes',
  body: v.object({ amount: requestedMoney }),
  answer: succeeded,
  refusals: ['NO_BANK', 'TRANSFER_MINIMUM', 'REQUEST_LIMIT_1MIN'],
})

const transferRefusals = [
  'TRANSFER_MINIMUM',
  'MONEY_NOT_ENOUGH',
  'NO_GAME',
  'SLOT_NO_ACCOUNT',
  'TRANSFER_FAIL',
  'KEY_INVALID',
] as const

/** `from` and `to`: `WALLET` or a game's code. The amount is in the wallet's currency in both directions. */
export const transfer = /* @__PURE__ */ call({
  method: 'POST',
  path: '/wallet/transfer',
  token: true,
  effect: 'money',
  body: v.object({ from: text, to: text, amount: requestedMoney }),
  answer: succeededOrInProgress,
  refusals: transferRefusals,
})

export const transferAll = /* @__PURE__ */ call({
  method: 'POST',
  path: '/wallet/transferAll',
  token: true,
  effect: 'money',
  body: v.object({ to: text }),
  // Ours: the games that did not give all that they hold, or did not say what that is.
  answer: v.object({ ...succeededOrInProgress.entries, failed: extra(v.array(v.string())) }),
  refusals: transferRefusals,
})

const withdrawRefusals = [
  'MONEY_NOT_ENOUGH',
  'TRANSFER_MINIMUM',
  'WITHDRAW_LIMIT',
  'BONUS_CONDITION',
  'NO_BANK',
  'KEY_INVALID',
] as const

export const withdraw = /* @__PURE__ */ call({
  method: 'POST',
  path: '/wallet/withdraw',
  token: true,
  effect: 'money',
  body: v.object({ amount: requestedMoney }),
  answer: succeeded,
  refusals: withdrawRefusals,
})

export const withdrawAll = /* @__PURE__ */ call({
  method: 'POST',
  path: '/wallet/withdrawAll',
  token: true,
  effect: 'money',
  body: v.object({ amount: requestedMoney }),
  answer: succeeded,
  refusals: withdrawRefusals,
})
