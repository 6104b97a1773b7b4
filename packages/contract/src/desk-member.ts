/** A file of its own: at the desk it travels with the customer's column. */
import * as v from 'valibot'
import { deskCall } from './desk-call.ts'
import { bankName } from './member.ts'
import { ratio } from './ratio.ts'
import { slipReasons } from './slip.ts'
import { statementRow, statementTypes } from './statement.ts'
import { money, timestamp } from './values.ts'

const bank = /* @__PURE__ */ v.object({ ...bankName.entries, nameLA: v.optional(v.string()) })

const bankAccount = /* @__PURE__ */ v.object({
  bankCode: v.string(),
  bankAccountName: v.string(),
  bankAccountNo: v.string(),
  bank,
})

/**
 * `sentFrom` and `transRef` are what its code says, null where none could be read; `amount` is null until the bank has told it, and for good where the
 * money was not proven to be the member's. `waits`: money of that reference came in, and waits for somebody to say whose it is.
 */
const deskSlip = /* @__PURE__ */ v.object({
  reference: v.string(),
  createdAt: timestamp,
  state: v.picklist(['waiting', 'credited', 'refused']),
  reason: v.nullable(v.picklist(slipReasons)),
  amount: v.nullable(money),
  sentFrom: v.nullable(bank),
  transRef: v.nullable(v.string()),
  hasPicture: v.boolean(),
  // By the number that the server's command knows it by.
  waits: v.nullable(v.object({ deposit: v.string(), amount: money, currency: v.string() })),
})
export type DeskSlip = v.InferOutput<typeof deskSlip>

/**
 * The member of a conversation, never a guest (NO_DATA). `worth` is a game's balance in the wallet's currency, `total` the wallet's
 * and the games' together. Game balances are the last known. Each look is written into the audit.
 */
export const deskMember = /* @__PURE__ */ deskCall({
  method: 'GET',
  path: '/desk/conversations/{conversationId}/member',
  effect: 'writes',
  body: null,
  answer: v.object({
    profile: v.object({
      _id: v.string(),
      name: v.string(),
      username: v.string(),
      isActive: v.boolean(),
      createdAt: timestamp,
    }),
    bankAccount,
    /** What it was before, the latest first; `until` the next was written in. */
    accountsBefore: v.optional(v.array(v.object({ ...bankAccount.entries, until: timestamp })), []),
    currency: v.string(),
    wallet: money,
    total: money,
    games: v.array(
      v.object({ code: v.string(), name: v.string(), amount: money, ftWalletSlot: ratio, worth: money }),
    ),
    // What follows a server of the release before does not tell. Every game's name by its code, also of those that are closed.
    gameNames: v.optional(v.record(v.string(), v.string()), {}),
    /** Whose banks' way of writing numbers it is. */
    country: v.optional(v.picklist(['th', 'la'])),
    /** The latest, newest first. */
    slips: v.optional(v.array(deskSlip), []),
    // The desk is our own server's alone, which has no other kinds.
    statements: v.array(v.object({ ...statementRow.entries, statementType: v.picklist(statementTypes) })),
  }),
  refusals: ['NO_DATA'],
})

/**
 * An address of the picture of one of the member's slips, which lives 5 minutes; NO_DATA where it is another's, or gone. Each look is written
 * into the audit.
 */
export const deskSlipPicture = /* @__PURE__ */ deskCall({
  method: 'GET',
  path: '/desk/conversations/{conversationId}/slips/{reference}',
  effect: 'writes',
  body: null,
  answer: v.object({ url: v.string() }),
  refusals: ['NO_DATA'],
})
