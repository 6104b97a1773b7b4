import { lookupContact, lookupInfo } from '@kapao/contract/lookup'
import { Button } from '@kapao/ui/button'
import { EmptyState } from '@kapao/ui/states'
import { useText } from '../lib/i18n.ts'
import { useAnswer } from '../lib/use-answer.ts'
import { Page } from '../ui/page.tsx'
import stack from '../ui/stack.module.css'
import { usePageTitle } from './use-page-title.ts'

/** The operator has closed. Who it was and its contact still answer, and money may still be owed. */
export function TerminatedPage() {
  const t = useText()
  usePageTitle(t('app.terminated-title'))
  const [contact] = useAnswer(lookupContact)
  const [info] = useAnswer(lookupInfo, true)
  const link = contact.state === 'ready' && /^https?:/.test(contact.answer.lineLink) ? contact.answer : null
  const { name, website } = info.state === 'ready' ? info.answer : { name: '', website: '' }
  const host = /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(website)?.[1]
  return (
    <Page centered>
      <EmptyState
        isPage
        icon="warning"
        title={t('app.terminated-title')}
        action={
          link || host ? (
            <div className={stack.stack}>
              {link ? (
                <Button href={link.lineLink} target="_blank" icon="chat">
                  {t('app.terminated-contact', { name: link.lineName })}
                </Button>
              ) : null}
              {host ? (
                <Button variant="secondary" href={website} target="_blank" icon="link">
                  {t('app.terminated-website', { host })}
                </Button>
              ) : null}
            </div>
          ) : null
        }
      >
        {/* Its place is kept: the words below would jump when it comes. */}
        <p>
          <strong>{name || '\u00a0'}</strong>
        </p>
        <p>{t('app.terminated-text')}</p>
      </EmptyState>
    </Page>
  )
}
