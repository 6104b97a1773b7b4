/** The bank's transfers as the books keep them (the table bank_event), each once, whichever way it was heard of. */
import { bareNumber } from '@kapao/contract/text'
import { bankNames } from '@kapao/emv/bank-codes'
import type { Queries } from '../database/database.ts'
import type { FeedEvent } from '../gateways/bank.ts'
import type { OperatorAccount } from '../operator/operator.ts'

/** How we heard of a bank transfer: the bank told us, we asked its feed, or a member showed a slip of it. */
export type Way = 'webhook' | 'poll' | 'slip'

/** Why it cannot be told whose money it is; kept with it. */
export type UnmatchedReason =
  | 'OWN_ACCOUNT'
  | 'OTHER_CURRENCY'
  | 'UNKNOWN_REFERENCE'
  | 'MANUAL_ACCOUNT'
  | 'UNKNOWN_SENDER'
  | 'REGISTERED_AFTER'
  | 'LIKE_ANOTHER'

/** Whose money it is, or why that cannot be told. */
export type Match =
  | { readonly kind: 'member'; readonly memberId: bigint; readonly qrCodeId: string | null }
  | { readonly kind: 'none'; readonly reason: UnmatchedReason }

/**
 * Whether a row of bank_event is of the account $1, $2 (keyOf) and the transfer $3. Its bank is there under the symbol that the operator listed it
 * by at the time, and what older versions took in has the account's number as it was written then, too.
 */
export const IS_THIS_EVENT = `trans_ref = $3 and bank_code = any($1) and $2 = regexp_replace(
  translate(account_no, '๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙', '01234567890123456789'), '[\\s\\u00a0-]', '', 'g')`

export type AccountKey = Pick<OperatorAccount, 'bankCode' | 'accountNo'>

/**
 * The operator's account as the books tell it from others: by every name of its bank, and its number. However the operator writes them, and whenever
 * they write them otherwise, it is the same account.
 */
export const keyOf = ({ bankCode, accountNo }: AccountKey) =>
  [bankNames(bankCode), bareNumber(accountNo)] as const

/** Keeps an event once. Null when it is there already, by whichever way it came. */
export async function writeEvent(
  tx: Queries,
  account: OperatorAccount,
  event: FeedEvent,
  match: Match,
  way: Way,
) {
  const [row] = await tx.query<{ id: bigint }>(
    `insert into bank_event (bank_code, account_no, trans_ref, event_type, from_bank_code, from_account_no, from_account_name,
       amount_minor, currency, reference, happened_at, state, unmatched_reason, member_id, qr_code_id, way)
     select $17, $2, $3, $4, $5, $6, $7, $8::bigint, $9, $10, $11::timestamptz, $12, $13, $14::bigint, $15, $16
     where not exists (select 1 from bank_event where ${IS_THIS_EVENT})
     on conflict (bank_code, account_no, trans_ref) do nothing returning id`,
    [
      ...keyOf(account),
      event.transRef,
      event.type,
      event.from.bankCode,
      bareNumber(event.from.bankAccountNo),
      event.from.bankAccountName,
      event.amount,
      event.currency,
      event.reference,
      event.at,
      match.kind === 'member' ? 'credited' : 'unmatched',
      match.kind === 'none' ? match.reason : null,
      match.kind === 'member' ? match.memberId : null,
      match.kind === 'member' ? match.qrCodeId : null,
      way,
      account.bankCode,
    ],
  )
  return row?.id ?? null
}
