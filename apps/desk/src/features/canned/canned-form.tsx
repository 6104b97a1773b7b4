import type { Failure } from '@kapao/browser/http'
import { useBusy } from '@kapao/browser/use-busy'
import { type CannedReply, createCanned, deleteCanned, updateCanned } from '@kapao/contract/desk-tools'
import { Button } from '@kapao/ui/button'
import { Dialog } from '@kapao/ui/dialog'
import { toast } from '@kapao/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText, isChangedMeanwhile } from '../../lib/error-text.ts'
import { send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { useIsHere } from '../../lib/is-here.ts'
import { cannedQuery } from '../../lib/queries.ts'
import { writtenOnce } from '../../lib/written-once.ts'
import { ColumnBar } from '../../ui/column-bar.tsx'
import { messageProblem } from '../../ui/message/message-rules.ts'
import { UploadsProvider, useUploads } from '../../ui/message/uploads.ts'
import styles from './canned.module.css'
import { draftOf, isShaped, isTitled, kindOf } from './canned-draft.ts'
import { CannedFields } from './canned-fields.tsx'
import {
  forgetKept,
  type KeptDraft,
  keptOvertaken,
  keptSaved,
  readKept,
  useKept,
  writeKept,
} from './kept-drafts.ts'

interface CannedFormProps {
  canned: CannedReply | null
  /** Leaves the form. */
  onDone: () => void
}

type Writing = Pick<KeptDraft, 'draft' | 'basedOn' | 'once'>

/** Where nothing was written that is not saved, it is the reply as it is. */
function writingOf(canned: CannedReply | null): Writing {
  return (
    readKept(canned) ?? { draft: draftOf(canned), basedOn: canned?.updatedAt ?? null, once: writtenOnce() }
  )
}

function sendDraft(cannedId: string | null, { draft, basedOn, once }: Writing) {
  const body = { ...draft, title: draft.title.trim(), kind: kindOf(draft.message) }
  return cannedId === null
    ? send(createCanned, { body: { ...body, clientId: once.idOf(JSON.stringify(body)) } })
    : send(updateCanned, { params: { cannedId }, body: { ...body, ...(basedOn && { updatedAt: basedOn }) } })
}

interface Ends {
  readonly onSaved: () => void
  readonly onTaken: () => void
}

/** What becomes of it is said wherever the agent is by then; the form itself is told as long as it is there. */
function useSave(canned: CannedReply | null, { onSaved, onTaken }: Ends) {
  const t = useText()
  const queries = useQueryClient()
  const isHere = useIsHere()
  const [busy, run] = useBusy()
  async function refused(failure: Failure) {
    if (isChangedMeanwhile(failure)) {
      const latest = await queries.fetchQuery({ ...cannedQuery, staleTime: 0 }).catch(() => null)
      const theirs = latest?.canned.find(({ cannedId }) => cannedId === canned?.cannedId)
      if (theirs && keptOvertaken(theirs) && isHere()) return
    }
    const isTaken = failure.kind === 'refused' && failure.message === 'KEY_INVALID'
    if (isTaken && isHere()) onTaken()
    else toast.error(errorText(t, failure))
  }
  function save() {
    const writing = writingOf(canned)
    run(async () => {
      const result = await sendDraft(canned?.cannedId ?? null, writing)
      if (!result.ok) return refused(result.failure)
      keptSaved(canned, result.answer.canned, writing.draft)
      await queries.invalidateQueries({ queryKey: cannedQuery.queryKey })
      toast.success(t('canned.saved'))
      if (isHere()) onSaved()
    })
  }
  return [busy, save] as const
}

export function CannedForm({ canned, onDone }: CannedFormProps) {
  const t = useText()
  const kept = useKept(canned)
  const draft = kept?.draft ?? draftOf(canned)
  const [wasTried, setWasTried] = useState(false)
  const [isTaken, setIsTaken] = useState(false)
  const [isUploading, countUpload] = useUploads()
  const [discards, setDiscards] = useState(0)
  const isHere = useIsHere()
  const ends = { onSaved: onDone, onTaken: () => setIsTaken(true) }
  const [busy, save] = useSave(canned, ends)

  function submit(event: FormEvent) {
    event.preventDefault()
    setWasTried(true)
    if (isTitled(draft) && isShaped(draft) && messageProblem(draft.message) === null) save()
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ColumnBar
        back={{ label: t('app.back'), from: 'always', onPress: onDone }}
        title={<h2>{t(canned ? 'canned.edit' : 'canned.new-title')}</h2>}
        end={canned ? <Delete canned={canned} onDone={onDone} /> : null}
      />
      <div className={styles.scroll}>
        <UploadsProvider value={countUpload}>
          <CannedFields
            // A file that is on its way belongs to what was discarded.
            key={discards}
            draft={draft}
            onChange={(changes) => {
              // A file that was being uploaded may be there only after its agent has left.
              if (!isHere()) return
              setIsTaken(false)
              writeKept(canned, draftOf(canned), changes)
            }}
            wasTried={wasTried}
            isTaken={isTaken}
          />
        </UploadsProvider>
      </div>
      <footer className={styles.foot}>
        <Unsaved
          kept={kept}
          onDiscard={() => {
            forgetKept(canned)
            setDiscards(discards + 1)
          }}
        />
        <Button type="submit" full busy={busy || isUploading}>
          {t('canned.save')}
        </Button>
      </footer>
    </form>
  )
}

/** Whoever comes back to what they left is to know that it is not what the others have. */
function Unsaved({ kept, onDiscard }: { kept: KeptDraft | null; onDiscard: () => void }) {
  const t = useText()
  return (
    <div role="status">
      {kept ? (
        <p className={styles.unsaved}>
          <span className={kept.isOvertaken ? styles.overtaken : undefined}>
            {t(kept.isOvertaken ? 'canned.overtaken' : 'canned.unsaved')}
          </span>
          <Button small variant="quiet" onClick={onDiscard}>
            {t('canned.discard')}
          </Button>
        </p>
      ) : null}
    </div>
  )
}

function Delete({ canned, onDone }: { canned: CannedReply; onDone: () => void }) {
  const t = useText()
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  /** The reply as it was when its agent pressed: the line may bring another while they are asked. */
  const [seen, setSeen] = useState(canned)
  const [busy, run] = useBusy()
  const isHere = useIsHere()
  function remove() {
    run(async () => {
      const { cannedId, updatedAt } = seen
      const result = await send(deleteCanned, { params: { cannedId }, body: { updatedAt } })
      if (!result.ok) {
        setAsks(false)
        toast.error(errorText(t, result.failure))
        if (isChangedMeanwhile(result.failure))
          void queries.invalidateQueries({ queryKey: cannedQuery.queryKey })
        return
      }
      forgetKept(canned)
      if (isHere()) onDone()
      await queries.invalidateQueries({ queryKey: cannedQuery.queryKey })
    })
  }
  return (
    <>
      <Button
        small
        variant="quiet-danger"
        onClick={() => {
          setSeen(canned)
          setAsks(true)
        }}
      >
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
