/** Says how far the desk has read: only what was really on the screen of a page that somebody looks at, and sits before. */
import { after } from '@kapao/browser/timers'
import { type DeskConversation, deskRead } from '@kapao/contract/desk'
import { useEffect, useState } from 'react'
import { send } from '../../lib/http.ts'
import { lastSeq, type Thread } from './thread-state.ts'

const READ_AFTER_MS = 600
const AGAIN_AFTER_MS = 5_000
const AWAY_AFTER_MS = 2 * 60_000
/** What somebody does who sits there. No scrolling: a list that a message is added to scrolls by itself. */
const ACTS = [
  'focus',
  'blur',
  'visibilitychange',
  'keydown',
  'pointerdown',
  'mousemove',
  'wheel',
  'touchmove',
]

/** `isOnScreen`: whether the newest that others said is: the conversation is shown, and it is in sight. */
export function useReadMark(conversation: DeskConversation, thread: Thread, isOnScreen: boolean): void {
  const isLookedAt = useLookedAt()
  const { conversationId } = conversation
  const seen = thread.at === 'ready' ? lastSeq(thread.messages) : 0
  const isNew = seen > conversation.deskReadSeq || (conversation.unread > 0 && seen > 0)
  useEffect(() => {
    if (!isOnScreen || !isLookedAt || !isNew) return
    let isOver = false
    let stop = after(READ_AFTER_MS, tell)
    async function tell() {
      // The row comes back over the line, with nothing unread.
      const told = await send(deskRead, { params: { conversationId }, body: { seq: seen } })
      if (!told.ok && !isOver) stop = after(AGAIN_AFTER_MS, tell)
    }
    return () => {
      isOver = true
      stop()
    }
  }, [conversationId, seen, isNew, isOnScreen, isLookedAt])
}

function useLookedAt(): boolean {
  const [isLookedAt, setIsLookedAt] = useState(lookedAt)
  useEffect(() => {
    let stop: () => void = () => undefined
    const look = (act?: Event) => {
      // What moves below a mouse that lies still is told as a move of the mouse by some browsers.
      if (act instanceof MouseEvent && act.type === 'mousemove' && !act.movementX && !act.movementY) return
      stop()
      stop = after(AWAY_AFTER_MS, () => setIsLookedAt(false))
      setIsLookedAt(lookedAt())
    }
    look()
    for (const act of ACTS) window.addEventListener(act, look, true)
    return () => {
      stop()
      for (const act of ACTS) window.removeEventListener(act, look, true)
    }
  }, [])
  return isLookedAt
}

const lookedAt = () => document.visibilityState === 'visible' && document.hasFocus()
