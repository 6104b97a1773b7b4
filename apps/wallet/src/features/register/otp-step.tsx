import { formatCountdown } from '@kapao/browser/time'
import { every } from '@kapao/browser/timers'
import { Button } from '@kapao/ui/button'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { groupPhone } from '../../lib/phone.ts'
import { region } from '../../lib/region.ts'
import { OtpField } from '../../ui/otp-field.tsx'
import styles from './register.module.css'
import { isBusy, type RegisterState, type SentOtp } from './register-machine.ts'
import { isAboutCode } from './register-rules.ts'
import { StepForm } from './step-form.tsx'
import type { RegisterActions } from './use-register.ts'

/** The wire names no length (api: OTP): one that is shorter was not typed to its end. */
const SHORTEST_CODE = 4

interface OtpStepProps {
  state: RegisterState
  otp: SentOtp
  actions: RegisterActions
}

export function OtpStep({ state, otp, actions }: OtpStepProps) {
  const t = useText()
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const [sent, setSent] = useState('')
  // A server may keep its token over several codes.
  const message = `${otp.otpRef} ${otp.otpToken}`
  const [typedFrom, setTypedFrom] = useState(message)
  if (typedFrom !== message) {
    // What was typed is of the code before: the new one would be appended to it.
    setTypedFrom(message)
    setCode('')
    setTried(false)
    setSent('')
  }
  const field = useRef<HTMLInputElement>(null)
  const told = useRef(message)
  useEffect(() => {
    // What was pressed for a new one cannot be pressed again for a while, and would leave the focus nowhere.
    if (told.current !== message) field.current?.focus()
    told.current = message
  }, [message])
  const complete = code.length >= SHORTEST_CODE
  const { failure } = state
  const refused = failure !== null && isAboutCode(failure) ? errorText(t, failure) : null
  function submit(typed: string) {
    setTried(true)
    // It was judged already: the same once more would only be another of the few tries.
    const isJudged = refused !== null && typed === sent
    if (typed.length < SHORTEST_CODE || isJudged) return
    setSent(typed)
    actions.submitCode(typed)
  }
  return (
    <StepForm
      title={t('register.otp-title')}
      failure={failure}
      isAtField={refused !== null}
      submitLabel={t('register.confirm')}
      busy={state.at === 'verifying-otp'}
      isEmpty={code === ''}
      onSubmit={() => submit(code)}
      onBack={actions.back}
      isHeld={isBusy(state)}
    >
      <p className={styles.lead} role="status">
        {t('register.otp-sent', { phone: groupPhone(state.draft.phone, region), reference: otp.otpRef })}
      </p>
      <OtpField
        ref={field}
        label={t('register.otp')}
        error={refused ?? (tried && !complete ? t('register.otp-required') : null)}
        name="otp"
        busy={isBusy(state)}
        value={code}
        onChange={(typed) => {
          setCode(typed)
          // A new try: what was refused about the last code is no longer so.
          actions.edit({})
        }}
        // By itself no code goes out twice.
        onComplete={(typed) => typed !== sent && submit(typed)}
      />
      <Resend otp={otp} busy={state.at === 'resending-otp'} onResend={actions.resend} />
    </StepForm>
  )
}

function Resend({ otp, busy, onResend }: { otp: SentOtp; busy: boolean; onResend: () => void }) {
  const t = useText()
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => every(500, () => setNowMs(Date.now())), [])
  const leftMs = otp.resendAtMs - nowMs
  return (
    <Button variant="quiet" full small busy={busy} disabled={leftMs > 0} onClick={onResend}>
      {leftMs > 0 ? t('register.resend-in', { left: formatCountdown(leftMs) }) : t('register.resend')}
    </Button>
  )
}
