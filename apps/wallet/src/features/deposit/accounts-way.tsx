/** Bank accounts to transfer to: large numbers to copy, from which account to pay, and the amount told beforehand. */
import { announceDeposit } from '@kapao/contract/wallet'
import { parseAmountIn } from '@kapao/money/currency'
import { formatMinor, formatShort, isTooLarge } from '@kapao/money/format'
import { fromMinorUnits, LARGEST_AMOUNT, type Minor } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { Icon } from '@kapao/ui/icon'
import { toast } from '@kapao/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { groupAccountNo, maskAccountNo } from '../../lib/account-number.ts'
import { useBankName } from '../../lib/bank-name.ts'
import { copyText } from '../../lib/clipboard.ts'
import { errorText, isRefusal } from '../../lib/error-text.ts'
import { send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { currencyOf } from '../../lib/region.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notes } from '../../ui/notes.tsx'
import stack from '../../ui/stack.module.css'
import { useShownProblem } from '../../ui/use-shown-problem.ts'
import styles from './deposit.module.css'
import type { DepositAccount, WalletAccount } from './deposit-ways.ts'
import { DoubtedAccounts } from './doubted-accounts.tsx'
import { unreadableKey } from './qr-amount.ts'
import type { Doubt } from './use-deposit-lookup.ts'
import { useReceived } from './use-received.ts'

/** 1 in the account's currency (spec §5). */
const MINIMUM = fromMinorUnits(100n)

interface AccountsWayProps {
  accounts: readonly DepositAccount[]
  wallets?: readonly WalletAccount[]
  isManual: boolean
  /** They are not shown until they were asked for again: what is sent to an old one might be lost. */
  doubt: Doubt
  /** Where the main action goes: to tell of a transfer, where that is of use. */
  foot: HTMLElement | null
  /** To the upload of a slip, where slips are taken. */
  onSlip: (() => void) | null
  /** The money is there. */
  onPaid: (amount: Minor) => void
}

export function AccountsWay(props: AccountsWayProps) {
  const { accounts, wallets = [], isManual, doubt, foot, onSlip, onPaid } = props
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
          name={walletAccountName}
        />
      ))}
      <RegisteredAccount />
      <Notes notes={[t(isManual ? 'deposit.manual-text' : 'deposit.credited-minute')]} />
      {toSlip}
      {isManual ? null : <Announce foot={foot} onDoubt={doubt.begin} />}
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
      name={account.bankAccountName}
    />
  )
}

interface AccountCardProps {
  title: string
  numberLabel: string
  /** Empty where the account goes by its name alone. */
  number: string
  name: string
}

function AccountCard({ title, numberLabel, number, name }: AccountCardProps) {
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
                {groupAccountNo(number)}
              </p>
            </>
          )}
          <p className={stack.muted}>{name}</p>
        </div>
        {number === '' ? null : (
          <CopyButton
            text={number}
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
        {own ? (
          <p className={stack.muted}>
            {bankName(own.bankCode, own.bank)}
            <br />
            <span className={styles.whole}>{maskAccountNo(own.bankAccountNo)}</span>
            <br />
            {own.bankAccountName}
          </p>
        ) : null}
      </div>
    </div>
  )
}

function Announce({ foot, onDoubt }: { foot: HTMLElement | null; onDoubt: () => void }) {
  const t = useText()
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [told, setTold] = useState<Minor | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useShownProblem(form, error)
  const named = currencyOf(useQuery(walletQuery).data?.wallet.currency)
  const currency = t(`app.currency-${named}`)

  async function announce() {
    if (isBusy) return
    // The field is below the accounts, the button always in sight: it leads there.
    if (typed.trim() === '') return form.current?.querySelector('input')?.focus()
    const amount = parseAmountIn(named, typed)
    if (isTooLarge(typed)) {
      return setError(t('deposit.amount-above', { amount: formatShort(LARGEST_AMOUNT), currency }))
    }
    if (amount === null) return setError(t(unreadableKey(named)))
    if (amount < MINIMUM) {
      return setError(t('deposit.amount-below', { amount: formatShort(MINIMUM), currency }))
    }
    setIsBusy(true)
    const result = await send(announceDeposit, { body: { amount } })
    setIsBusy(false)
    if (!result.ok) {
      if (!isRefusal(result.failure, 'NO_BANK')) return toast.error(errorText(t, result.failure, named))
      // The operator takes no transfers any more: the accounts above are of before, and what is sent there might be lost.
      return onDoubt()
    }
    toast.success(t('deposit.announced'))
    setTold(amount)
    setTyped('')
  }

  return (
    <form
      ref={form}
      id={formId}
      className={stack.stack}
      onSubmit={(event) => {
        event.preventDefault()
        void announce()
      }}
    >
      {told === null ? null : <Told words={{ amount: formatMinor(told), currency }} />}
      <AmountField
        label={t('deposit.amount-optional')}
        hint={t('deposit.amount-hint')}
        currency={named}
        currencyLabel={currency}
        value={typed}
        error={error}
        busy={isBusy}
        onChange={(value) => {
          setTyped(value)
          setError(null)
        }}
      />
      {foot
        ? createPortal(
            <Button full type="submit" form={formId} busy={isBusy}>
              {t('deposit.announce')}
            </Button>,
            foot,
          )
        : null}
    </form>
  )
}

function Told({ words }: { words: { amount: string; currency: string } }) {
  const t = useText()
  return (
    <p className={styles.told}>
      <Icon name="check" size={18} />
      {t('deposit.told', words)}
    </p>
  )
}
