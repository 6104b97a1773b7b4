import { langOf } from '@kapao/browser/lang-of'
import type { DeskConversation } from '@kapao/contract/desk'
import hidden from '@kapao/ui/hidden.module.css'
import { customerName } from '../../lib/customer-name.ts'
import { useText } from '../../lib/i18n.ts'
import { previewOf } from '../../lib/preview.ts'
import type { Entry } from './entries.ts'

interface HeardProps {
  conversation: DeskConversation
  /** What others said last, since the conversation was opened: what was there then is read by whoever wants to. */
  newest: Entry | undefined
}

/** Speaks what others say from now on. The log itself is silent, or each page of history would be read out too. */
export function Heard({ conversation, newest }: HeardProps) {
  return (
    <div className={hidden.hidden} role="status">
      {newest ? <Said key={newest.key} conversation={conversation} entry={newest} /> : null}
    </div>
  )
}

function Said({ conversation, entry }: { conversation: DeskConversation; entry: Entry }) {
  const t = useText()
  const name = entry.side === 'other' ? customerName(t, conversation) : entry.staffName || t('thread.from-us')
  const text = entry.message === null ? t('app.unsupported') : previewOf(t, entry.message)
  return <p lang={langOf(text)}>{t('thread.says', { name, text })}</p>
}
