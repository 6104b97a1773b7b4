/** Of whom a transfer on a slip is, and to whom it went. */
import { bareNumber } from '@kapao/contract/text'
import { isSameBank } from '@kapao/emv/bank-codes'
import type { Queries } from '../database/database.ts'
import { senderOf } from '../deposit/sender.ts'
import type { AccountRef, BankTransfer } from '../gateways/bank.ts'
import { findOperatorAccount, operatorAccountsOf } from '../operator/accounts.ts'
import type { OperatorState } from '../operator/operator.ts'
import { type Evidence, matchAccountNo } from './judge.ts'

/** The member who has handed a slip in. */
interface Claimant extends AccountRef {
  readonly memberId: bigint
  readonly currency: string
}

/** Whether a transfer went to us, as far as its bank shows the number. */
export function receiverOf(
  state: OperatorState,
  slip: Claimant,
  transfer: BankTransfer,
): Evidence['receiver'] {
  const { to, currency } = transfer
  const rows = operatorAccountsOf(state, to)
  const fitting =
    rows.length > 0
      ? rows
      : state.accounts.filter((one) => isSameBank(one.bankCode, to.bankCode) && fits(one.accountNo, to))
  // Money in another currency than the member's wallet cannot be theirs to spend.
  const theirs = fitting.filter((one) => one.currency === currency && one.currency === slip.currency)
  if (theirs.length === 0) return 'not-ours'
  if (rows.length === 0) return 'unclear'
  // Where codes are paid to as well, the feed alone knows which this was.
  return theirs.some(({ purpose }) => purpose === 'qr') ? 'by-code' : 'ours'
}

export const fits = (accountNo: string, { bankAccountNo }: AccountRef) =>
  matchAccountNo(bankAccountNo, bareNumber(accountNo)) !== 'other'

/** Whether a transfer is of the member whose slip it is, by the one rule. */
export async function senderIn(
  queries: Queries,
  state: OperatorState,
  slip: Claimant,
  { from, at }: BankTransfer,
  heardAt: Date,
): Promise<Evidence['sender']> {
  // A member may hold a number that the operator came to use later: what comes from it is the operator's.
  if (findOperatorAccount(state, from)) return 'other'
  if (!isSameBank(from.bankCode, slip.bankCode)) return 'other'
  const match = matchAccountNo(from.bankAccountNo, slip.bankAccountNo)
  if (match !== 'same') return match
  const sender = await senderOf(queries, { from, at, heardAt })
  return sender.kind === 'member' && sender.memberId === slip.memberId ? 'member' : 'other'
}
