import { useEffect } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { isRefusal } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { inviteCodeIn } from '../../lib/invite-code.ts'
import { persistent, storageKeys } from '../../lib/storage.ts'
import { Stepper } from '../../ui/stepper.tsx'
import { BankStep } from './bank-step.tsx'
import { OtpStep } from './otp-step.tsx'
import { PhoneStep } from './phone-step.tsx'
import { ProfileStep } from './profile-step.tsx'
import styles from './register.module.css'
import { backsFrom, isBusy, type RegisterState, stepOf } from './register-machine.ts'
import { Registered } from './registered.tsx'
import { StepEntry } from './step-entry.tsx'
import { type RegisterActions, useRegister } from './use-register.ts'

export function RegisterPage() {
  const t = useText()
  const [state, actions] = useRegister()
  useInviteCode()
  if (state.at === 'registered') return <Registered phone={state.draft.phone} earlier={state.earlier} />
  const step = stepOf(state)
  const backs = backsFrom(state)
  const entry = { isHeld: isBusy(state), onBack: actions.back }
  // Then the way to the login stands beside what was refused.
  const isTaken = state.failure !== null && isRefusal(state.failure, 'EXISTING_USER')
  return (
    <div className={styles.wizard}>
      {backs > 0 ? <StepEntry {...entry} /> : null}
      {backs > 1 ? <StepEntry {...entry} /> : null}
      <Stepper
        label={t('register.steps')}
        current={step}
        steps={[
          t('register.step-phone'),
          t('register.step-otp'),
          t('register.step-profile'),
          t('register.step-bank'),
        ]}
      />
      <Step state={state} actions={actions} />
      {step === 0 && !isTaken ? (
        <p className={styles.other}>
          {t('register.already-member')} <a href="/login">{t('register.to-login')}</a>
        </p>
      ) : null}
    </div>
  )
}

function Step({ state, actions }: { state: RegisterState; actions: RegisterActions }) {
  switch (state.at) {
    case 'phone':
    case 'sending-otp':
      return <PhoneStep state={state} actions={actions} />
    case 'otp':
    case 'resending-otp':
    case 'verifying-otp':
      return <OtpStep state={state} otp={state.otp} actions={actions} />
    case 'profile':
    case 'validating':
      return <ProfileStep state={state} actions={actions} />
    default:
      return <BankStep state={state} actions={actions} />
  }
}

/** `?code=` of an invitation, kept until somebody has registered here: the link may be opened days before. */
function useInviteCode(): void {
  const code = inviteCodeIn(useSearch())
  useEffect(() => {
    if (code) persistent.set(storageKeys.inviteCode, code)
  }, [code])
}
