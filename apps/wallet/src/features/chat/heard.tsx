import { type KnownMessage, readMessage } from '@kapao/contract/chat'
import hidden from '@kapao/ui/hidden.module.css'
import { useRef } from 'react'
import { type Text, useText } from '../../lib/i18n.ts'
import type { Entry } from './timeline.ts'

/** Speaks what the other end says from now on. The log itself is silent, or a page of history would be read out too. */
export function Heard({ entries }: { entries: readonly Entry[] }) {
  const t = useText()
  const newest = entries.filter(({ isOwn }) => !isOwn).at(-1)
  const first = useRef<string | null | undefined>(undefined)
  // What was there when the chat was opened is read by whoever wants to.
  if (first.current === undefined && entries.length > 0) first.current = newest?.key ?? null
  const isNew = newest && first.current !== undefined && newest.key !== first.current
  return (
    <div className={hidden.hidden} role="status" aria-live="polite">
      {isNew ? (
        <p key={newest.key}>
          {t('chat.says', {
            name: newest.name || t('chat.staff'),
            text: said(t, readMessage(newest.message)),
          })}
        </p>
      ) : null}
    </div>
  )
}

function said(t: Text, message: KnownMessage | null): string {
  switch (message?.message_type) {
    case undefined:
      return t('chat.unsupported')
    case 'text':
    case 'buttons':
    case 'quick_replies':
      return message.payload.text
    case 'postback':
      return message.payload.title
    case 'media':
      return (
        message.payload.message || t(message.payload.fileType === 'video' ? 'chat.video' : 'chat.picture')
      )
    case 'generic':
      return message.payload.elements.map(({ title }) => title).join(', ')
  }
}
