/** Bank accounts to transfer to: large numbers to copy, and from which account to pay. */

import { groupAccountNo } from '@kapao/browser/account-number'
import { langOf } from '@kapao/browser/lang-of'
import { bareNumber } from '@kapao/contract/text'
import type { Currency } from '@kapao/contract/values'
import type { Minor } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { Icon } from '@kapao/ui/icon'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { maskAccountNo } from '../../lib/account-number.ts'
import { useBankName } from '../../lib/bank-name.ts'
import { copyText } from '../../lib/clipboard.ts'
import { useText } from '../../lib/i18n.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { region } from '../../lib/region.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notes } from '../../ui/notes.tsx'
import stack from '../../ui/stack.module.css'
import { Announce } from './announce.tsx'
import styles from './deposit.module.css'
import type { DepositAccount, WalletAccount } from './deposit-ways.ts'
import { DoubtedAccounts } from './doubted-accounts.tsx'
import type { Doubt } from './use-deposit-lookup.ts'
import { useReceived } from './use-received.ts'

interface AccountsWayProps {
  accounts: readonly DepositAccount[]
  wallets?: readonly WalletAccount[]
  currency: Currency
  isManual: boolean
  /** They are not shown until they were asked for again: what is sent to an old one might be lost. */
  doubt: Doubt
  /** To the upload of a slip, where slips are taken. */
  onSlip: (() => void) | null
  /** The money is there. */
  onPaid: (amount: Minor) => void
}

export function AccountsWay(props: AccountsWayProps) {
  const { accounts, wallets = [], currency, isManual, doubt, onSlip, onPaid } = props
  const t = useText()
  useReceived(onPaid)
  const { isDoubted } = doubt
  const page = useRef<HTMLDivElement>(null)
  const wasDoubted = useRef(isDoubted)
  useEffect(() => {
    // What had the focus went with the doubt, and nothing else says that the accounts are there.
    if (wasDoubted.current && !isDoubted) page.current?.focus({ preventScroll: true })
    wasDoubted.current = isDoubted
  }, [isDoubted])
  const toSlip = onSlip ? (
    <div className={styles.toSlip}>
      <span className={stack.muted}>{t('deposit.not-arrived')}</span>
      <Button small variant="quiet" icon="image" onClick={onSlip}>
        {t('deposit.way-slip')}
      </Button>
    </div>
  ) : null
  if (isDoubted) {
    return (
      <div className={stack.stack}>
        <DoubtedAccounts check={doubt.check} />
        {toSlip}
      </div>
    )
  }
  return (
    <div ref={page} className={stack.stack} tabIndex={-1}>
      {accounts.map((account) => (
        <BankAccount key={`${account.bankCode}${account.bankAccountNo}`} account={account} />
      ))}
      {wallets.map(({ walletAccountName, walletAccountNo = '' }) => (
        <AccountCard
          key={`${walletAccountName}${walletAccountNo}`}
          title={t('deposit.wallet-account')}
          numberLabel={t('deposit.wallet-number')}
          number={walletAccountNo}
          shown={groupAccountNo(walletAccountNo)}
          name={walletAccountName}
        />
      ))}
      <RegisteredAccount />
      <Notes notes={[t(isManual ? 'deposit.manual-text' : 'deposit.credited-minute')]} />
      {toSlip}
      {isManual ? null : <Announce currency={currency} onDoubt={doubt.begin} />}
    </div>
  )
}

function BankAccount({ account }: { account: DepositAccount }) {
  const t = useText()
  const bankName = useBankName()
  return (
    <AccountCard
      title={bankName(account.bankCode, account.bank)}
      numberLabel={t('deposit.account-number')}
      number={account.bankAccountNo}
      shown={groupAccountNo(account.bankAccountNo, region.key, account.bankCode)}
      name={account.bankAccountName}
    />
  )
}

interface AccountCardProps {
  title: string
  numberLabel: string
  /** Empty where the account goes by its name alone. */
  number: string
  /** The number as it is read. */
  shown: string
  name: string
}

function AccountCard({ title, numberLabel, number, shown, name }: AccountCardProps) {
  const t = useText()
  const id = useId()
  return (
    <Card>
      {/* Not beside the button: a bank's long name would push it below the number. */}
      <p className={styles.bank}>{title}</p>
      <div className={styles.account}>
        <div>
          {number === '' ? null : (
            <>
              <p className={stack.muted}>{numberLabel}</p>
              <p id={id} className={styles.number}>
                {shown}
              </p>
            </>
          )}
          <p className={stack.muted} lang={langOf(name)}>
            {name}
          </p>
        </div>
        {number === '' ? null : (
          <CopyButton
            // However the operator writes it: some banks' apps take the digits alone.
            text={bareNumber(number)}
            copy={copyText}
            label={t('deposit.copy')}
            copiedLabel={t('deposit.copied')}
            failedLabel={t('deposit.copy-failed')}
            describedBy={id}
          />
        )}
      </div>
    </Card>
  )
}

function RegisteredAccount() {
  const t = useText()
  const bankName = useBankName()
  const own = useQuery(walletQuery).data?.bankAccount
  return (
    <div className={styles.own}>
      <Icon name="lock" size={20} />
      <div>
        <p>{t('deposit.registered-only')}</p>
        {own?.bankAccountNo ? (
          <p className={stack.muted}>
            {bankName(own.bankCode, own.bank)}
            <br />
            <span className={styles.whole}>{maskAccountNo(own.bankAccountNo)}</span>
            <br />
            <span lang={langOf(own.bankAccountName)}>{own.bankAccountName}</span>
          </p>
        ) : null}
      </div>
    </div>
  )
}
