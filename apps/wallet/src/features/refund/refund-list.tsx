import { loadState } from '@kapao/browser/load-state'
import { formatDateTime } from '@kapao/browser/time'
import { Money } from '@kapao/ui/money'
import { SkeletonList } from '@kapao/ui/skeleton'
import { EmptyState, FailedState } from '@kapao/ui/states'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { useCurrencyLabel } from '../../lib/member-queries.ts'
import { mending } from '../../lib/mending.ts'
import { pagesOf } from '../../lib/pages.ts'
import { ListRow } from '../../ui/list-row.tsx'
import { NoMore } from '../../ui/no-more.tsx'
import { Pager } from '../../ui/pager.tsx'
import styles from './refund.module.css'
import { REFUND_PAGE, refundsQuery } from './refund-queries.ts'

/** `isQuiet`: what failed above it has said so already. */
export function RefundList({ isQuiet }: { isQuiet: boolean }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const asked = useQuery({
    ...refundsQuery(page),
    placeholderData: keepPreviousData,
    refetchInterval: mending,
  })
  const currency = useCurrencyLabel()
  const state = loadState(asked)
  if (isQuiet && state === 'failed') return null
  return (
    <section className={styles.part} aria-label={t('refund.past')} aria-busy={asked.isPlaceholderData}>
      <h3>{t('refund.past')}</h3>
      {state === 'loading' ? <SkeletonList rows={3} label={t('refund.past-loading')} /> : null}
      {state === 'failed' ? (
        <FailedState
          title={t('refund.past-failed')}
          retryLabel={t('app.try-again')}
          busy={asked.isFetching}
          onRetry={() => void asked.refetch()}
        />
      ) : null}
      {asked.data?.refunds.length === 0 && page === 1 ? (
        <EmptyState icon="refund" title={t('refund.empty-title')}>
          {t('refund.empty-text')}
        </EmptyState>
      ) : null}
      {asked.data?.refunds.length === 0 && page > 1 ? (
        <NoMore title={t('app.no-more')} backLabel={t('app.first-page')} onBack={() => setPage(1)} />
      ) : null}
      <ul className={asked.isPlaceholderData ? styles.turning : undefined}>
        {asked.data?.refunds.map(({ refundAmount, createdAt, isAdded }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the wire gives these rows no name of their own.
          <li key={`${createdAt}${index}`}>
            <ListRow
              icon="refund"
              title={formatDateTime(createdAt).slice(0, 10)}
              text={formatDateTime(createdAt).slice(11)}
              end={<Money amount={refundAmount} currency={currency} sign={isAdded ? 'plus' : 'none'} />}
              endText={isAdded === false ? t('refund.not-added') : undefined}
            />
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.max(pagesOf(asked.data?.total ?? 0, REFUND_PAGE), page)}
        busy={asked.isPlaceholderData && asked.isFetching}
        onPage={setPage}
        labels={{
          pages: t('refund.pages'),
          previous: t('refund.previous'),
          next: t('refund.next'),
          position: (place, pages) => t('refund.position', { page: place, pages }),
        }}
      />
    </section>
  )
}
