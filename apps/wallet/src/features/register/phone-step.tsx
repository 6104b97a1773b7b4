import { Field } from '@kapao/ui/field'
import { useState } from 'react'
import { isRefusal } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { groupPhone, normalisePhone } from '../../lib/phone.ts'
import { region } from '../../lib/region.ts'
import { isBusy, type RegisterState } from './register-machine.ts'
import { isAboutPhone, isUntouched, phoneErrors, refusalHere } from './register-rules.ts'
import { StepForm } from './step-form.tsx'
import type { RegisterActions } from './use-register.ts'

export function PhoneStep({ state, actions }: { state: RegisterState; actions: RegisterActions }) {
  const t = useText()
  const [tried, setTried] = useState(false)
  const errors = phoneErrors(state.draft, region)
  const { failure } = state
  const refused = failure && isAboutPhone(failure) ? refusalHere(failure, region) : null
  const error = (tried && errors.phone) || refused
  function submit() {
    setTried(true)
    if (Object.keys(errors).length === 0) actions.submitPhone()
  }
  return (
    <StepForm
      title={t('register.phone-title')}
      failure={failure}
      isAtField={refused !== null}
      submitLabel={t('register.next')}
      busy={isBusy(state)}
      isEmpty={isUntouched(state.draft, 'phone')}
      onSubmit={submit}
      remedy={
        failure && isRefusal(failure, 'EXISTING_USER') ? <a href="/login">{t('register.to-login')}</a> : null
      }
    >
      <Field
        label={t('register.phone')}
        hint={t('register.phone-hint')}
        error={error ? t(error) : null}
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        enterKeyHint="next"
        name="phone"
        placeholder={groupPhone(region.phoneExample, region)}
        busy={isBusy(state)}
        value={state.draft.phone}
        onChange={(phone) => actions.edit({ phone })}
        onBlur={() => actions.tidy({ phone: normalisePhone(state.draft.phone, region) })}
      />
    </StepForm>
  )
}
