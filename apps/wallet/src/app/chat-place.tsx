/** The chat on every page that has one: its bubble where the operator offers it, and the chat itself when it is wanted. */

import chatTexts from 'virtual:text-group/chat'
import { loadAside, loadPageAnew } from '@kapao/browser/chunk-recovery'
import { lookupEnableChatWidget } from '@kapao/contract/service'
import { Spinner } from '@kapao/ui/spinner'
import { toast } from '@kapao/ui/toast'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { ChatBubble } from '../features/chat-bubble/chat-bubble.tsx'
import { outboxKey, setChatDoor, useChatDoor } from '../lib/chat-door.ts'
import { useText, withTexts } from '../lib/i18n.ts'
import { currentToken } from '../lib/session-token.ts'
import { perSession, persistent, storageKeys } from '../lib/storage.ts'
import { useAnswer } from '../lib/use-answer.ts'
import styles from './app.module.css'

const loadChat = () => withTexts(chatTexts, import('../features/chat/chat.tsx'))

const pages = /^\/(?:login|register|howto|contact|user(?:\/.*)?)\/?$/

export function ChatPlace() {
  const path = usePathname()
  const { isOffered } = useChatDoor()
  useWhetherOffered()
  if (!isOffered || !pages.test(path)) return null
  // Whoever is on a visitor's page is nobody, whatever is still stored.
  const token = path.startsWith('/user') ? currentToken() : null
  return <OfferedChat key={token} token={token} place={path} />
}

function OfferedChat({ token, place }: { token: string | null; place: string }) {
  const t = useText()
  const { isOpen } = useChatDoor()
  const Chat = useChat(isOpen, () => {
    setChatDoor({ isOpen: false })
    toast.error(t('app.broken-title'))
  })
  useUnreadBefore(token !== null, Chat === null)
  // Only the chat itself sends what waits, and it is not there before it is opened.
  useEffect(() => setChatDoor({ hasUnsent: perSession.get(outboxKey(token !== null)) !== null }), [token])
  // Somebody else begins with a closed door.
  useEffect(() => () => setChatDoor({ isOpen: false, unread: 0 }), [])
  return (
    <>
      <ChatBubble place={place} />
      {Chat ? <Chat token={token} /> : null}
      {isOpen && !Chat ? (
        <div className={styles.sheetLoading} role="status" aria-label={t('app.loading')}>
          <Spinner size={32} />
        </div>
      ) : null}
    </>
  )
}

/** From the first time that it is wanted. Not by `lazy`: what cannot be loaded here must not take the page with it. */
function useChat(isWanted: boolean, onFailed: () => void): ComponentType<{ token: string | null }> | null {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadChat>> | null>(null)
  const failed = useEffectEvent(onFailed)
  const isMissing = isWanted && loaded === null
  useEffect(() => {
    if (!isMissing) return
    let isLeft = false
    loadChat().then(
      (file) => {
        if (!isLeft) setLoaded(file)
      },
      () => {
        if (isLeft) return
        failed()
        loadPageAnew()
      },
    )
    return () => {
      isLeft = true
    }
  }, [isMissing])
  return loaded?.Chat ?? null
}

/** Until the chat is there and counts itself: what is unread in one that this phone has held before. */
function useUnreadBefore(isMember: boolean, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || persistent.get(storageKeys.chatRead) === null) return
    const leaving = new AbortController()
    // Without it the bubble has no number.
    void loadAside(() => import('../features/chat/unread-before.ts')).then((file) =>
      file?.watchUnread(isMember, leaving.signal),
    )
    return () => leaving.abort()
  }, [isMember, isWanted])
}

/** Without an answer there is no bubble until it comes: the operator may have a chat all the same. */
function useWhetherOffered(): void {
  const [asked] = useAnswer(lookupEnableChatWidget, true)
  useEffect(() => {
    if (asked.state === 'ready') setChatDoor({ isOffered: asked.answer.enableChatWidget })
  }, [asked])
}
