import { ENGLISH_NAME_BANKS } from '@kapao/contract/account'
import type { AnswerOf } from '@kapao/contract/call'
import { lookupBanks, lookupRegisterOtp } from '@kapao/contract/lookup'
import { Field } from '@kapao/ui/field'
import { SelectField } from '@kapao/ui/select-field'
import { Skeleton } from '@kapao/ui/skeleton'
import { FailedState } from '@kapao/ui/states'
import { useEffect, useEffectEvent, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { useLocale, useText } from '../../lib/i18n.ts'
import { isOutcomeUnknown } from '../../lib/intent.ts'
import { region } from '../../lib/region.ts'
import { type Asked, useAnswer } from '../../lib/use-answer.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { bankOptions } from './bank-options.ts'
import styles from './register.module.css'
import { type Draft, isBusy, type RegisterState } from './register-machine.ts'
import { bankErrors, isAboutAccountNo, isUntouched, longestBeside, refusalHere } from './register-rules.ts'
import { StepForm } from './step-form.tsx'
import type { RegisterActions } from './use-register.ts'

export function BankStep({ state, actions }: { state: RegisterState; actions: RegisterActions }) {
  const t = useText()
  const [tried, setTried] = useState(false)
  const { draft, failure } = state
  const busy = isBusy(state)
  const [banks, askBanks] = useAnswer(lookupBanks)
  const digits =
    banks.state === 'ready'
      ? banks.answer.banks.find(({ code }) => code === draft.bankCode)?.digits
      : undefined
  const errors = bankErrors(draft, region, digits)
  const refused = failure && isAboutAccountNo(failure) ? refusalHere(failure, region) : null
  const errorOf = (field: keyof Draft) => {
    const key = tried ? errors[field] : undefined
    const [shortest, longest] = region.bankAccountDigits
    return key ? t(key, { shortest, longest, digits: digits ?? '' }) : null
  }
  function submit() {
    setTried(true)
    if (Object.keys(errors).length === 0) actions.submitBank()
  }
  return (
    <StepForm
      title={t('register.bank-title')}
      failure={failure}
      isAtField={refused !== null}
      remedy={failure && isOutcomeUnknown(failure) ? <p>{t('register.perhaps')}</p> : null}
      submitLabel={t('register.finish')}
      busy={busy}
      isEmpty={isUntouched(draft, 'bankCode', 'bankAccountNo', 'firstName', 'lastName')}
      onSubmit={submit}
      onBack={actions.back}
    >
      <p className={styles.lead}>{t('register.bank-lead')}</p>
      <CurrencyField value={draft.currency} busy={busy} onChange={(currency) => actions.edit({ currency })} />
      <BankField
        asked={banks}
        retry={askBanks}
        value={draft.bankCode}
        error={errorOf('bankCode')}
        busy={busy}
        onChange={(bankCode) => actions.edit({ bankCode })}
      />
      <Field
        label={t('register.account-number')}
        error={errorOf('bankAccountNo') ?? (refused && t(refused))}
        required
        inputMode="numeric"
        autoComplete="off"
        name="bank-account-number"
        maxLength={30}
        busy={busy}
        value={draft.bankAccountNo}
        onChange={(bankAccountNo) => actions.edit({ bankAccountNo })}
      />
      <NameField field="firstName" state={state} actions={actions} error={errorOf('firstName')} />
      <NameField field="lastName" state={state} actions={actions} error={errorOf('lastName')} />
    </StepForm>
  )
}

interface CurrencyFieldProps {
  value: string
  busy: boolean
  onChange: (currency: string) => void
}

/** What the operator opens wallets in; all that there are where that is not known. One alone is no choice. */
function CurrencyField({ value, busy, onChange }: CurrencyFieldProps) {
  const t = useText()
  const [asked] = useAnswer(lookupRegisterOtp, true)
  const told = asked.state === 'ready' ? (asked.answer.currencies ?? []) : []
  const known = region.currencies.filter((currency) => told.includes(currency))
  const offered = known.length > 0 ? known : region.currencies
  const [first] = offered
  const isOffered = offered.some((currency) => currency === value)
  const choose = useEffectEvent(onChange)
  useEffect(() => {
    if (!isOffered && !busy && first) choose(first)
  }, [isOffered, busy, first])
  return offered.length > 1 ? (
    <Segmented
      label={t('register.currency')}
      value={value}
      onChange={onChange}
      options={offered.map((currency) => ({
        value: currency,
        label: t(`register.currency-${currency}`),
        disabled: busy,
      }))}
    />
  ) : null
}

interface NameFieldProps {
  field: 'firstName' | 'lastName'
  state: RegisterState
  actions: RegisterActions
  error: string | null
}

/** As the bank writes it: in upper case, and for some banks in English letters. */
function NameField({ field, state, actions, error }: NameFieldProps) {
  const t = useText()
  const first = field === 'firstName'
  const value = state.draft[field]
  return (
    <Field
      label={first ? t('register.first-name') : t('register.last-name')}
      hint={ENGLISH_NAME_BANKS.includes(state.draft.bankCode) && !error ? t('register.english-hint') : null}
      error={error}
      required
      name={first ? 'first-name' : 'last-name'}
      autoComplete={first ? 'given-name' : 'family-name'}
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={longestBeside(state.draft[first ? 'lastName' : 'firstName'])}
      busy={isBusy(state)}
      value={value}
      onChange={(typed) => actions.edit({ [field]: typed })}
      // Not while typing: it would throw the caret to the end.
      onBlur={() => actions.tidy({ [field]: value.toUpperCase() })}
    />
  )
}

interface BankFieldProps {
  asked: Asked<AnswerOf<typeof lookupBanks>>
  retry: () => void
  value: string
  error: string | null
  busy: boolean
  onChange: (code: string) => void
}

function BankField({ asked, retry, value, error, busy, onChange }: BankFieldProps) {
  const t = useText()
  const locale = useLocale()
  switch (asked.state) {
    case 'loading':
      return <Skeleton shape="block" height={84} />
    case 'failed':
      return <BanksFailed text={errorText(t, asked.failure)} onRetry={retry} />
    case 'ready':
      // Without a bank nobody can register: a list of none is no answer.
      return asked.answer.banks.length === 0 ? (
        <BanksFailed text={t('errors.not-understood')} onRetry={retry} />
      ) : (
        <SelectField
          label={t('register.bank')}
          error={error}
          required
          name="bank"
          placeholder={t('register.choose-bank')}
          value={value}
          disabled={busy}
          onChange={onChange}
          options={bankOptions(asked.answer.banks, locale, t('register.recommended'))}
        />
      )
  }
}

function BanksFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  const t = useText()
  return (
    <FailedState title={t('register.banks-failed')} retryLabel={t('app.try-again')} onRetry={onRetry}>
      {text}
    </FailedState>
  )
}
