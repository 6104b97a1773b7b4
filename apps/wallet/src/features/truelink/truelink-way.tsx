/** Depositing by the link of a gift from a wallet app (TrueMoney's kind). */
import { langOf } from '@kapao/browser/lang-of'
import { isolated } from '@kapao/browser/message'
import { TRUELINK_MIN_BAHT } from '@kapao/contract/truelink'
import type { Currency } from '@kapao/contract/values'
import type { Minor } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { Field } from '@kapao/ui/field'
import { Icon } from '@kapao/ui/icon'
import { useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { errorText, isRefusal } from '../../lib/error-text.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { isOutcomeUnknown } from '../../lib/intent.ts'
import { groupPhone } from '../../lib/phone.ts'
import { region } from '../../lib/region.ts'
import { Notes } from '../../ui/notes.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import stack from '../../ui/stack.module.css'
import { useShownProblem } from '../../ui/use-shown-problem.ts'
import { linkIn } from './gift-link.ts'
import styles from './truelink.module.css'
import { type Trouble, useTruelink } from './use-truelink.ts'

export interface TruelinkWayProps {
  /** The member's, which is baht by one of its names. */
  currency: Currency
  /** The operator's accounts that gifts are taken for. */
  wallets: readonly { readonly walletAccountName: string; readonly walletAccountNo?: string | undefined }[]
  foot: HTMLElement | null
  onPaid: (amount: Minor) => void
  /** A gift is on its way. */
  onBusy: (isBusy: boolean) => void
  onClose: () => void
}

export function TruelinkWay({ currency, wallets, foot, onPaid, onBusy, onClose }: TruelinkWayProps) {
  const t = useText()
  const formId = useId()
  const [pasted, setPasted] = useState('')
  const { state, redeem, startOver } = useTruelink({ onPaid, onBusy })
  const [isEdited, setIsEdited] = useState(false)
  const trouble = state.at === 'entering' && !isEdited ? state.trouble : null
  const said = trouble === null ? null : troubleText(t, trouble)
  // Nothing is wrong with what was typed then.
  const isUnknown = trouble !== null && trouble !== 'insecure' && isOutcomeUnknown(trouble)
  const form = useRef<HTMLFormElement>(null)
  useShownProblem(form, said)

  function again() {
    setPasted('')
    startOver()
  }
  if (state.at === 'pending' || state.at === 'accepted' || state.at === 'not-taken') {
    // One after the other is another to a screen reader, too.
    return <Told key={state.at} at={state.at} foot={foot} onAgain={again} onClose={onClose} />
  }
  const link = linkIn(pasted)
  return (
    <form
      ref={form}
      id={formId}
      className={stack.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (link === '') return
        setIsEdited(false)
        void redeem(link)
      }}
    >
      <h3>{t('truelink.title')}</h3>
      <div>
        <Field
          label={t('truelink.link')}
          hint={t('truelink.hint', { amount: TRUELINK_MIN_BAHT, currency: t(`app.currency-${currency}`) })}
          error={isUnknown ? null : said}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="send"
          maxLength={1000}
          busy={state.at === 'sending'}
          value={pasted}
          onChange={(text) => {
            setPasted(text)
            setIsEdited(true)
          }}
        />
        <div className={styles.unknown} role="alert">
          {isUnknown ? (
            <>
              <Icon name="info" size={18} />
              <span>{said}</span>
            </>
          ) : null}
        </div>
      </div>
      {wallets.length > 0 ? (
        <p className={styles.to}>
          <span className={stack.muted}>{t('truelink.to')}</span>
          {wallets.map(({ walletAccountName, walletAccountNo }) => (
            <span key={`${walletAccountName}${walletAccountNo}`} lang={langOf(walletAccountName)}>
              {walletAccountNo
                ? `${isolated(walletAccountName)} · ${groupPhone(walletAccountNo, region)}`
                : walletAccountName}
            </span>
          ))}
        </p>
      ) : null}
      <Notes notes={[t('truelink.how'), t('truelink.once')]} />
      {foot
        ? createPortal(
            <Button full type="submit" form={formId} busy={state.at === 'sending'} disabled={link === ''}>
              {t('truelink.send')}
            </Button>,
            foot,
          )
        : null}
    </form>
  )
}

function troubleText(t: Text, trouble: Trouble): string {
  if (trouble === 'insecure') return t('truelink.insecure')
  if (isRefusal(trouble, 'TRUELINK_DUPLICATE')) return t('truelink.used')
  return isOutcomeUnknown(trouble) ? t('truelink.unknown') : errorText(t, trouble)
}

interface ToldProps {
  at: 'pending' | 'accepted' | 'not-taken'
  foot: HTMLElement | null
  onAgain: () => void
  onClose: () => void
}

const toneOf = { pending: 'busy', accepted: 'plus', 'not-taken': 'minus' } as const

/** Sent, but how much came is not known here, or nothing did: the statement says. */
function Told({ at, foot, onAgain, onClose }: ToldProps) {
  const t = useText()
  const close = (
    <Button full variant={at === 'not-taken' ? 'secondary' : 'primary'} onClick={onClose}>
      {t(at === 'accepted' ? 'truelink.done' : 'app.close')}
    </Button>
  )
  return (
    <Outcome tone={toneOf[at]} title={t(at === 'accepted' ? 'truelink.accepted' : `truelink.${at}-title`)}>
      {at === 'accepted' ? null : <p className={stack.muted}>{t(`truelink.${at}-text`)}</p>}
      {foot
        ? createPortal(
            <>
              {at === 'not-taken' ? null : close}
              <Button full variant={at === 'not-taken' ? 'primary' : 'secondary'} onClick={onAgain}>
                {t('truelink.another')}
              </Button>
              {at === 'not-taken' ? close : null}
            </>,
            foot,
          )
        : null}
    </Outcome>
  )
}
