/** The way into the chat from every page: a round button above the menu, and for a while, or as long as something waits to be sent, a few words beside it. */
import { after } from '@kapao/browser/timers'
import hidden from '@kapao/ui/hidden.module.css'
import { Icon } from '@kapao/ui/icon'
import { IconButton } from '@kapao/ui/icon-button'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { openChat, useChatDoor } from '../../lib/chat-door.ts'
import { useText } from '../../lib/i18n.ts'
import { perSession, sessionKeys } from '../../lib/storage.ts'
import styles from './chat-bubble.module.css'
import { keepClear } from './keep-clear.ts'

const INVITE_MS = 100
/** Who has not answered by then does not want to. */
const INVITE_GONE_MS = 12_000

/** `place` changes with the page: what lies under the bubble is another then. */
export function ChatBubble({ place }: { place: string }) {
  const t = useText()
  const { isOpen, unread, hasUnsent } = useChatDoor()
  const root = useRef<HTMLDivElement>(null)
  const bubble = useRef<HTMLButtonElement>(null)
  const [isInviting, endInvite] = useInvite()
  const [crowded, setCrowded] = useState('')
  const [isPutAway, setIsPutAway] = useState(false)
  const words = hasUnsent && !isPutAway ? 'chat-bubble.unsent' : isInviting ? 'chat-bubble.invite' : null
  // Words over what is to be read or tapped would be no help.
  const showsWords = words !== null && !isOpen && crowded !== place
  useEffect(() => {
    // A turned phone, a wider window: there may be room again.
    const look = () => setCrowded('')
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [])
  useLayoutEffect(() => {
    if (!root.current) return
    return keepClear(root.current, showsWords ? () => setCrowded(place) : undefined)
  }, [place, showsWords])
  const name = unread > 0 ? t('chat-bubble.open-unread', { count: unread }) : t('chat-bubble.open')
  return (
    <div ref={root} className={styles.place} data-open={isOpen || undefined}>
      {showsWords ? (
        <div className={styles.invite}>
          <button type="button" className={styles.words} onClick={open}>
            {t(words)}
          </button>
          <IconButton name="close" label={t('chat-bubble.dismiss')} onClick={putAway} />
        </div>
      ) : null}
      <button
        ref={bubble}
        type="button"
        className={styles.bubble}
        data-unsent={hasUnsent || undefined}
        aria-haspopup="dialog"
        aria-label={hasUnsent ? `${name}, ${t('chat-bubble.unsent')}` : name}
        onClick={open}
      >
        <Icon name="chat" size={26} />
        {unread > 0 ? <span className={styles.unread}>{unread > 99 ? '99+' : unread}</span> : null}
        {hasUnsent ? (
          <span className={styles.unsent}>
            <Icon name="warning" size={14} />
          </span>
        ) : null}
      </button>
      <span className={hidden.hidden} role="status">
        {unread > 0 && !isOpen ? name : null}
      </span>
    </div>
  )

  function putAway() {
    setIsPutAway(hasUnsent)
    endInvite()
    bubble.current?.focus()
  }

  function open() {
    // The words go; what stays gets the focus back when the chat closes.
    bubble.current?.focus()
    endInvite()
    openChat()
  }
}

/** Until it is answered or put away, for a while on each visit. */
function useInvite(): [isInviting: boolean, end: () => void] {
  const [isInviting, setIsInviting] = useState(false)
  useEffect(() => {
    if (perSession.get(sessionKeys.chatInvite) !== null) return
    const stopWaiting = after(INVITE_MS, () => setIsInviting(true))
    const stopShowing = after(INVITE_GONE_MS, () => setIsInviting(false))
    return () => {
      stopWaiting()
      stopShowing()
    }
  }, [])
  function end() {
    perSession.set(sessionKeys.chatInvite, '1')
    setIsInviting(false)
  }
  return [isInviting, end]
}
