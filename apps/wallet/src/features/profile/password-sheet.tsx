import { changePassword } from '@kapao/contract/account'
import { PasswordField } from '@kapao/ui/password-field'
import { toast } from '@kapao/ui/toast'
import { useRef, useState } from 'react'
import { errorText, isRefusal } from '../../lib/error-text.ts'
import { type Failure, send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { isOutcomeUnknown } from '../../lib/intent.ts'
import { useShownProblem } from '../../ui/use-shown-problem.ts'
import { FormSheet } from './form-sheet.tsx'
import styles from './profile.module.css'
import { judgePasswords, type Passwords } from './profile-rules.ts'

interface PasswordSheetProps {
  /** For password managers. */
  username: string
  /** An earlier try had no answer: the password may be another than its owner believes. */
  isPerhapsChanged: boolean
  onPerhapsChanged: () => void
  onClose: () => void
  onChanged: () => void
}

interface Problem {
  readonly field: keyof Passwords
  readonly text: string
}

export function PasswordSheet({ username, onClose, onChanged, ...perhaps }: PasswordSheetProps) {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const [passwords, setPasswords] = useState<Passwords>({ old: '', fresh: '', repeated: '' })
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  useShownProblem(form, problem?.text ?? null)

  function failed(failure: Failure) {
    if (isOutcomeUnknown(failure)) {
      perhaps.onPerhapsChanged()
      toast.error(`${errorText(t, failure)} ${t('profile.password-perhaps')}`)
      return
    }
    // Without the field it may be anything that the server did not like.
    const isAboutNew = failure.kind === 'refused' && failure.field === 'newPassword'
    if (isRefusal(failure, 'WRONG_PASSWORD')) {
      // Its own words say that nothing was changed.
      const text = perhaps.isPerhapsChanged ? t('profile.password-probably') : errorText(t, failure)
      setProblem({ field: 'old', text })
    } else if (isAboutNew && isRefusal(failure, 'INVALID_USER_INFO')) {
      setProblem({ field: 'fresh', text: t('profile.password-easy') })
    } else toast.error(errorText(t, failure))
  }

  async function change() {
    if (isBusy) return
    const verdict = judgePasswords(passwords)
    if (verdict.kind === 'empty') {
      form.current?.querySelector<HTMLInputElement>(`[name="${verdict.field}"]`)?.focus()
      return
    }
    if (verdict.kind === 'wrong') {
      setProblem({ field: verdict.field, text: t(`profile.${verdict.text}`) })
      return
    }
    setProblem(null)
    setIsBusy(true)
    const result = await send(changePassword, {
      body: { oldPassword: passwords.old, newPassword: passwords.fresh },
    })
    setIsBusy(false)
    if (!result.ok) return failed(result.failure)
    // What went wrong before would stand beside what went well.
    toast.takeErrorBack()
    onChanged()
  }

  const field = (name: keyof Passwords) => ({
    name,
    showLabel: t('profile.show-password'),
    hideLabel: t('profile.hide-password'),
    error: problem?.field === name ? problem.text : null,
    busy: isBusy,
    value: passwords[name],
    onChange: (value: string) => {
      setPasswords({ ...passwords, [name]: value })
      setProblem(null)
    },
  })
  return (
    <FormSheet
      form={form}
      title={t('profile.change-password')}
      submitLabel={t('profile.change-password')}
      busy={isBusy}
      isEmpty={Object.values(passwords).every((typed) => typed === '')}
      onSubmit={() => void change()}
      onClose={onClose}
    >
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <PasswordField {...field('old')} label={t('profile.old-password')} autoComplete="current-password" />
      <PasswordField
        {...field('fresh')}
        label={t('profile.new-password')}
        hint={t('profile.password-hint')}
        autoComplete="new-password"
      />
      <PasswordField
        {...field('repeated')}
        label={t('profile.repeated-password')}
        autoComplete="new-password"
      />
      <p className={styles.muted}>{t('profile.others-will-end')}</p>
    </FormSheet>
  )
}
