import { loadState } from '@kapao/browser/load-state'
import { wheelActive } from '@kapao/contract/spinwheel-active'
import hidden from '@kapao/ui/hidden.module.css'
import { FailedState } from '@kapao/ui/states'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { tellFirstScreen } from '../../lib/first-screen.ts'
import { ask } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { writeLastSync } from '../../lib/last-sync.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { mending } from '../../lib/mending.ts'
import { currencyOf } from '../../lib/region.ts'
import { tellLive } from '../../lib/tell-live.ts'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { AgreementOffer } from './agreement-offer.ts'
import { BalanceCard } from './balance-card.tsx'
import { GameCarousels } from './game-carousels.tsx'
import { GamesLoading } from './games-loading.tsx'
import styles from './home.module.css'
import { InviteStrip } from './invite-strip.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { useCheckBalance } from './use-check-balance.ts'
import { usePainted } from './use-painted.ts'
import { createWalletPeriod } from './wallet-period.ts'
import { WidgetGrid } from './widget-grid.tsx'

const wheelActiveQuery = queryOptions({
  queryKey: ['wheel', 'active'],
  queryFn: ({ signal }) => ask(wheelActive, { signal }),
})

export function HomePage() {
  const t = useText()
  const hasFigures = useQueryClient().getQueryData(walletQuery.queryKey) !== undefined
  const [periodMs] = useState(createWalletPeriod)
  const asked = useQuery({
    ...walletQuery,
    refetchInterval: (query) => mending(query) || periodMs(query.state.data, Date.now()),
    // Nobody waits in front of a skeleton: the next of the period is soon enough.
    ...(hasFigures && { retry: false }),
  })
  const wheel = useQuery({ ...wheelActiveQuery, refetchInterval: mending })
  // Without an answer there is no wheel: it is no reason to keep anybody from their money.
  const hasWheel = loadState(wheel) === 'loading' ? undefined : wheel.data?.isActive === true
  const balance = useCheckBalance()
  const state = loadState(asked)
  // Also of those that came by themselves, or after money moved: it is the time of the oldest of what is shown.
  const { dataUpdatedAt } = asked
  const shownSinceMs = dataUpdatedAt - (asked.data?.gamesAgeSeconds ?? 0) * 1000
  useEffect(() => {
    if (dataUpdatedAt > 0) writeLastSync(shownSinceMs)
  }, [dataUpdatedAt, shownSinceMs])
  useEffect(tellLive, [])
  const isPainted = usePainted(state !== 'loading')
  useEffect(() => {
    if (state === 'failed') tellFirstScreen()
  }, [state])
  const currency = t(`app.currency-${currencyOf(asked.data?.wallet.currency)}`)
  return (
    <div className={styles.home}>
      <AgreementOffer />
      <PullToRefresh label={t('home.checking')} onRefresh={balance.check} />
      {state === 'failed' ? (
        <Card flush>
          <h1 className={hidden.hidden}>{t('home.total')}</h1>
          <FailedState
            title={t('home.failed')}
            retryLabel={t('app.try-again')}
            busy={asked.isFetching}
            onRetry={() => void asked.refetch()}
          >
            <LoadFailure asked={asked} place={t('home.failed-text')} />
          </FailedState>
        </Card>
      ) : (
        <>
          <BalanceCard wallet={asked.data} currency={currency} balance={balance} />
          <InviteStrip wallet={asked.data} currency={currency} />
        </>
      )}
      <WidgetGrid balance={balance} hasWheel={hasWheel} coins={asked.data?.profile.coin} />
      <Shortcuts wallet={asked.data} hasWheel={hasWheel} />
      {state === 'failed' ? null : isPainted && asked.data ? (
        <GameCarousels games={asked.data.slots} currency={currency} />
      ) : (
        <GamesLoading />
      )}
    </div>
  )
}
