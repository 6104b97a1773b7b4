import { Button } from '@kapao/ui/button'
import { Skeleton } from '@kapao/ui/skeleton'
import { toast } from '@kapao/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { copyText } from '../../lib/clipboard.ts'
import { useText } from '../../lib/i18n.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { canShare, shareLink } from '../../lib/share.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import styles from './invite.module.css'
import { inviteLink, sentInviteLink } from './invite-rules.ts'

const LINK_ID = 'invite-link'

function useInviteLink(): string | undefined {
  const memberId = useQuery(walletQuery).data?.profile._id
  return memberId === undefined ? undefined : inviteLink(location.origin, memberId)
}

export function InviteLink() {
  const t = useText()
  const link = useInviteLink()
  if (link === undefined) return <Skeleton shape="block" height={108} />
  const codeAt = link.indexOf('=') + 1
  return (
    <section className={styles.part} aria-label={t('invite.link')}>
      <p className={styles.muted}>{t('invite.how')}</p>
      <p id={LINK_ID} className={styles.link} lang="en">
        {link.slice(0, codeAt)}
        <wbr />
        {link.slice(codeAt)}
      </p>
      {canShare() ? (
        <div>
          <CopyLink link={link} />
        </div>
      ) : null}
    </section>
  )
}

/** The main action: to share the link, or to copy it where nothing can be shared. */
export function SendInvite() {
  const t = useText()
  const link = useInviteLink()
  if (link === undefined) return <Skeleton shape="block" height={48} />
  // Then copying is how it is sent.
  if (!canShare()) return <CopyLink link={sentInviteLink(link)} main />
  async function share(link: string) {
    if (!(await shareLink(t('invite.share-title'), sentInviteLink(link))))
      toast.error(t('invite.share-failed'))
  }
  return (
    <Button full icon="share" onClick={() => void share(link)}>
      {t('invite.share')}
    </Button>
  )
}

function CopyLink({ link, main }: { link: string; main?: boolean }) {
  const t = useText()
  return (
    <CopyButton
      text={link}
      copy={copyText}
      label={t('invite.copy')}
      copiedLabel={t('invite.copied')}
      failedLabel={t('invite.copy-failed')}
      describedBy={LINK_ID}
      main={main}
    />
  )
}
