import type { Failure } from '@kapao/browser/http'
import { useBusy } from '@kapao/browser/use-busy'
import { changeDeskPassword } from '@kapao/contract/desk'
import { Button } from '@kapao/ui/button'
import { PasswordField } from '@kapao/ui/password-field'
import { toast } from '@kapao/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { useIsHere } from '../../lib/is-here.ts'
import { meKey, useMe } from '../../lib/queries.ts'
import { ColumnBar } from '../../ui/column-bar.tsx'
import styles from './admin.module.css'

export function PasswordPage({ onBack }: { onBack: () => void }) {
  const t = useText()
  const me = useMe()
  const queries = useQueryClient()
  const [oldPassword, setOld] = useState('')
  const [newPassword, setNew] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, run] = useBusy()
  const isHere = useIsHere()
  const refused = failure?.kind === 'refused' ? failure.message : ''
  function submit(event: FormEvent) {
    event.preventDefault()
    if (oldPassword === '' || newPassword === '') return
    run(async () => {
      setFailure(null)
      const result = await send(changeDeskPassword, { body: { oldPassword, newPassword } })
      if (!result.ok) {
        if (isHere()) setFailure(result.failure)
        else toast.error(errorText(t, result.failure))
        return
      }
      toast.success(t('admin.password-changed'))
      // It is theirs now, and runs out no more.
      void queries.invalidateQueries({ queryKey: meKey })
      if (isHere()) onBack()
    })
  }
  const shared = {
    showLabel: t('session.show-password'),
    hideLabel: t('session.hide-password'),
    disabled: busy,
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ColumnBar
        back={{ label: t('app.back'), from: 'always', onPress: onBack }}
        title={<h2>{t('app.password')}</h2>}
      />
      <div className={styles.scroll}>
        <div className={styles.fields}>
          {/* Password managers file the password under this. */}
          <input type="hidden" name="username" autoComplete="username" value={me.name} />
          <PasswordField
            {...shared}
            label={t('admin.old-password')}
            autoComplete="current-password"
            error={refused === 'WRONG_PASSWORD' && failure ? errorText(t, failure) : null}
            value={oldPassword}
            onChange={setOld}
          />
          <PasswordField
            {...shared}
            label={t('admin.new-password')}
            autoComplete="new-password"
            hint={t('admin.password-hint')}
            error={failure && refused !== 'WRONG_PASSWORD' ? errorText(t, failure) : null}
            value={newPassword}
            onChange={setNew}
          />
          <Button type="submit" full busy={busy} disabled={oldPassword === '' || newPassword === ''}>
            {t('admin.change-password')}
          </Button>
        </div>
      </div>
    </form>
  )
}
