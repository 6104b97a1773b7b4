import type { Failure } from '@kapao/browser/http'
import { useBusy } from '@kapao/browser/use-busy'
import { deskLogin } from '@kapao/contract/desk'
import { Button } from '@kapao/ui/button'
import { Field } from '@kapao/ui/field'
import { PasswordField } from '@kapao/ui/password-field'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import styles from './login.module.css'

/** Names and codes are not sentences: a keyboard that mends them makes them wrong. */
const asTyped = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

interface LoginPageProps {
  /** Whoever was here did not log out: it ended without them, maybe while nobody was looking. */
  hasEnded: boolean
  onLoggedIn: () => void
}

export function LoginPage({ hasEnded, onLoggedIn }: LoginPageProps) {
  const t = useText()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, run] = useBusy()
  const title = t('session.title')
  useEffect(() => {
    document.title = title
  }, [title])
  const isWhole = asksCode ? code.trim() !== '' : name.trim() !== '' && password !== ''

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isWhole) return
    run(async () => {
      setFailure(null)
      const result = await send(deskLogin, { body: { name: name.trim(), password, code: code.trim() } })
      if (result.ok) return onLoggedIn()
      const wantsCode = result.failure.kind === 'refused' && result.failure.message === 'UNVERIFIED_OTP'
      // Whoever has shown one and is asked for it again is to hear of it.
      if (wantsCode && !asksCode) {
        setAsksCode(true)
        return
      }
      setCode('')
      setFailure(result.failure)
    })
  }

  function startAgain() {
    setAsksCode(false)
    setCode('')
    setPassword('')
    setFailure(null)
  }

  return (
    <main className={styles.page}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <img className={styles.mark} src="/desk/icon.svg" alt="" width={56} height={56} />
        <h1>{title}</h1>
        <p className={styles.about}>{t('session.about')}</p>
        {hasEnded ? (
          <p role="status" className={styles.notice}>
            {t('errors.EXPIRED_AUTH_TOKEN')}
          </p>
        ) : null}
        {asksCode ? (
          <CodeField busy={busy} value={code} onChange={setCode} />
        ) : (
          <>
            <Field
              {...asTyped}
              label={t('session.name')}
              name="username"
              autoComplete="username"
              enterKeyHint="next"
              busy={busy}
              value={name}
              onChange={setName}
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
          </>
        )}
        {/* Always here, so that what it comes to say is announced. */}
        <div aria-live="assertive">
          {failure ? <p className={styles.failure}>{errorText(t, failure)}</p> : null}
        </div>
        <Button type="submit" full busy={busy} disabled={!isWhole}>
          {t('session.log-in')}
        </Button>
        {asksCode ? (
          <Button type="button" variant="quiet" full disabled={busy} onClick={startAgain}>
            {t('session.start-again')}
          </Button>
        ) : null}
      </form>
    </main>
  )
}

interface CodeFieldProps {
  busy: boolean
  value: string
  onChange: (value: string) => void
}

/** Has the focus as soon as it is there. A recovery code has letters, so it is no field of digits. */
function CodeField(props: CodeFieldProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <Field
      {...props}
      {...asTyped}
      ref={input}
      label={t('session.code')}
      hint={t('session.code-hint')}
      name="code"
      autoComplete="one-time-code"
      enterKeyHint="go"
    />
  )
}
