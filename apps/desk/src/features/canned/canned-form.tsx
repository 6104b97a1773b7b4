import { useBusy } from '@kapao/browser/use-busy'
import { type CannedReply, createCanned, deleteCanned, updateCanned } from '@kapao/contract/desk-tools'
import { Button } from '@kapao/ui/button'
import { Dialog } from '@kapao/ui/dialog'
import { toast } from '@kapao/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { useIsHere } from '../../lib/is-here.ts'
import { cannedQuery } from '../../lib/queries.ts'
import { type WrittenOnce, writtenOnce } from '../../lib/written-once.ts'
import { ColumnBar } from '../../ui/column-bar.tsx'
import { messageProblem } from '../../ui/message/message-rules.ts'
import styles from './canned.module.css'
import { type CannedDraft, draftOf, isShaped, isTitled, kindOf } from './canned-draft.ts'
import { CannedFields } from './canned-fields.tsx'

interface CannedFormProps {
  canned: CannedReply | null
  /** Leaves the form. */
  onDone: () => void
}

function sendDraft(draft: CannedDraft, cannedId: string | null, once: WrittenOnce) {
  const body = { ...draft, title: draft.title.trim(), kind: kindOf(draft.message) }
  return cannedId === null
    ? send(createCanned, { body: { ...body, clientId: once.idOf(JSON.stringify(body)) } })
    : send(updateCanned, { params: { cannedId }, body })
}

interface Ends {
  readonly onSaved: () => void
  readonly onTaken: () => void
}

/** What becomes of it is said wherever the agent is by then; the form itself is told as long as it is there. */
function useSave(cannedId: string | null, { onSaved, onTaken }: Ends) {
  const t = useText()
  const queries = useQueryClient()
  const isHere = useIsHere()
  const [busy, run] = useBusy()
  const [once] = useState(writtenOnce)
  function save(draft: CannedDraft) {
    run(async () => {
      const result = await sendDraft(draft, cannedId, once)
      if (!result.ok) {
        const isTaken = result.failure.kind === 'refused' && result.failure.message === 'KEY_INVALID'
        if (isTaken && isHere()) onTaken()
        else toast.error(errorText(t, result.failure))
        return
      }
      await queries.invalidateQueries({ queryKey: cannedQuery.queryKey })
      toast.success(t('canned.saved'))
      if (isHere()) onSaved()
    })
  }
  return [busy, save] as const
}

export function CannedForm({ canned, onDone }: CannedFormProps) {
  const t = useText()
  const [draft, setDraft] = useState(() => draftOf(canned))
  const [wasTried, setWasTried] = useState(false)
  const [isTaken, setIsTaken] = useState(false)
  const ends = { onSaved: onDone, onTaken: () => setIsTaken(true) }
  const [busy, save] = useSave(canned?.cannedId ?? null, ends)

  function submit(event: FormEvent) {
    event.preventDefault()
    setWasTried(true)
    if (isTitled(draft) && isShaped(draft) && messageProblem(draft.message) === null) save(draft)
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ColumnBar
        back={{ label: t('app.back'), from: 'always', onPress: onDone }}
        title={<h2>{t(canned ? 'canned.edit' : 'canned.new-title')}</h2>}
        end={canned ? <Delete cannedId={canned.cannedId} onDone={onDone} /> : null}
      />
      <div className={styles.scroll}>
        <CannedFields
          draft={draft}
          onChange={(changes) => {
            setIsTaken(false)
            setDraft((before) => ({ ...before, ...changes }))
          }}
          wasTried={wasTried}
          isTaken={isTaken}
        />
      </div>
      <footer className={styles.foot}>
        <Button type="submit" full busy={busy}>
          {t('canned.save')}
        </Button>
      </footer>
    </form>
  )
}

function Delete({ cannedId, onDone }: { cannedId: string; onDone: () => void }) {
  const t = useText()
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const [busy, run] = useBusy()
  const isHere = useIsHere()
  function remove() {
    run(async () => {
      const result = await send(deleteCanned, { params: { cannedId } })
      if (!result.ok) {
        setAsks(false)
        toast.error(errorText(t, result.failure))
        return
      }
      if (isHere()) onDone()
      await queries.invalidateQueries({ queryKey: cannedQuery.queryKey })
    })
  }
  return (
    <>
      <Button small variant="quiet" onClick={() => setAsks(true)}>
        {t('canned.delete')}
      </Button>
      <Dialog
        open={asks}
        kind="warning"
        danger
        title={t('canned.delete-title')}
        confirmLabel={t('canned.delete')}
        cancelLabel={t('app.cancel')}
        busy={busy}
        onConfirm={remove}
        onCancel={() => setAsks(false)}
      />
    </>
  )
}
