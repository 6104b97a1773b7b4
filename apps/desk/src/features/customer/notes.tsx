import { langOf } from '@kapao/browser/lang-of'
import { isolated } from '@kapao/browser/message'
import { formatDateTime } from '@kapao/browser/time'
import { useBusy } from '@kapao/browser/use-busy'
import { addNote, type DeskNote, listNotes, NOTE_MAX } from '@kapao/contract/desk-tools'
import { Button } from '@kapao/ui/button'
import { Skeleton } from '@kapao/ui/skeleton'
import { toast } from '@kapao/ui/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect } from 'react'
import { noteOnce, readDraft, useDraft, writeDraft } from '../../lib/drafts.ts'
import { errorText, failureText } from '../../lib/error-text.ts'
import { ask, send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { onHint } from '../../lib/line.ts'
import { TextArea } from '../../ui/text-area.tsx'
import styles from './notes.module.css'

const notesKey = (conversationId: string) => ['notes', conversationId]

/** Private: what colleagues should know. */
export function Notes({ conversationId }: { conversationId: string }) {
  const t = useText()
  const queries = useQueryClient()
  const asked = useQuery({
    queryKey: notesKey(conversationId),
    queryFn: ({ signal }) => ask(listNotes, { params: { conversationId }, signal }),
  })
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: notesKey(conversationId) })
    const stopNotes = onHint('note', (hint) => {
      if (hint.conversationId === conversationId) again()
    })
    const stopConnected = onHint('connected', again)
    return () => {
      stopNotes()
      stopConnected()
    }
  }, [conversationId, queries])
  return (
    <>
      <h3>{t('customer.notes')}</h3>
      <p className={styles.private}>{t('customer.notes-private')}</p>
      <NewNote conversationId={conversationId} />
      {asked.data ? (
        <NoteList notes={asked.data.notes} />
      ) : asked.isError ? (
        <p className={styles.failed}>
          {failureText(t, asked.error)}
          <Button small variant="quiet" busy={asked.isFetching} onClick={() => void asked.refetch()}>
            {t('app.try-again')}
          </Button>
        </p>
      ) : (
        <Skeleton height={48} shape="block" />
      )}
    </>
  )
}

function NewNote({ conversationId }: { conversationId: string }) {
  const t = useText()
  const queries = useQueryClient()
  const text = useDraft('note', conversationId)
  const write = (next: string) => writeDraft('note', conversationId, next)
  const once = noteOnce(conversationId)
  const [busy, run] = useBusy()
  function submit(event: FormEvent) {
    event.preventDefault()
    const said = text.trim()
    if (said === '') return
    run(async () => {
      const body = { text: said, clientId: once.idOf(said) }
      const result = await send(addNote, { params: { conversationId }, body })
      if (!result.ok) return void toast.error(errorText(t, result.failure))
      once.done()
      // Whoever looked elsewhere meanwhile and came back may have gone on writing.
      if (readDraft('note', conversationId).trim() === said) write('')
      await queries.invalidateQueries({ queryKey: notesKey(conversationId) })
    })
  }
  return (
    <form className={styles.new} onSubmit={submit}>
      <TextArea
        label={t('customer.new-note')}
        rows={2}
        maxLength={NOTE_MAX}
        disabled={busy}
        value={text}
        onChange={write}
      />
      {text.trim() === '' ? null : (
        <Button small type="submit" variant="secondary" busy={busy}>
          {t('customer.add-note')}
        </Button>
      )}
    </form>
  )
}

function NoteList({ notes }: { notes: readonly DeskNote[] }) {
  const t = useText()
  if (notes.length === 0) return <p className={styles.private}>{t('customer.notes-none')}</p>
  return (
    <ul className={styles.list}>
      {notes.map((note) => (
        <li key={note.noteId} className={styles.note}>
          <p className={styles.text} lang={langOf(note.text)}>
            {note.text}
          </p>
          <p className={styles.by}>
            {`${isolated(note.staff.displayName)} · ${formatDateTime(note.createdAt)}`}
          </p>
        </li>
      ))}
    </ul>
  )
}
