import { langOf } from '@kapao/browser/lang-of'
import { inWords } from '@kapao/chat-view/in-words'
import hidden from '@kapao/ui/hidden.module.css'
import { useRef } from 'react'
import { useText } from '../../lib/i18n.ts'
import type { Entry } from './entries.ts'

/** Speaks what the other end says from now on. The log itself is silent, or a page of history would be read out too. */
export function Heard({ entries, ended }: { entries: readonly Entry[]; ended: string | null }) {
  const t = useText()
  const newest = entries.filter(({ isOwn }) => !isOwn).at(-1)
  const first = useRef<string | null | undefined>(undefined)
  // What was there when the chat was opened is read by whoever wants to.
  if (first.current === undefined && entries.length > 0) first.current = newest?.key ?? null
  const firstEnded = useRef<string | null | undefined>(undefined)
  if (firstEnded.current === undefined && entries.length > 0) firstEnded.current = ended
  const last = entries.filter(({ delivery }) => delivery?.at !== 'failed').at(-1)
  const isEnded = ended !== null && ended !== firstEnded.current && last?.sessionId === ended
  const isNew = newest && first.current !== undefined && newest.key !== first.current
  const said = newest ? inWords(newest.message, (what) => t(words[what])) : ''
  return (
    <div className={hidden.hidden} role="status" aria-live="polite">
      {isNew ? (
        <p key={newest.key} lang={langOf(said)}>
          {t('chat.says', { name: newest.name || t('chat.staff'), text: said })}
        </p>
      ) : null}
      {isEnded ? <p key={ended}>{t('chat.ended')}</p> : null}
    </div>
  )
}

const words = {
  unsupported: 'chat.unsupported',
  image: 'chat.picture',
  file: 'chat.file',
  video: 'chat.video',
} as const
