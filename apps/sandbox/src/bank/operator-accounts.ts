import type { Currency } from '../wire.ts'
import type { Region } from '../world.ts'
import type { BankLedger } from './ledger.ts'

type OperatorAccount = readonly [
  bankCode: string,
  bankAccountNo: string,
  bankAccountName: string,
  currency: Currency,
]

/**
 * Accounts that the banks know from the start, so that the console can offer them before any money moved and a transfer to
 * one is in its currency: those an operator with Kapao's own settings takes deposits on. Others are learnt as soon as they take part.
 */
const OPERATOR_ACCOUNTS: Record<Region, readonly OperatorAccount[]> = {
  th: [
    ['SCB', '9991000002', 'บริษัท กระเป๋า จำกัด', 'THB'],
    ['KBANK', '9991000001', 'บริษัท กระเป๋า จำกัด', 'THB'],
  ],
  la: [
    ['LDB', '9991000000000012', 'KAPAO SOLE CO LTD', 'BAHT'],
    ['BCEL', '999100000000000011', 'KAPAO SOLE CO LTD', 'BAHT'],
    ['LDB', '9991000000000002', 'KAPAO SOLE CO LTD', 'LAK'],
    ['BCEL', '999100000000000001', 'KAPAO SOLE CO LTD', 'LAK'],
  ],
}

export function introduceOperator(ledger: BankLedger, region: Region): void {
  if (ledger.known('operator', 1).length > 0) return
  for (const [bankCode, bankAccountNo, bankAccountName, currency] of OPERATOR_ACCOUNTS[region]) {
    ledger.remember({ bankCode, bankAccountNo, bankAccountName }, 'operator', currency)
  }
}
