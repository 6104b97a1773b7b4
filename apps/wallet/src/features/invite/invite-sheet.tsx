/** The invite sheet: the operator's banners first, where there are any, then the link, what it earned, and who came by it. */

import { Button } from '@kapao/ui/button'
import { SkeletonList } from '@kapao/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Banners, useShownBanners } from '../../ui/banners.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './invite.module.css'
import { InviteEarned } from './invite-earned.tsx'
import { InviteLink, SendInvite } from './invite-link.tsx'
import { InviteList } from './invite-list.tsx'
import { inviteBannersQuery } from './invite-queries.ts'

export function InviteSheet({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [hasSeenBanners, setHasSeenBanners] = useState(false)
  const asked = useQuery(inviteBannersQuery)
  // Banners that did not come are silent (spec §8): the sheet itself needs none.
  const [banners, onLost] = useShownBanners(asked.data?.banners)
  const isWaiting = asked.isPending && !asked.isPaused
  const showsBanners = banners.length > 0 && !hasSeenBanners
  return (
    <Sheet
      open
      title={t('invite.title')}
      closeLabel={t('app.close')}
      onClose={onClose}
      footer={
        showsBanners ? (
          <Button full onClick={() => setHasSeenBanners(true)}>
            {t('invite.start')}
          </Button>
        ) : isWaiting ? null : (
          <SendInvite />
        )
      }
    >
      {isWaiting ? (
        <div className={styles.waiting}>
          <SkeletonList label={t('invite.loading')} />
        </div>
      ) : showsBanners ? (
        <Banners
          label={t('invite.title')}
          banners={banners}
          onLost={onLost}
          labels={{ previous: t('invite.previous-banner'), next: t('invite.next-banner') }}
        />
      ) : (
        <>
          <InviteEarned />
          <InviteLink />
          <InviteList />
        </>
      )}
    </Sheet>
  )
}
