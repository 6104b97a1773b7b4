/** The amount of a transfer, told beforehand by whoever likes: it helps to find it, and the money comes without it. */
import type { Currency } from '@kapao/contract/values'
import { announceDeposit } from '@kapao/contract/wallet'
import { parseAmountIn } from '@kapao/money/currency'
import { formatMinor, formatShort, isTooLarge } from '@kapao/money/format'
import { fromMinorUnits, LARGEST_AMOUNT, type Minor } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { Icon } from '@kapao/ui/icon'
import { toast } from '@kapao/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { errorText, isRefusal } from '../../lib/error-text.ts'
import { send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import stack from '../../ui/stack.module.css'
import { useShownProblem } from '../../ui/use-shown-problem.ts'
import styles from './deposit.module.css'
import { unreadableKey } from './qr-amount.ts'

/** 1 in the account's currency (spec §5). */
const MINIMUM = fromMinorUnits(100n)

interface AnnounceProps {
  currency: Currency
  /** The accounts to transfer to are of before. */
  onDoubt: () => void
}

export function Announce(props: AnnounceProps) {
  const [told, setTold] = useState<Minor | null>(null)
  const [isOpen, setIsOpen] = useState(true)
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // What was pressed has gone, with the focus.
    if (told !== null) place.current?.querySelector<HTMLElement>(isOpen ? 'input' : 'button')?.focus()
  }, [told, isOpen])
  return (
    <div ref={place} className={stack.stack}>
      {told === null ? null : <Told amount={told} currency={props.currency} />}
      {isOpen ? (
        <AnnounceForm
          {...props}
          onTold={(amount) => {
            setTold(amount)
            setIsOpen(false)
          }}
        />
      ) : (
        <Another onPress={() => setIsOpen(true)} />
      )}
    </div>
  )
}

interface AnnounceFormProps extends AnnounceProps {
  onTold: (amount: Minor) => void
}

function AnnounceForm({ currency: named, onDoubt, onTold }: AnnounceFormProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useShownProblem(form, error)
  const own = useQuery(walletQuery).data?.bankAccount
  const currency = t(`app.currency-${named}`)

  async function announce() {
    if (isBusy) return
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
      // It may be the member who has no account to transfer from.
      const isOperators = isRefusal(result.failure, 'NO_BANK') && own?.bankAccountNo !== ''
      if (!isOperators) return toast.error(errorText(t, result.failure, named))
      // The operator takes no transfers any more: the accounts above are of before, and what is sent there might be lost.
      return onDoubt()
    }
    toast.success(t('deposit.announced'))
    onTold(amount)
  }

  return (
    <form
      ref={form}
      className={stack.stack}
      onSubmit={(event) => {
        event.preventDefault()
        void announce()
      }}
    >
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
      <Button full variant="secondary" type="submit" busy={isBusy} disabled={typed.trim() === ''}>
        {t('deposit.announce')}
      </Button>
    </form>
  )
}

function Told({ amount, currency: named }: { amount: Minor; currency: Currency }) {
  const t = useText()
  const currency = t(`app.currency-${named}`)
  return (
    <p className={styles.told}>
      <Icon name="check" size={18} />
      {t('deposit.told', { amount: formatMinor(amount), currency })}
    </p>
  )
}

function Another({ onPress }: { onPress: () => void }) {
  const t = useText()
  return (
    <div className={styles.another}>
      <Button small variant="quiet" icon="plus" onClick={onPress}>
        {t('deposit.announce-another')}
      </Button>
    </div>
  )
}
