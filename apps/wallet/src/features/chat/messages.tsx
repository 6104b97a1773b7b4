/** The messages with what lies between them: days, ends of conversations, names and times of groups, and how far the own ones are. */
import { formatDateTime, LOCAL_OFFSET_MS } from '@kapao/browser/time'
import { isWholeAddress } from '@kapao/chat-view/media-address'
import { type MessageTexts, MessageView } from '@kapao/chat-view/message-view'
import { timelineItems } from '@kapao/chat-view/timeline-items'
import { type ChatButton, type EndedSession, type KnownMessage, readMessage } from '@kapao/contract/chat'
import { classes } from '@kapao/ui/classes'
import hidden from '@kapao/ui/hidden.module.css'
import { memo, useMemo, useRef } from 'react'
import { apiAddress } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import type { ChatClient } from './chat-client.ts'
import { beginsNext, type Entry } from './entries.ts'
import styles from './message.module.css'
import { OwnState } from './own-state.tsx'
import { Rating } from './rating.tsx'
import type { LocalFile } from './uploads.ts'
import { useServerNow } from './use-server-now.ts'

interface MessagesProps {
  client: ChatClient
  entries: readonly Entry[]
  readMs: number
  ended: EndedSession | null
}

export const Messages = memo(({ client, entries, readMs, ended }: MessagesProps) => {
  const endedMs = ended?.session_id === sessionOf(entries) ? Date.parse(ended.endedAt) : null
  const items = useMemo(() => {
    return timelineItems(
      entries.map((entry) => ({
        ...entry,
        sessionId: entry.sessionId || (endedMs !== null && beginsNext(entry, endedMs) ? 'next' : ''),
        by: entry.isOwn ? 'own' : `other ${entry.name}`,
      })),
    )
  }, [entries, endedMs])
  const last = entries.at(-1)
  // What failed says so itself, and takes from the one before nothing of what became of that.
  const lastOwn = entries.filter(({ isOwn, delivery }) => isOwn && delivery?.at !== 'failed').at(-1)
  // In one row, each by its own key: none is drawn anew when its group grows at its other end.
  const shown = items.flatMap((item) => {
    if (item.kind === 'day') return <Day key={item.key} atMs={item.atMs} />
    if (item.kind === 'end') return <End key={item.key} />
    return item.messages.map((entry, index) => (
      <Message
        key={entry.key}
        client={client}
        entry={entry}
        opens={index === 0}
        closes={index === item.messages.length - 1}
        isLast={entry.key === last?.key}
        showsState={entry.key === lastOwn?.key}
        isRead={entry.atMs <= readMs}
      />
    ))
  })
  return (
    <>
      {shown}
      {ended && endedMs !== null && last && !beginsNext(last, endedMs) ? (
        <Ended client={client} ended={ended} />
      ) : null}
    </>
  )
})

/** Of the newest message whose session is known: "" where none is. */
function sessionOf(entries: readonly Entry[]): string {
  return entries.filter(({ sessionId }) => sessionId !== '').at(-1)?.sessionId ?? ''
}

/** Nothing was written since. */
function Ended({ client, ended }: { client: ChatClient; ended: EndedSession }) {
  return (
    <>
      <End />
      {ended.asksRating ? <Rating key={ended.session_id} client={client} ended={ended} /> : null}
    </>
  )
}

/** So soon after the first a tap on a button is no word of its own. */
const DOUBLE_TAP_MS = 700

interface MessageProps {
  client: ChatClient
  entry: Entry
  opens: boolean
  closes: boolean
  isLast: boolean
  showsState: boolean
  isRead: boolean
}

function Message({ client, entry, opens, closes, isLast, showsState, isRead }: MessageProps) {
  const t = useText()
  const message = useMemo(() => atApi(readMessage(entry.message)), [entry.message])
  const { delivery, isOwn } = entry
  const local = client.localFile(entry.key)
  const pressedAtMs = useRef(0)
  function press(button: ChatButton) {
    const isSecondTap = Date.now() - pressedAtMs.current < DOUBLE_TAP_MS
    pressedAtMs.current = Date.now()
    if (!isSecondTap) client.postback(button)
  }
  const time = formatDateTime(entry.atMs).slice(11, 16)
  const state =
    delivery && (delivery.at !== 'succeed' || showsState) ? (
      <OwnState client={client} clientId={entry.key} delivery={delivery} isRead={isRead} />
    ) : null
  return (
    <article
      data-key={entry.key}
      className={classes(styles.message, isOwn ? styles.own : styles.other, opens && styles.opens)}
    >
      {opens ? (
        <p className={isOwn ? hidden.hidden : styles.name}>
          {isOwn ? t('chat.you') : entry.name || t('chat.staff')}
        </p>
      ) : null}
      <MessageView
        message={message}
        side={isOwn ? 'own' : 'other'}
        texts={useMessageTexts(local)}
        localAddress={local?.url}
        hideQuickReplies={!isLast}
        onPress={press}
      />
      {closes || state ? (
        <div className={styles.under}>
          {(closes || showsState) && delivery?.at !== 'failed' && delivery?.at !== 'uploading_file' ? (
            <time dateTime={new Date(entry.atMs).toISOString()}>{time}</time>
          ) : null}
          {state}
        </div>
      ) : null}
    </article>
  )
}

function useMessageTexts(local: LocalFile | undefined): MessageTexts {
  const t = useText()
  return {
    unsupported: t('chat.unsupported'),
    picture: t('chat.picture'),
    video: t('chat.video'),
    file: t('chat.open-file'),
    // One of this phone's own is all there: it is only that this browser cannot draw it.
    missing: local?.file.name || t('chat.media-missing'),
    close: t('chat.close-picture'),
  }
}

/** Paths are the API's, which may be another host than the page's. */
function atApi(message: KnownMessage | null): KnownMessage | null {
  if (apiAddress('/') === '/') return message
  if (message?.message_type === 'media' && !message.payload.url) {
    const filePath = pathAtApi(message.payload.filePath)
    return { ...message, payload: { ...message.payload, url: true, filePath } }
  }
  if (message?.message_type === 'generic') {
    const elements = message.payload.elements.map(({ image_url: picture, ...card }) => ({
      ...card,
      image_url: picture && !isWholeAddress(picture) ? pathAtApi(picture) : picture,
    }))
    return { ...message, payload: { elements } }
  }
  return message
}

function pathAtApi(path: string): string {
  return apiAddress(`/${path.replace(/^[/\\]+/, '')}`)
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Often enough for a day to end while somebody looks. */
const TICK_MS = 30_000

function Day({ atMs }: { atMs: number }) {
  const t = useText()
  const now = useServerNow(TICK_MS)
  const day = (ms: number) => Math.floor((ms + LOCAL_OFFSET_MS) / DAY_MS)
  const ago = day(now) - day(atMs)
  const shown =
    ago === 0 ? t('chat.today') : ago === 1 ? t('chat.yesterday') : formatDateTime(atMs).slice(0, 10)
  return (
    <p className={styles.between}>
      <time dateTime={new Date(atMs).toISOString()}>{shown}</time>
    </p>
  )
}

function End() {
  const t = useText()
  return <p className={classes(styles.between, styles.end)}>{t('chat.ended')}</p>
}
