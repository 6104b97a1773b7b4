import { useBusy } from '@kapao/browser/use-busy'
import { type DeskConversation, endConversation } from '@kapao/contract/desk'
import { Button } from '@kapao/ui/button'
import { Checkbox } from '@kapao/ui/checkbox'
import { Dialog } from '@kapao/ui/dialog'
import { toast } from '@kapao/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, isChangedMeanwhile } from '../../lib/error-text.ts'
import { send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { conversationKey, inboxKey } from '../../lib/queries.ts'
import styles from './end-conversation.module.css'
import { askLatest } from './latest.ts'

/** What the agent is asked about: the conversation as it was when the question came, and whether something in it may not have been seen. */
interface Asked {
  readonly conversation: DeskConversation
  readonly hasUnseen: boolean
}

function bodyOf({ conversation: { sessionId, lastMessage } }: Asked, asksRating: boolean) {
  return { asksRating, seenSeq: lastMessage?.seq ?? 0, ...(sessionId && { sessionId }) }
}

export function EndConversation({ conversation }: { conversation: DeskConversation }) {
  const t = useText()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [asksRating, setAsksRating] = useState(true)
  const [busy, run] = useBusy()
  const { conversationId } = conversation
  // What was asked about is over, and whoever writes next begins another: it must not be asked about by itself then.
  if (!conversation.isOpen && asked !== null) {
    setAsked(null)
    setAsksRating(true)
  }
  if (!conversation.isOpen) return <p className={styles.ended}>{t('customer.is-ended')}</p>
  function end(known: Asked) {
    run(async () => {
      const body = bodyOf(known, asksRating)
      const result = await send(endConversation, { params: { conversationId }, body })
      if (!result.ok) {
        const latest = isChangedMeanwhile(result.failure) ? await askLatest(queries, conversationId) : null
        setAsked(latest && { conversation: latest, hasUnseen: true })
        if (!latest) toast.error(errorText(t, result.failure))
        return
      }
      setAsked(null)
      queries.setQueryData(conversationKey(conversationId), result.answer)
      void queries.invalidateQueries({ queryKey: inboxKey })
      toast.success(t('customer.ended'))
    })
  }
  return (
    <>
      <Button
        small
        variant="secondary"
        icon="check"
        onClick={() => setAsked({ conversation, hasUnseen: conversation.unread > 0 })}
      >
        {t('customer.end')}
      </Button>
      <Dialog
        open={asked !== null}
        kind="warning"
        title={t('customer.end-title')}
        confirmLabel={t('customer.end')}
        cancelLabel={t('app.cancel')}
        busy={busy}
        onConfirm={() => {
          if (asked) end(asked)
        }}
        onCancel={() => setAsked(null)}
      >
        {/* One element, so that what it comes to say is announced. */}
        <p aria-live="assertive" className={asked?.hasUnseen ? styles.unseen : undefined}>
          {t(asked?.hasUnseen ? 'customer.end-unseen' : 'customer.end-text')}
        </p>
        <Checkbox label={t('customer.ask-rating')} checked={asksRating} onChange={setAsksRating} />
      </Dialog>
    </>
  )
}
