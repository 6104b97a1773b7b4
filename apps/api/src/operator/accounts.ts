import { bareNumber } from '@kapao/contract/text'
import { isSameBank } from '@kapao/emv/bank-codes'
import type { OperatorAccount, OperatorState } from './operator.ts'

type Accounts = Pick<OperatorState, 'accounts'>

/** Those of the operator's accounts that a member of a currency is offered for something, in the operator's order. */
export function offeredAccounts(
  { accounts }: Accounts,
  purposes: readonly OperatorAccount['purpose'][],
  currency: string,
): readonly OperatorAccount[] {
  return accounts.filter(
    (account) => account.isOffered && account.currency === currency && purposes.includes(account.purpose),
  )
}

interface AccountRef {
  readonly bankCode: string
  readonly bankAccountNo: string
}

/**
 * The operator's own account of this number at this bank, whatever it is for: in several rows where it is paid in to by hand and by code. None when the
 * account is somebody else's.
 */
export function operatorAccountsOf(
  { accounts }: Accounts,
  { bankCode, bankAccountNo }: AccountRef,
): readonly OperatorAccount[] {
  const digits = bareNumber(bankAccountNo)
  return accounts.filter(
    (account) => isSameBank(account.bankCode, bankCode) && bareNumber(account.accountNo) === digits,
  )
}

/** As operatorAccountsOf, where the number and the bank alone matter. */
export function findOperatorAccount(state: Accounts, ref: AccountRef): OperatorAccount | undefined {
  return operatorAccountsOf(state, ref)[0]
}
