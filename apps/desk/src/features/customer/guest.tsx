import { formatDateTime } from '@kapao/browser/time'
import type { DeskConversation } from '@kapao/contract/desk'
import { useText } from '../../lib/i18n.ts'
import { Facts } from '../../ui/facts.tsx'

export function Guest({ conversation }: { conversation: DeskConversation }) {
  const t = useText()
  return (
    <>
      <h3>{t('customer.guest')}</h3>
      <p>{t('customer.guest-text')}</p>
      <Facts facts={[[t('customer.first-seen'), formatDateTime(conversation.createdAt)]]} />
    </>
  )
}
