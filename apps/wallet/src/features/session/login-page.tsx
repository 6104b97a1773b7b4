import { afterStepBack } from '@kapao/browser/modal-entries'
import { login } from '@kapao/contract/login'
import { Button } from '@kapao/ui/button'
import { Checkbox } from '@kapao/ui/checkbox'
import { Field } from '@kapao/ui/field'
import { Icon } from '@kapao/ui/icon'
import { PasswordField } from '@kapao/ui/password-field'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { errorText, isRefusal, referenceText } from '../../lib/error-text.ts'
import { type Failure, send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { groupPhone, normalisePhone } from '../../lib/phone.ts'
import { region } from '../../lib/region.ts'
import { storeToken } from '../../lib/session-token.ts'
import { tellLive } from '../../lib/tell-live.ts'
import { typedEarly } from '../../lib/typed-early.ts'
import styles from './login.module.css'

/** `next`: the member page to open afterwards, already judged to be one of ours. */
export function LoginPage({ next }: { next: string }) {
  const t = useText()
  const [phone, setPhone] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [works, setWorks] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const begin = useTries()
  // Typed, or filled in by the browser, while the page that the build has drawn waited for its scripts.
  useLayoutEffect(() => {
    if (!form.current) return
    const typed = typedEarly(form.current)
    setPhone(String(typed.get('username') ?? ''))
    setPassword(String(typed.get('password') ?? ''))
    setRemember(typed.has('remember'))
    setWorks(true)
  }, [])
  useEffect(() => {
    if (works) tellLive()
  }, [works])
  // What went wrong stands above the button: on a small phone both would come to lie behind the menu.
  useEffect(() => {
    if (failure) form.current?.querySelector('[type=submit]')?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  const complete = phone.trim() !== '' && password !== ''

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !complete) return
    setBusy(true)
    setFailure(null)
    const body = { username: normalisePhone(phone, region), password }
    const result = await send(login, { body, signal: begin() }).catch(() => null)
    // Left before the answer.
    if (result === null) return
    if (!result.ok) {
      setBusy(false)
      setFailure(result.failure)
      return
    }
    storeToken(result.answer.token, remember)
    afterStepBack(() => navigate(next, { replace: true }))
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <h1>{t('session.title')}</h1>
      <Field
        label={t('session.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="username"
        enterKeyHint="next"
        name="username"
        placeholder={groupPhone(region.phoneExample, region)}
        busy={busy}
        value={phone}
        onChange={setPhone}
      />
      <PasswordField
        label={t('session.password')}
        showLabel={t('session.show-password')}
        hideLabel={t('session.hide-password')}
        autoComplete="current-password"
        enterKeyHint="go"
        name="password"
        busy={busy}
        value={password}
        onChange={setPassword}
      />
      <Checkbox
        label={t('session.remember')}
        name="remember"
        checked={remember}
        disabled={busy}
        onChange={setRemember}
      />
      {/* Always here, so that what it comes to say is announced. */}
      <div aria-live="assertive">{failure ? <LoginFailure failure={failure} /> : null}</div>
      <Button type="submit" full busy={busy} disabled={!complete}>
        {t('session.log-in')}
      </Button>
      {/* No password is given anew here: the operator knows who is who. */}
      <p className={styles.other}>
        <a href="/contact">{t('session.forgot')}</a>
      </p>
      <p className={styles.other}>
        {t('session.no-account')} <a href="/register">{t('session.register')}</a>
      </p>
    </form>
  )
}

/** Begins a try, which ends with the page: who has gone on to another is not to be taken away from it by the answer, nor is who has tried again since. */
function useTries(): () => AbortSignal {
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  return () => {
    leaving.current = new AbortController()
    return leaving.current.signal
  }
}

function LoginFailure({ failure }: { failure: Failure }) {
  const t = useText()
  const isWrong = isRefusal(failure, 'WRONG_CREDENTIAL', 'WRONG_PASSWORD')
  // What was typed is no trouble to tell support of.
  const reference = isWrong ? null : referenceText(t, failure)
  return (
    <p className={styles.failure}>
      <Icon name="warning" size={20} />
      <span>
        {/* The code's own words are about changing it. */}
        {isWrong ? t('errors.WRONG_CREDENTIAL') : errorText(t, failure)}
        {reference ? <small className={styles.reference}>{reference}</small> : null}
      </span>
    </p>
  )
}
