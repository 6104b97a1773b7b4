/** What became of the slips: newest first, ten a page, with the reason in words and the picture. */

import { loadState } from '@kapao/browser/load-state'
import { onceEach } from '@kapao/browser/once-each'
import { Button } from '@kapao/ui/button'
import { SkeletonList } from '@kapao/ui/skeleton'
import { EmptyState, FailedState } from '@kapao/ui/states'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { useCurrencyLabel, useMoneyMoved } from '../../lib/member-queries.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import { mending } from '../../lib/mending.ts'
import { pagesFrom } from '../../lib/pages.ts'
import { progressOf } from '../../lib/progress.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { NoMore } from '../../ui/no-more.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './slip.module.css'
import { SLIP_PAGE, slipsQuery } from './slip-calls.ts'
import { SlipItem } from './slip-item.tsx'
import type { SlipRow } from './slip-machine.ts'

const WATCH_PERIOD_MS = 4_000

const anyInProgress = (slips: readonly SlipRow[]) =>
  slips.some(({ status }) => progressOf(status) === 'in-progress')

export function SlipsSheet({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Sheet open title={t('slip.status')} closeLabel={t('app.close')} onClose={onClose}>
      <Slips />
    </Sheet>
  )
}

function Slips() {
  const t = useText()
  const queries = useQueryClient()
  const [page, setPage] = useState(1)
  const currency = useCurrencyLabel()
  const asked = useSlips(page)
  const state = loadState(asked)
  const slips = asked.data?.slips ?? []
  const before = queries.getQueryData(slipsQuery(page - 1).queryKey)
  const rows = onceEach(slips, ({ _id }) => _id, asked.isPlaceholderData ? undefined : before?.slips)
  if (state === 'loading') return <SkeletonList rows={6} label={t('slip.list-loading')} />
  if (state === 'failed') {
    return (
      <FailedState
        title={t('slip.list-failed')}
        retryLabel={t('app.try-again')}
        busy={asked.isFetching}
        onRetry={() => void asked.refetch()}
      >
        <LoadFailure asked={asked} place={t('slip.list-failed-text')} />
      </FailedState>
    )
  }
  if (slips.length === 0 && page === 1) return <NoSlips />
  return (
    <div aria-busy={asked.isPlaceholderData || undefined}>
      {rows.length === 0 ? (
        <NoMore title={t('app.no-more')} backLabel={t('app.first-page')} onBack={() => setPage(1)} />
      ) : null}
      <ul className={asked.isPlaceholderData ? `${styles.list} ${styles.turning}` : styles.list}>
        {rows.map((slip) => (
          <li key={slip._id}>
            <SlipItem slip={slip} currency={currency} />
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pages={pagesFrom(page, asked.data?.total, slips.length, SLIP_PAGE)}
        busy={asked.isPlaceholderData && asked.isFetching}
        onPage={setPage}
        labels={{
          pages: t('slip.pages'),
          previous: t('slip.previous'),
          next: t('slip.next'),
          position: (place, count) => t('slip.position', { page: place, pages: count }),
        }}
      />
    </div>
  )
}

/** Asks again while a slip is in progress and after a failure, which is silent (spec §8) and mends itself. */
function useSlips(page: number) {
  const asked = useQuery({
    ...slipsQuery(page),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      mending(query) || (anyInProgress(query.state.data?.slips ?? []) && WATCH_PERIOD_MS),
  })
  const isWaiting = anyInProgress(asked.data?.slips ?? [])
  const moneyMoved = useMoneyMoved()
  const settled = useEffectEvent(() => void moneyMoved())
  useEffect(() => {
    // When the last one is judged, its money may have arrived.
    if (isWaiting) return () => settled()
  }, [isWaiting])
  return asked
}

function NoSlips() {
  const t = useText()
  return (
    <EmptyState
      icon="image"
      title={t('slip.empty-title')}
      action={
        <Button variant="secondary" icon="deposit" onClick={() => openSheet({ kind: 'deposit' })}>
          {t('slip.to-deposit')}
        </Button>
      }
    >
      {t('slip.empty-text')}
    </EmptyState>
  )
}
