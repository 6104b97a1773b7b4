import { after } from '@kapao/browser/timers'
import { useEffect, useState } from 'react'
import { onHint } from '../../lib/line.ts'
import { useMe } from '../../lib/queries.ts'

const FORGET_AFTER_MS = 5_000

export type Typing = { readonly by: 'customer' } | { readonly by: 'colleague'; readonly name: string } | null

/** Who writes in this conversation just now. What they send ends it. */
export function useTyping(conversationId: string): Typing {
  const me = useMe()
  const [typing, setTyping] = useState<Typing>(null)
  useEffect(() => {
    let forget: () => void = () => undefined
    const stopTyping = onHint('typing', ({ conversationId: id, staff }) => {
      if (id !== conversationId || staff?.staffId === me.staffId) return
      setTyping(staff === null ? { by: 'customer' } : { by: 'colleague', name: staff.displayName })
      forget()
      forget = after(FORGET_AFTER_MS, () => setTyping(null))
    })
    const stopMessages = onHint('messaging', ({ conversation }) => {
      if (conversation.conversationId === conversationId) setTyping(null)
    })
    return () => {
      forget()
      stopTyping()
      stopMessages()
    }
  }, [conversationId, me.staffId])
  return typing
}
