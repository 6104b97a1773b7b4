import { useBusy } from '@kapao/browser/use-busy'
import type { AnswerOf } from '@kapao/contract/call'
import { findPromotion } from '@kapao/contract/promotion'
import { codeTyped } from '@kapao/contract/text'
import { Button } from '@kapao/ui/button'
import { Field } from '@kapao/ui/field'
import { useLayoutEffect, useRef, useState } from 'react'
import { errorText, isRefusal } from '../../lib/error-text.ts'
import { type Failure, send } from '../../lib/http.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { Card } from '../../ui/card.tsx'
import styles from './bonus.module.css'

export type Promotion = AnswerOf<typeof findPromotion> & { readonly code: string }

const LONGEST_CODE = 40

export function PromotionSearch({ onFound }: { onFound: (promotion: Promotion) => void }) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<Failure | null>(null)
  const [isSearching, run] = useBusy()
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  // Capitals are another text than what was typed, which sends the caret to the end.
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  async function search() {
    const code = codeTyped(typed)
    const result = await send(findPromotion, { params: { code } })
    if (result.ok) onFound({ ...result.answer, code: result.answer.code ?? code })
    else setProblem(result.failure)
  }

  return (
    <Card>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          if (codeTyped(typed) === '') return
          setProblem(null)
          run(search)
        }}
      >
        <Field
          ref={input}
          label={t('bonus.code')}
          value={typed}
          onChange={(value) => {
            caret.current = input.current?.selectionStart ?? null
            setTyped(value.toUpperCase())
            setProblem(null)
          }}
          error={problem && problemText(t, problem)}
          busy={isSearching}
          hint={<span role="status">{t(isSearching ? 'bonus.searching' : 'bonus.code-hint')}</span>}
          type="search"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={LONGEST_CODE}
          lang="en"
        />
        <Button
          full
          type="submit"
          variant="secondary"
          icon="search"
          busy={isSearching}
          disabled={codeTyped(typed) === ''}
        >
          {t('bonus.search')}
        </Button>
      </form>
    </Card>
  )
}

function problemText(t: Text, failure: Failure): string {
  return isRefusal(failure, 'NO_PROMOTION', 'NO_DATA') ? t('bonus.not-found') : errorText(t, failure)
}
