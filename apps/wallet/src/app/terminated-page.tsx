import { lookupContact } from '@kapao/contract/lookup'
import { Button } from '@kapao/ui/button'
import { EmptyState } from '@kapao/ui/states'
import { useText } from '../lib/i18n.ts'
import { useAnswer } from '../lib/use-answer.ts'
import { Page } from '../ui/page.tsx'
import { usePageTitle } from './use-page-title.ts'

/** The operator has closed. Its contact still answers, and money may still be owed. */
export function TerminatedPage() {
  const t = useText()
  usePageTitle(t('app.terminated-title'))
  const [contact] = useAnswer(lookupContact)
  const link = contact.state === 'ready' && /^https?:/.test(contact.answer.lineLink) ? contact.answer : null
  return (
    <Page centered>
      <EmptyState
        isPage
        icon="warning"
        title={t('app.terminated-title')}
        action={
          link ? (
            <Button href={link.lineLink} target="_blank" icon="chat">
              {t('app.terminated-contact', { name: link.lineName })}
            </Button>
          ) : null
        }
      >
        {t('app.terminated-text')}
      </EmptyState>
    </Page>
  )
}
