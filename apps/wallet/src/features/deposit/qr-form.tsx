import type { Currency } from '@kapao/contract/values'
import { toTypedText } from '@kapao/money/currency'
import { formatShort } from '@kapao/money/format'
import { LARGEST_AMOUNT, type Minor } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../../lib/i18n.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Notes } from '../../ui/notes.tsx'
import stack from '../../ui/stack.module.css'
import { useShownProblem } from '../../ui/use-shown-problem.ts'
import type { QrDeposit } from './deposit-ways.ts'
import { judgeQrAmount, unreadableKey } from './qr-amount.ts'
import { qrAmounts } from './qr-amounts.ts'
import { useLostFocus } from './use-lost-focus.ts'
import { useQrTitle } from './use-qr-title.ts'

interface QrFormProps {
  way: QrDeposit
  currency: Currency
  isBusy: boolean
  foot: HTMLElement | null
  /** Already in the field: the amount of a code that ran out. */
  first: Minor | null
  onCreate: (amount: Minor) => Promise<void>
}

export function QrForm({ way, currency, isBusy, foot, first, onCreate }: QrFormProps) {
  const t = useText()
  const title = useQrTitle()(way)
  const formId = useId()
  const [typed, setTyped] = useState(first === null ? '' : toTypedText(currency, first))
  const [asked, setAsked] = useState(false)
  const { minimum, quick } = qrAmounts(way, currency)
  const currencyLabel = t(`app.currency-${currency}`)
  const judged = judgeQrAmount(typed, way, currency)
  const limit = { amount: formatShort(minimum), currency: currencyLabel }

  const isUnreadable = judged.kind === 'idle' && judged.unreadable
  const below = asked && judged.kind === 'below' ? t('deposit.amount-below', limit) : null
  const most = { amount: formatShort(LARGEST_AMOUNT), currency: currencyLabel }
  const above = judged.kind === 'above' ? t('deposit.amount-above', most) : null
  const problem = isUnreadable ? t(unreadableKey(currency)) : (above ?? below)
  const form = useRef<HTMLFormElement>(null)
  useShownProblem(form, problem)
  const heading = useLostFocus()

  return (
    <form
      ref={form}
      id={formId}
      className={stack.stack}
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        setAsked(true)
        if (judged.kind === 'ready') void onCreate(judged.amount)
      }}
    >
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <AmountField
        label={t('deposit.amount')}
        hint={t('deposit.minimum', limit)}
        error={problem}
        currency={currency}
        currencyLabel={currencyLabel}
        quick={quick}
        value={typed}
        busy={isBusy}
        onChange={(value) => {
          setTyped(value)
          setAsked(false)
        }}
      />
      <Notes notes={[t('deposit.credited-minute'), t('deposit.qr-single-use'), t('deposit.qr-new-each')]} />
      {foot
        ? createPortal(
            <Button
              full
              type="submit"
              form={formId}
              busy={isBusy}
              disabled={judged.kind === 'idle' || judged.kind === 'above'}
            >
              {t('deposit.create')}
            </Button>,
            foot,
          )
        : null}
    </form>
  )
}
