import { isSameBank } from '@kapao/emv/bank-codes'
import type { Queries } from '../database/database.ts'
import type { BankTransfer } from '../gateways/bank.ts'
import type { Evidence, SlipRef } from './judge.ts'

/** A transfer into an account of ours as the books have it. */
export interface Booked {
  readonly state: 'credited' | 'unmatched'
  readonly memberId: bigint | null
  readonly bankCode: string
  readonly accountNo: string
  readonly fromBankCode: string
  readonly fromAccountNo: string
  readonly fromAccountName: string
  readonly amountMinor: bigint
  readonly receivedAt: Date
}

/**
 * What is in the books under a slip's reference, which two banks may give to different transfers: of the account's bank, once the bank that was asked has said
 * which account it went to, and of the sending bank until then.
 */
export async function bookedUnder(
  queries: Queries,
  { transRef, sendingBank }: SlipRef,
  told: Pick<BankTransfer, 'to'> | null,
): Promise<readonly Booked[]> {
  const rows = await queries.query<Booked>(
    `select state, member_id, bank_code, account_no, from_bank_code, from_account_no, from_account_name, amount_minor, received_at
     from bank_event where trans_ref = $1`,
    [transRef],
  )
  return rows.filter(({ bankCode, fromBankCode }) =>
    told ? isSameBank(bankCode, told.to.bankCode) : isSameBank(fromBankCode, sendingBank),
  )
}

export function creditedTo(
  booked: readonly Booked[],
  { memberId }: { readonly memberId: bigint },
): Evidence['creditedTo'] {
  const credited = booked.filter(({ state }) => state === 'credited')
  if (credited.some((one) => one.memberId === memberId)) return 'member'
  return credited.length > 0 ? 'another' : 'nobody'
}
