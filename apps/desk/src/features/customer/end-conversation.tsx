import { useBusy } from '@kapao/browser/use-busy'
import { type DeskConversation, endConversation } from '@kapao/contract/desk'
import { Button } from '@kapao/ui/button'
import { Checkbox } from '@kapao/ui/checkbox'
import { Dialog } from '@kapao/ui/dialog'
import { toast } from '@kapao/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { conversationKey, inboxKey } from '../../lib/queries.ts'
import styles from './end-conversation.module.css'

export function EndConversation({ conversation }: { conversation: DeskConversation }) {
  const t = useText()
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const [asksRating, setAsksRating] = useState(true)
  const [busy, run] = useBusy()
  const { conversationId } = conversation
  if (!conversation.isOpen) return <p className={styles.ended}>{t('customer.is-ended')}</p>
  function end() {
    run(async () => {
      const result = await send(endConversation, { params: { conversationId }, body: { asksRating } })
      setAsks(false)
      if (!result.ok) return void toast.error(errorText(t, result.failure))
      queries.setQueryData(conversationKey(conversationId), result.answer)
      void queries.invalidateQueries({ queryKey: inboxKey })
      toast.success(t('customer.ended'))
    })
  }
  return (
    <>
      <Button small variant="secondary" icon="check" onClick={() => setAsks(true)}>
        {t('customer.end')}
      </Button>
      <Dialog
        open={asks}
        kind="warning"
        title={t('customer.end-title')}
        confirmLabel={t('customer.end')}
        cancelLabel={t('app.cancel')}
        busy={busy}
        onConfirm={end}
        onCancel={() => setAsks(false)}
      >
        <p>{t('customer.end-text')}</p>
        <Checkbox label={t('customer.ask-rating')} checked={asksRating} onChange={setAsksRating} />
      </Dialog>
    </>
  )
}
