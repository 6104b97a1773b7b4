import visitorTexts from 'virtual:text-group/visitor'
import { lookupContact, lookupInfo } from '@kapao/contract/lookup'
import { isGone, lookupActive } from '@kapao/contract/service'
import { Button } from '@kapao/ui/button'
import { EmptyState } from '@kapao/ui/states'
import { type ComponentType, Suspense, useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { ContactWordsProps } from '../features/contact/contact-words.tsx'
import { useText, withTexts } from '../lib/i18n.ts'
import { lazily } from '../lib/lazily.ts'
import { useAnswer } from '../lib/use-answer.ts'
import { webLink } from '../lib/web-link.ts'
import { Page } from '../ui/page.tsx'
import stack from '../ui/stack.module.css'
import { LanguageTop } from './language-menu.tsx'
import { usePageTitle } from './use-page-title.ts'

/** Brings the sanitiser along. Where it cannot be had, the rest of the page stays. */
const ContactWords = lazily(
  (): Promise<ComponentType<ContactWordsProps>> =>
    withTexts(visitorTexts, import('../features/contact/contact-words.tsx')).then(
      (file) => file.ContactWords,
    ),
  { isExtra: true },
)

/** The operator has closed. Who it was and its contact still answer, and money may still be owed. */
export function TerminatedPage() {
  const t = useText()
  usePageTitle(t('app.terminated-title'))
  const [contact] = useAnswer(lookupContact)
  const [info] = useAnswer(lookupInfo, true)
  const { lineLink, lineName } = contact.state === 'ready' ? contact.answer : { lineLink: '', lineName: '' }
  const link = webLink(lineLink)
  const { name, website } = info.state === 'ready' ? info.answer : { name: '', website: '' }
  const page = webLink(website)
  const host = page && /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(page)?.[1]
  return (
    <Page centered top={<LanguageTop />}>
      {wasLoadedHere() ? <WayBack /> : null}
      <EmptyState
        isPage
        icon="warning"
        title={t('app.terminated-title')}
        action={
          link || host ? (
            <div className={stack.stack}>
              {link ? (
                <Button href={link} target="_blank" icon="chat">
                  {t('app.terminated-contact', { name: lineName })}
                </Button>
              ) : null}
              {page && host ? (
                <Button variant="secondary" href={page} target="_blank" icon="link">
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
      {contact.state === 'ready' ? (
        <div className={stack.stack}>
          <Suspense>
            <ContactWords {...contact.answer} />
          </Suspense>
        </div>
      ) : null}
    </Page>
  )
}

/** Whether the page was loaded at this address: not of who was just told by a call that the operator is gone, and is to read it. */
function wasLoadedHere(): boolean {
  return performance.getEntriesByType('navigation').some(({ name }) => /\/terminated\/?(?:[?#]|$)/.test(name))
}

/** Who loads it again, days later perhaps, may find the operator open, and goes on where they are known, or from the log-in. */
function WayBack() {
  const [active] = useAnswer(lookupActive, true)
  const isOpen = active.state === 'ready' && !isGone(active.answer)
  useEffect(() => {
    if (isOpen) navigate('/user', { replace: true })
  }, [isOpen])
  return null
}
