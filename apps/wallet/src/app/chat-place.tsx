/** The chat on every page that has one: first only whether the operator offers it, then its bubble, and the chat itself when it is wanted. */

import chatTexts from 'virtual:text-group/chat'
import bubbleTexts from 'virtual:text-group/chat-bubble'
import { lookupEnableChatWidget } from '@kapao/contract/service'
import { Spinner } from '@kapao/ui/spinner'
import { toast } from '@kapao/ui/toast'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { setChatDoor, useChatDoor } from '../lib/chat-door.ts'
import { send } from '../lib/http.ts'
import { useText, withTexts } from '../lib/i18n.ts'
import { currentToken } from '../lib/session-token.ts'
import styles from './app.module.css'

const loadBubble = () => withTexts(bubbleTexts, import('../features/chat-bubble/chat-bubble.tsx'))
const loadChat = () => withTexts(chatTexts, import('../features/chat/chat.tsx'))

const pages = /^\/(?:login|register|howto|contact|user(?:\/.*)?)\/?$/

export function ChatPlace() {
  const [path] = useLocation()
  const { isOffered } = useChatDoor()
  useEffect(askWhetherOffered, [])
  if (!isOffered || !pages.test(path)) return null
  // Whoever is on a visitor's page is nobody, whatever is still stored.
  const token = path.startsWith('/user') ? currentToken() : null
  return <OfferedChat key={token} token={token} place={path} />
}

function OfferedChat({ token, place }: { token: string | null; place: string }) {
  const t = useText()
  const { isOpen } = useChatDoor()
  const Bubble = useLoaded(true, () => loadBubble().then((file) => file.ChatBubble), noBubble)
  const Chat = useLoaded(
    isOpen,
    () => loadChat().then((file) => file.Chat),
    () => {
      setChatDoor({ isOpen: false })
      toast.error(t('app.broken-title'))
    },
  )
  // Somebody else begins with a closed door.
  useEffect(() => () => setChatDoor({ isOpen: false, unread: 0 }), [])
  return (
    <>
      {Bubble ? <Bubble place={place} /> : null}
      {Chat ? <Chat token={token} /> : null}
      {isOpen && !Chat ? (
        <div className={styles.sheetLoading} role="status" aria-label={t('app.loading')}>
          <Spinner size={32} />
        </div>
      ) : null}
    </>
  )
}

function noBubble(): void {
  // The page is worth more than its bubble.
}

/** From the first time that it is wanted. Not by `lazy`: what cannot be loaded here must not take the page with it. */
function useLoaded<Props>(
  isWanted: boolean,
  load: () => Promise<ComponentType<Props>>,
  onFailed: () => void,
): ComponentType<Props> | null {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  const begin = useEffectEvent(load)
  const failed = useEffectEvent(onFailed)
  const isMissing = isWanted && Loaded === null
  useEffect(() => {
    if (!isMissing) return
    let isLeft = false
    begin().then(
      (component) => {
        if (!isLeft) setLoaded(() => component)
      },
      () => {
        if (!isLeft) failed()
      },
    )
    return () => {
      isLeft = true
    }
  }, [isMissing])
  return Loaded
}

function askWhetherOffered(): () => void {
  const leaving = new AbortController()
  send(lookupEnableChatWidget, { signal: leaving.signal }).then(
    (result) => {
      if (result.ok) setChatDoor({ isOffered: result.answer.enableChatWidget })
    },
    () => {
      // The page is gone.
    },
  )
  return () => leaving.abort()
}
