import { lookupSources } from '@kapao/contract/lookup'
import { Field } from '@kapao/ui/field'
import { PasswordField } from '@kapao/ui/password-field'
import { SelectField } from '@kapao/ui/select-field'
import { Skeleton } from '@kapao/ui/skeleton'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { useAnswer } from '../../lib/use-answer.ts'
import { type Draft, isBusy, type RegisterState } from './register-machine.ts'
import { isUntouched, profileErrors } from './register-rules.ts'
import { StepForm } from './step-form.tsx'
import type { RegisterActions } from './use-register.ts'

export function ProfileStep({ state, actions }: { state: RegisterState; actions: RegisterActions }) {
  const t = useText()
  const [tried, setTried] = useState(false)
  const { draft } = state
  const busy = isBusy(state)
  const errors = profileErrors(draft)
  const errorOf = (field: keyof Draft) => {
    const key = tried ? errors[field] : undefined
    return key ? t(key) : null
  }
  function submit() {
    setTried(true)
    if (Object.keys(errors).length === 0) actions.submitProfile()
  }
  const passwordLabels = { showLabel: t('register.show-password'), hideLabel: t('register.hide-password') }
  return (
    <StepForm
      title={t('register.profile-title')}
      failure={state.failure}
      submitLabel={t('register.next')}
      busy={busy}
      isEmpty={isUntouched(draft, 'name', 'password', 'repeatedPassword')}
      onSubmit={submit}
      onBack={actions.back}
    >
      <Field
        label={t('register.name')}
        error={errorOf('name')}
        required
        name="name"
        autoComplete="name"
        maxLength={100}
        busy={busy}
        value={draft.name}
        onChange={(name) => actions.edit({ name })}
      />
      {/* Password managers file the password under this. */}
      <input type="hidden" name="username" autoComplete="username" value={draft.phone} />
      <PasswordField
        {...passwordLabels}
        label={t('register.password')}
        hint={t('register.password-hint')}
        error={errorOf('password')}
        required
        name="new-password"
        autoComplete="new-password"
        busy={busy}
        value={draft.password}
        onChange={(password) => actions.edit({ password })}
      />
      <PasswordField
        {...passwordLabels}
        label={t('register.repeated-password')}
        error={errorOf('repeatedPassword')}
        required
        name="repeated-password"
        autoComplete="new-password"
        busy={busy}
        value={draft.repeatedPassword}
        onChange={(repeatedPassword) => actions.edit({ repeatedPassword })}
      />
      <SourceField
        value={draft.sourceCode}
        busy={busy}
        onChange={(sourceCode) => actions.edit({ sourceCode })}
      />
    </StepForm>
  )
}

interface SourceFieldProps {
  value: string
  busy: boolean
  onChange: (code: string) => void
}

/** Not required: when the list cannot be had, the question is not asked. */
function SourceField({ value, busy, onChange }: SourceFieldProps) {
  const t = useText()
  const [asked] = useAnswer(lookupSources, true)
  // Its place is kept: a button that moves from under the finger takes no tap.
  if (asked.state === 'loading') return <Skeleton shape="block" height={84} />
  if (asked.state !== 'ready' || asked.answer.sources.length === 0) return null
  return (
    <SelectField
      label={t('register.source')}
      name="source"
      value={value}
      disabled={busy}
      onChange={onChange}
      options={[
        { value: '', label: t('register.source-none') },
        ...asked.answer.sources.map(({ code, description }) => ({ value: code, label: description })),
      ]}
    />
  )
}
