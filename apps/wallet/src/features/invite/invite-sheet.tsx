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
  const [isPlain, setIsPlain] = useState(false)
  const asked = useQuery(inviteBannersQuery)
  // Banners that did not come are silent (spec §8): the sheet itself needs none.
  const [banners, onLost] = useShownBanners(asked.data?.banners)
  const isWaiting = !isPlain && asked.isPending && !asked.isPaused
  const showsBanners = !isPlain && banners.length > 0
  // What was shown stays, and the question that is open in it, also when those that did not come are asked for again.
  if (!isPlain && !isWaiting && !showsBanners) setIsPlain(true)
  return (
    <Sheet
      open
      title={t('invite.title')}
      closeLabel={t('app.close')}
      onClose={onClose}
      footer={
        showsBanners ? (
          <Button full onClick={() => setIsPlain(true)}>
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
