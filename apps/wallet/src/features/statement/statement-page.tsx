import { loadState } from '@kapao/browser/load-state'
import { onceEach } from '@kapao/browser/once-each'
import { Button } from '@kapao/ui/button'
import { classes } from '@kapao/ui/classes'
import { SkeletonList } from '@kapao/ui/skeleton'
import { EmptyState, FailedState } from '@kapao/ui/states'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { useCurrencyLabel, walletQuery } from '../../lib/member-queries.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import { mending } from '../../lib/mending.ts'
import { pagesOf } from '../../lib/pages.ts'
import { serverClockQuery } from '../../lib/server-clock-query.ts'
import { STATEMENT_PAGE, statementsQuery } from '../../lib/statements-query.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { NoMore } from '../../ui/no-more.tsx'
import { Pager } from '../../ui/pager.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import styles from './statement.module.css'
import { StatementList } from './statement-list.tsx'
import { anyInProgress } from './statement-rules.ts'

/** While something is in progress, and after a failure: often enough that the player need not ask. */
const WATCH_PERIOD_MS = 4_000

/** A balance that came so long before them was asked for together with them. */
const WITH_THEM_MS = 2_000

/** Rows that are new or have settled moved money, perhaps after the balance was last asked for: it must not lag behind them. */
function useBalanceBeside(page: number, rows: unknown): void {
  const queries = useQueryClient()
  const before = useRef<{ readonly page: number; readonly rows: unknown } | null>(null)
  useEffect(() => {
    if (!rows) return
    const last = before.current
    before.current = { page, rows }
    const { queryKey } = walletQuery
    const balance = queries.getQueryState(queryKey)
    const isAskedWithThem =
      balance?.fetchStatus === 'fetching' || Date.now() - (balance?.dataUpdatedAt ?? 0) < WITH_THEM_MS
    // Nothing is new on a page that is turned to.
    const isNews = last === null ? !isAskedWithThem : last.page === page
    if (isNews) void queries.invalidateQueries({ queryKey })
  }, [page, rows, queries])
}

export function StatementPage() {
  const t = useText()
  const queries = useQueryClient()
  const [page, setPage] = useState(1)
  const wallet = useQuery(walletQuery).data
  const currency = useCurrencyLabel()
  const asked = useQuery({
    ...statementsQuery(page),
    placeholderData: keepPreviousData,
    // Whoever turns back to the first page wants to see what has come since.
    staleTime: 0,
    // Only while the page is in sight; a failure is silent (spec §8) and mends itself.
    refetchInterval: (query) =>
      mending(query) || (anyInProgress(query.state.data?.statements ?? []) && WATCH_PERIOD_MS),
  })
  const clock = useQuery(serverClockQuery)
  useBalanceBeside(page, asked.isPlaceholderData ? undefined : asked.data)
  const state = loadState(asked)
  const pages = pagesOf(asked.data?.total ?? 0, STATEMENT_PAGE)
  const before = queries.getQueryData(statementsQuery(page - 1).queryKey)
  const shownBefore = asked.isPlaceholderData ? undefined : before?.statements
  const rows = onceEach(asked.data?.statements ?? [], ({ _id }) => _id, shownBefore)
  return (
    <div className={styles.page} aria-busy={asked.isPlaceholderData || undefined}>
      <div className={styles.tools}>
        <Button small variant="secondary" icon="image" onClick={() => openSheet({ kind: 'slips' })}>
          {t('statement.slips')}
        </Button>
      </div>
      <PullToRefresh label={t('statement.loading')} onRefresh={() => asked.refetch()} />
      {state === 'loading' ? <SkeletonList rows={8} label={t('statement.loading')} /> : null}
      {state === 'failed' ? (
        <FailedState
          title={t('statement.failed')}
          retryLabel={t('app.try-again')}
          busy={asked.isFetching}
          onRetry={() => void asked.refetch()}
        >
          <LoadFailure asked={asked} place={t('statement.failed-text')} />
        </FailedState>
      ) : null}
      {asked.data?.statements.length === 0 && page === 1 ? (
        <EmptyState
          icon="statement"
          title={t('statement.empty-title')}
          action={<Button onClick={() => openSheet({ kind: 'deposit' })}>{t('statement.deposit')}</Button>}
        >
          {t('statement.empty-text')}
        </EmptyState>
      ) : null}
      {asked.data && rows.length === 0 && page > 1 ? (
        <NoMore title={t('app.no-more')} backLabel={t('app.first-page')} onBack={() => setPage(1)} />
      ) : null}
      {rows.length > 0 ? (
        <div className={classes(styles.rows, asked.isPlaceholderData && styles.turning)}>
          <StatementList
            rows={rows}
            games={wallet?.slots ?? []}
            currency={currency}
            aheadMs={loadState(clock) === 'loading' ? null : (clock.data ?? 0)}
          />
        </div>
      ) : null}
      <Pager
        page={page}
        pages={Math.max(pages, page)}
        busy={asked.isPlaceholderData && asked.isFetching}
        onPage={setPage}
        labels={{
          pages: t('statement.pages'),
          previous: t('statement.previous'),
          next: t('statement.next'),
          position: (place, count) => t('statement.position', { page: place, pages: count }),
        }}
      />
    </div>
  )
}
