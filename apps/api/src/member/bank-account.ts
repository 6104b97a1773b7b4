import { accountName, BANK_ACCOUNT_NAME_MAX_LENGTH } from '@kapao/contract/account'
import { bareNumber, isUnseen } from '@kapao/contract/text'
import { bankNames } from '@kapao/emv/bank-codes'
import type { Queries } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { findOperatorAccount } from '../operator/accounts.ts'
import type { OperatorState } from '../operator/operator.ts'

const digitsAnywhere = { least: 6, most: 20 }
const THAI_DIGITS = { least: 10, most: 15 }

export interface BankDetails {
  readonly bankCode: string
  readonly bankAccountName: string
  readonly bankAccountNo: string
}

/**
 * Whether a member, another than `self`, has this account, under whichever of its bank's symbols: what comes from it would be neither's for certain. Or had
 * it, and money has moved by it: whoever could free an account by writing in another one would be a newcomer with it again and again.
 */
export async function isMembers(
  queries: Queries,
  { bankCode, bankAccountNo }: Pick<BankDetails, 'bankCode' | 'bankAccountNo'>,
  self: bigint | null = null,
): Promise<boolean> {
  const rows = await queries.query(
    `select 1 from member where bank_code = any($1) and bank_account_no = $2 and id is distinct from $3
     union all select 1 from account_before b
     where b.bank_code = any($1) and b.bank_account_no = $2 and b.member_id is distinct from $3 and (
       exists (select 1 from bank_event e where e.from_account_no = b.bank_account_no and e.member_id = b.member_id)
       or exists (select 1 from withdrawal w where w.member_id = b.member_id and w.state = 'settled'
         and w.bank_account_no = b.bank_account_no))
     limit 1`,
    [bankNames(bankCode), bankAccountNo, self],
  )
  return rows.length > 0
}

const judgeBankCode = ({ banks }: OperatorState, bankCode: string) =>
  banks.has(bankCode) ? null : refuse('INVALID_BANK', { field: 'bankCode' })

const judgeSeenName = (name: string) =>
  isUnseen(name) || name.length > BANK_ACCOUNT_NAME_MAX_LENGTH
    ? refuse('INVALID_BANK', { field: 'bankAccountName' })
    : null

const judgeEnglishName = ({ englishNameBanks }: OperatorState, bankCode: string, name: string) =>
  englishNameBanks.includes(bankCode) && !/^[A-Z]+(?: [A-Z]+)*$/.test(name)
    ? refuse('BANK_ACCOUNT_NAME_ENG', { field: 'bankAccountName' })
    : null

/** A holder's name by its bank's rule: three Thai banks know English letters only (spec §9). */
export function judgeAccountName(state: OperatorState, bankCode: string, name: string) {
  return judgeBankCode(state, bankCode) ?? judgeSeenName(name) ?? judgeEnglishName(state, bankCode, name)
}

const invalidNo = () => refuse('INVALID_BANK', { field: 'bankAccountNo' })

/** Whether a number can be one of a bank's accounts: its known length binds; else any length of the region's. */
function isAccountNoAt(exact: number | null | undefined, bankAccountNo: string, isLao: boolean): boolean {
  const { least, most } = isLao ? digitsAnywhere : THAI_DIGITS
  const { length } = bankAccountNo
  return /^\d+$/.test(bankAccountNo) && (exact ? length === exact : length >= least && length <= most)
}

/** The operator's own accounts are nobody else's: what moves between them would be credited to the member who holds one. */
function judgeAccountNo(
  state: OperatorState,
  account: Pick<BankDetails, 'bankCode' | 'bankAccountNo'>,
  isLao: boolean,
) {
  const { bankCode, bankAccountNo } = account
  if (!isAccountNoAt(state.banks.get(bankCode)?.accountDigits, bankAccountNo, isLao)) return invalidNo()
  return findOperatorAccount(state, account) ? refuse('EXISTING_BANK', { field: 'bankAccountNo' }) : null
}

/** A bank account as it will be kept, or why not. */
export function judgeBankAccount(state: OperatorState, written: BankDetails, isLao: boolean) {
  const { bankCode } = written
  const account = {
    bankCode,
    bankAccountName: accountName(written.bankAccountName),
    bankAccountNo: bareNumber(written.bankAccountNo),
  }
  const wrong =
    judgeAccountName(state, bankCode, account.bankAccountName) ?? judgeAccountNo(state, account, isLao)
  return wrong ?? account
}

/** What there is of a bank account that is still being filled in: each field by the rules that it can be judged by. Null where none is broken. */
export function judgeBankSoFar(
  state: OperatorState,
  {
    bankCode,
    bankAccountName,
    bankAccountNo,
  }: { readonly [Field in keyof BankDetails]?: string | null | undefined },
  isLao: boolean,
) {
  const name = bankAccountName ? accountName(bankAccountName) : null
  const number = bankAccountNo ? bareNumber(bankAccountNo) : null
  if (!bankCode) {
    const wrongName = name === null ? null : judgeSeenName(name)
    if (wrongName || number === null) return wrongName
    // It may be any bank's.
    const isOne = [...state.banks.values()].some((bank) => isAccountNoAt(bank.accountDigits, number, isLao))
    return isOne ? null : invalidNo()
  }
  const wrongName = name === null ? judgeBankCode(state, bankCode) : judgeAccountName(state, bankCode, name)
  if (wrongName || number === null) return wrongName
  return judgeAccountNo(state, { bankCode, bankAccountNo: number }, isLao)
}
