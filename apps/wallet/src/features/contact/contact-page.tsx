/** For visitors and members alike: the member area shows it below its own top bar. */
import { lookupContact } from '@kapao/contract/lookup'
import { WIRE_VERSION } from '@kapao/contract/version'
import { Button } from '@kapao/ui/button'
import { Skeleton } from '@kapao/ui/skeleton'
import { FailedState } from '@kapao/ui/states'
import { openChat, useChatDoor } from '../../lib/chat-door.ts'
import { errorText } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { useAnswer } from '../../lib/use-answer.ts'
import { webLink } from '../../lib/web-link.ts'
import { Card } from '../../ui/card.tsx'
import styles from './contact.module.css'
import { ContactWords } from './contact-words.tsx'

export function ContactPage({ titled = false }: { titled?: boolean }) {
  const t = useText()
  const [asked, retry] = useAnswer(lookupContact)
  const { isOffered } = useChatDoor()
  return (
    <div className={styles.contact}>
      {titled ? <h1>{t('contact.title')}</h1> : null}
      {asked.state === 'loading' ? <ContactLoading /> : null}
      {asked.state === 'failed' ? (
        <FailedState title={t('contact.failed')} retryLabel={t('contact.try-again')} onRetry={retry}>
          {errorText(t, asked.failure)}
        </FailedState>
      ) : null}
      {asked.state === 'ready' ? <Contact {...asked.answer} /> : null}
      {isOffered ? (
        <Button full variant="secondary" icon="chat" onClick={openChat}>
          {t('contact.open-own-chat')}
        </Button>
      ) : null}
      <p className={styles.version}>{t('contact.version', { version: WIRE_VERSION })}</p>
    </div>
  )
}

interface ContactProps {
  contactText: string
  lineLink: string
  lineName: string
  lineQR: string
}

/** The operator's addresses are its own input: only web links become links. */
function Contact(contact: ContactProps) {
  const t = useText()
  const { lineName } = contact
  const link = webLink(contact.lineLink)
  const isNamed = lineName.trim() !== ''
  return (
    <>
      <ContactWords {...contact} />
      {link ? (
        <Button full icon="chat" href={link} target="_blank">
          {t(isNamed ? 'contact.open-chat' : 'contact.open-chat-unnamed', { name: lineName })}
        </Button>
      ) : null}
    </>
  )
}

/** The first card is as high as a heading and three short paragraphs, which is what most operators write. */
function ContactLoading() {
  const t = useText()
  return (
    <div className={styles.contact} role="status" aria-label={t('contact.loading')}>
      <Skeleton shape="card" height={280} />
      <Card>
        <div className={styles.qr}>
          <span className={styles.code}>
            <Skeleton shape="block" height="100%" />
          </span>
          <Skeleton width="50%" height={26} />
        </div>
      </Card>
      <Skeleton shape="block" height={48} />
    </div>
  )
}
