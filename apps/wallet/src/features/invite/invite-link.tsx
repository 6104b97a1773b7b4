import { Button } from '@kapao/ui/button'
import { Skeleton } from '@kapao/ui/skeleton'
import { toast } from '@kapao/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { copyText } from '../../lib/clipboard.ts'
import { useText } from '../../lib/i18n.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { canShare, shareLink } from '../../lib/share.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import styles from './invite.module.css'
import { inviteLink } from './invite-rules.ts'

export function InviteLink() {
  const t = useText()
  const id = useId()
  const memberId = useQuery(walletQuery).data?.profile._id
  if (memberId === undefined) return <Skeleton shape="block" height={108} />
  const link = inviteLink(location.origin, memberId)
  async function share() {
    if (!(await shareLink(t('invite.share-title'), link))) toast.error(t('invite.share-failed'))
  }
  return (
    <section className={styles.part} aria-label={t('invite.link')}>
      <p className={styles.muted}>{t('invite.how')}</p>
      <p id={id} className={styles.link} lang="en">
        {link}
      </p>
      <div className={styles.actions}>
        <CopyButton
          text={link}
          copy={copyText}
          label={t('invite.copy')}
          copiedLabel={t('invite.copied')}
          failedLabel={t('invite.copy-failed')}
          describedBy={id}
        />
        {canShare() ? (
          <Button small icon="share" describedBy={id} onClick={() => void share()}>
            {t('invite.share')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
