import { useBusy } from '@kapao/browser/use-busy'
import { type KnownMessage, readMessage } from '@kapao/contract/chat'
import {
  CANNED_TITLE_MAX,
  type CannedReply,
  createCanned,
  deleteCanned,
  SHORTCUT_SHAPE,
  updateCanned,
} from '@kapao/contract/desk-tools'
import { Button } from '@kapao/ui/button'
import { Dialog } from '@kapao/ui/dialog'
import { Field } from '@kapao/ui/field'
import { SelectField } from '@kapao/ui/select-field'
import { toast } from '@kapao/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { cannedQuery } from '../../lib/queries.ts'
import { ColumnBar } from '../../ui/column-bar.tsx'
import { MessageEditor } from '../../ui/message/message-editor.tsx'
import { emptyMessage, type MessageKind, messageProblem } from '../../ui/message/message-rules.ts'
import styles from './canned.module.css'

interface CannedFormProps {
  canned: CannedReply | null
  onDone: () => void
}

const kinds: readonly MessageKind[] = ['text', 'media', 'quick_replies', 'buttons', 'generic']
const languages = ['', 'th', 'la', 'en'] as const

interface Draft {
  readonly title: string
  readonly shortcut: string
  readonly language: CannedReply['language']
  readonly message: KnownMessage
}

function draftOf(canned: CannedReply | null): Draft {
  return {
    title: canned?.title ?? '',
    shortcut: canned?.shortcut ?? '',
    language: canned?.language ?? '',
    message: (canned && readMessage(canned.message)) ?? emptyMessage('text'),
  }
}

/** Texts and media are replies, sent as they are; what has buttons is a template, seen before it goes out. */
function kindOf({ message_type }: KnownMessage): CannedReply['kind'] {
  return message_type === 'text' || message_type === 'media' ? 'reply' : 'template'
}

function save(draft: Draft, cannedId: string | null) {
  const body = { ...draft, title: draft.title.trim(), kind: kindOf(draft.message) }
  return cannedId === null ? send(createCanned, { body }) : send(updateCanned, { params: { cannedId }, body })
}

export function CannedForm({ canned, onDone }: CannedFormProps) {
  const t = useText()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(canned))
  const [wasTried, setWasTried] = useState(false)
  const [isTaken, setIsTaken] = useState(false)
  const [busy, run] = useBusy()
  const change = (changes: Partial<Draft>) => {
    setIsTaken(false)
    setDraft((before) => ({ ...before, ...changes }))
  }
  const problem = messageProblem(draft.message)
  const isShaped = draft.shortcut === '' || SHORTCUT_SHAPE.test(draft.shortcut)
  const isTitled = draft.title.trim() !== ''

  function submit(event: FormEvent) {
    event.preventDefault()
    setWasTried(true)
    if (problem !== null || !isShaped || !isTitled) return
    run(async () => {
      const result = await save(draft, canned?.cannedId ?? null)
      if (!result.ok) {
        if (result.failure.kind === 'refused' && result.failure.message === 'KEY_INVALID') setIsTaken(true)
        else toast.error(errorText(t, result.failure))
        return
      }
      await queries.invalidateQueries({ queryKey: cannedQuery.queryKey })
      toast.success(t('canned.saved'))
      onDone()
    })
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ColumnBar
        back={{ label: t('app.back'), from: 'always', onPress: onDone }}
        title={<h2>{t(canned ? 'canned.edit' : 'canned.new-title')}</h2>}
        end={canned ? <Delete cannedId={canned.cannedId} onDone={onDone} /> : null}
      />
      <div className={styles.scroll}>
        <div className={styles.fields}>
          <Field
            label={t('canned.name')}
            required
            maxLength={CANNED_TITLE_MAX}
            error={wasTried && !isTitled ? t('canned.name-missing') : null}
            value={draft.title}
            onChange={(title) => change({ title })}
          />
          <Field
            label={t('canned.shortcut')}
            hint={t('canned.shortcut-hint')}
            prefix="/"
            maxLength={30}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            error={isTaken ? t('errors.KEY_INVALID') : isShaped ? null : t('canned.shortcut-shape')}
            value={draft.shortcut}
            onChange={(shortcut) => change({ shortcut: shortcut.replace(/^\//, '') })}
          />
          <SelectField
            label={t('canned.language')}
            value={draft.language}
            options={languages.map((one) => ({
              value: one,
              label: t(one === '' ? 'canned.language-all' : `canned.language-${one}`),
            }))}
            onChange={(chosen) => change({ language: languages.find((one) => one === chosen) ?? '' })}
          />
          <SelectField
            label={t('canned.message')}
            value={draft.message.message_type}
            options={kinds.map((one) => ({ value: one, label: t(`message.kind-${one}`) }))}
            onChange={(chosen) =>
              change({ message: emptyMessage(kinds.find((one) => one === chosen) ?? 'text') })
            }
          />
          <MessageEditor
            message={draft.message}
            onChange={(message) => change({ message })}
            problem={wasTried ? problem : null}
          />
          <p className={styles.none}>{t('canned.name-hint')}</p>
        </div>
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
  function remove() {
    run(async () => {
      const result = await send(deleteCanned, { params: { cannedId } })
      if (!result.ok) {
        setAsks(false)
        toast.error(errorText(t, result.failure))
        return
      }
      onDone()
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
