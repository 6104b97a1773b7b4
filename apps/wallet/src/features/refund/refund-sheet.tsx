/** The refund sheet: the operator's banners first, where there are any, then what can be received, and what was. */

import { loadState } from '@kapao/browser/load-state'
import { Button } from '@kapao/ui/button'
import { Skeleton } from '@kapao/ui/skeleton'
import { FailedState } from '@kapao/ui/states'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Banners, useShownBanners } from '../../ui/banners.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type Refund, RefundCheck } from './refund-check.tsx'
import { RefundList } from './refund-list.tsx'
import { refundBannersQuery, refundCheckQuery } from './refund-queries.ts'

export function RefundSheet({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [isPlain, setIsPlain] = useState(false)
  const asked = useQuery(refundBannersQuery)
  // Banners that did not come are silent (spec §8): the sheet itself needs none.
  const [banners, onLost] = useShownBanners(asked.data?.banners)
  const isWaiting = !isPlain && asked.isPending && !asked.isPaused
  const showsBanners = !isPlain && banners.length > 0
  // What was shown stays, and the question that is open in it, also when those that did not come are asked for again.
  if (!isPlain && !isWaiting && !showsBanners) setIsPlain(true)
  const check = useQuery(refundCheckQuery)
  return (
    <Sheet
      open
      title={t('refund.title')}
      closeLabel={t('app.close')}
      onClose={onClose}
      footer={
        showsBanners ? (
          <Button full onClick={() => setIsPlain(true)}>
            {t('refund.start')}
          </Button>
        ) : null
      }
    >
      {isWaiting ? (
        <CheckLoading />
      ) : showsBanners ? (
        <Banners
          label={t('refund.title')}
          banners={banners}
          onLost={onLost}
          labels={{ previous: t('refund.previous-banner'), next: t('refund.next-banner') }}
        />
      ) : (
        <>
          <Check asked={check} />
          <RefundList isQuiet={loadState(check) === 'failed'} />
        </>
      )}
    </Sheet>
  )
}

function Check({ asked }: { asked: UseQueryResult<Refund> }) {
  const t = useText()
  const queries = useQueryClient()
  if (asked.data) return <RefundCheck check={asked.data} />
  if (loadState(asked) === 'loading') return <CheckLoading />
  return (
    <FailedState
      title={t('refund.failed')}
      retryLabel={t('app.try-again')}
      busy={asked.isFetching}
      onRetry={() => void queries.refetchQueries({ queryKey: ['refund'] })}
    >
      <LoadFailure asked={asked} />
    </FailedState>
  )
}

function CheckLoading() {
  const t = useText()
  return (
    <div role="status" aria-label={t('refund.loading')}>
      <Skeleton shape="card" height={154} />
    </div>
  )
}
