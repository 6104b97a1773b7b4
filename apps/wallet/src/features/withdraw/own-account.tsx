import type { bankAccount } from '@kapao/contract/member'
import type { InferOutput } from 'valibot'
import { maskAccountNo } from '../../lib/account-number.ts'
import { useBankName } from '../../lib/bank-name.ts'
import styles from './withdraw.module.css'

type BankAccount = InferOutput<typeof bankAccount>

/** Nothing of a member who has none: the server says what follows from that. */
export function OwnAccount({ account }: { account: BankAccount }) {
  const bankName = useBankName()
  if (account.bankAccountNo === '') return null
  return (
    <div>
      <p className={styles.bank}>{bankName(account.bankCode, account.bank)}</p>
      <p className={styles.number}>{maskAccountNo(account.bankAccountNo)}</p>
      <p>{account.bankAccountName}</p>
    </div>
  )
}
