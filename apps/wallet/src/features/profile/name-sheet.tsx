import { BANK_ACCOUNT_NAME_MAX_LENGTH, updateBankAccountName } from '@kapao/contract/account'
import { Field } from '@kapao/ui/field'
import { toast } from '@kapao/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText, isRefusal } from '../../lib/error-text.ts'
import { send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { useShownProblem } from '../../ui/use-shown-problem.ts'
import { FormSheet } from './form-sheet.tsx'
import { profileQuery } from './profile-query.ts'
import { englishNameOf } from './profile-rules.ts'

/** The name at a bank that wants it in English. */
export function NameSheet({ bankCode, onClose }: { bankCode: string; onClose: () => void }) {
  const t = useText()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  useShownProblem(form, error)

  async function save() {
    if (isBusy) return
    const bankAccountName = englishNameOf(typed)
    if (bankAccountName === null) return setError(t('profile.english-required'))
    setIsBusy(true)
    const result = await send(updateBankAccountName, { body: { bankCode, bankAccountName } })
    setIsBusy(false)
    // After a failure too: it may have been saved all the same.
    void queries.invalidateQueries({ queryKey: profileQuery.queryKey })
    void queries.invalidateQueries({ queryKey: walletQuery.queryKey })
    if (!result.ok) {
      if (isRefusal(result.failure, 'BANK_ACCOUNT_NAME_ENG')) setError(t('profile.english-required'))
      else toast.error(errorText(t, result.failure))
      return
    }
    toast.success(t('profile.name-saved'))
    onClose()
  }

  return (
    <FormSheet
      form={form}
      title={t('profile.edit-name')}
      submitLabel={t('profile.save')}
      busy={isBusy}
      isEmpty={typed.trim() === ''}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Field
        label={t('profile.holder')}
        hint={t('profile.english-hint')}
        error={error}
        name="bank-account-name"
        lang="en"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={BANK_ACCOUNT_NAME_MAX_LENGTH}
        busy={isBusy}
        value={typed}
        onChange={(value) => {
          setTyped(value)
          setError(null)
        }}
        // Not while typing: it would throw the caret to the end.
        onBlur={() => setTyped(typed.toUpperCase())}
      />
    </FormSheet>
  )
}
