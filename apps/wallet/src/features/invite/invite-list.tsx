import { langOf } from '@kapao/browser/lang-of'
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
import styles from './invite.module.css'
import { INVITE_PAGE, invitesQuery } from './invite-queries.ts'

export function InviteList() {
  const t = useText()
  const [page, setPage] = useState(1)
  const asked = useQuery({
    ...invitesQuery(page),
    placeholderData: keepPreviousData,
    refetchInterval: mending,
  })
  const currency = useCurrencyLabel()
  const state = loadState(asked)
  return (
    <section className={styles.part} aria-label={t('invite.friends')} aria-busy={asked.isPlaceholderData}>
      <h3>{t('invite.friends')}</h3>
      {state === 'loading' ? <SkeletonList label={t('invite.loading')} /> : null}
      {state === 'failed' ? (
        <FailedState
          title={t('invite.failed')}
          retryLabel={t('app.try-again')}
          busy={asked.isFetching}
          onRetry={() => void asked.refetch()}
        />
      ) : null}
      {asked.data?.invites.length === 0 && page === 1 ? (
        <EmptyState icon="invite" title={t('invite.empty-title')}>
          {t('invite.empty-text')}
        </EmptyState>
      ) : null}
      {asked.data?.invites.length === 0 && page > 1 ? (
        <NoMore title={t('app.no-more')} backLabel={t('app.first-page')} onBack={() => setPage(1)} />
      ) : null}
      <ul className={asked.isPlaceholderData ? styles.turning : undefined}>
        {asked.data?.invites.map(({ from, amount, createdAt, depositedAt }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the wire gives these rows no name of their own.
          <li key={`${createdAt}${index}`}>
            <ListRow
              icon="user"
              title={<span lang={langOf(from.name)}>{from.name}</span>}
              text={formatDateTime(createdAt)}
              end={
                amount > 0n ? (
                  <Money amount={amount} currency={currency} sign="plus" />
                ) : (
                  <span className={styles.muted}>
                    {t(depositedAt ? 'invite.no-bonus' : 'invite.no-deposit')}
                  </span>
                )
              }
            />
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.max(pagesOf(asked.data?.total ?? 0, INVITE_PAGE), page)}
        busy={asked.isPlaceholderData && asked.isFetching}
        onPage={setPage}
        labels={{
          pages: t('invite.pages'),
          previous: t('invite.previous'),
          next: t('invite.next'),
          position: (place, pages) => t('invite.position', { page: place, pages }),
        }}
      />
    </section>
  )
}
