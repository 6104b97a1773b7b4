/** The bonus page: what is active, or else the form for a promotion code; below it every bonus of the operator. */

import { loadAside } from '@kapao/browser/chunk-recovery'
import { loadState } from '@kapao/browser/load-state'
import { useNow } from '@kapao/browser/use-now'
import { classes } from '@kapao/ui/classes'
import { Skeleton } from '@kapao/ui/skeleton'
import { EmptyState, FailedState } from '@kapao/ui/states'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { lazily } from '../../lib/lazily.ts'
import { activeBonusQuery, useCurrencyLabel } from '../../lib/member-queries.ts'
import { mending } from '../../lib/mending.ts'
import { serverClockQuery } from '../../lib/server-clock-query.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { SheetBoundary } from '../../ui/sheet-boundary.tsx'
import { ActiveBonusCard } from './active-bonus.tsx'
import styles from './bonus.module.css'
import { BonusCard } from './bonus-card.tsx'
import { bonusesQuery } from './bonus-queries.ts'
import { cardStateOf, MONDAY } from './bonus-rules.ts'
import type { Offer } from './offer-sheet.tsx'
import { PromotionSearch } from './promotion-search.tsx'
import { useWatched } from './use-watched.ts'

const CancelBonus = lazily(() => import('./cancel-bonus.tsx').then((file) => file.CancelBonus))
const OfferSheet = lazily(() => import('./offer-sheet.tsx').then((file) => file.OfferSheet))

// Both are there by the time somebody taps, and the page does not wait for them.
for (const part of [OfferSheet, CancelBonus]) void loadAside(() => part.preload())

/** Play goes on elsewhere while the page is open, and a deposit may arrive. */
const WATCH_PERIOD_MS = 5_000
/** Where nothing is active: it may be chosen elsewhere. */
const QUIET_PERIOD_MS = 20_000
/** Often enough for a day to end while somebody looks. */
const TICK_MS = 30_000

export function BonusPage() {
  const t = useText()
  const queries = useQueryClient()
  // The cancelling, too, not in the card, which goes with its bonus: what became of it is told after that.
  const [opened, setOpened] = useState<Offer | 'cancelling' | null>(null)
  const active = useQuery({
    ...activeBonusQuery,
    refetchInterval: (query) =>
      mending(query) || (query.state.data?.status ? WATCH_PERIOD_MS : QUIET_PERIOD_MS),
  })
  useWatched(active.data, opened === 'cancelling')
  const currency = useCurrencyLabel()
  const close = () => setOpened(null)
  return (
    <div className={styles.page}>
      <PullToRefresh
        label={t('bonus.loading')}
        onRefresh={() => queries.invalidateQueries({ queryKey: ['bonus'] })}
      />
      {active.data?.status ? (
        <ActiveBonusCard active={active.data} currency={currency} onCancel={() => setOpened('cancelling')} />
      ) : active.data ? (
        <PromotionSearch
          // What was opened meanwhile stays, and what was found is found again: its code is in the field.
          onFound={(promotion) => setOpened((already) => already ?? { kind: 'promotion', ...promotion })}
        />
      ) : loadState(active) === 'loading' ? (
        <Skeleton shape="card" height="calc(151px + 2 * var(--size-small) * var(--leading))" />
      ) : (
        <FailedState
          title={t('bonus.active-failed')}
          retryLabel={t('app.try-again')}
          busy={active.isFetching}
          onRetry={() => void active.refetch()}
        >
          <LoadFailure asked={active} place={t('bonus.failed-text')} />
        </FailedState>
      )}
      <BonusList takesCode={active.data?.status === false} onOpen={setOpened} />
      {opened ? (
        <SheetBoundary onClose={close}>
          <Suspense fallback={null}>
            {opened === 'cancelling' ? (
              <CancelBonus currency={currency} onClose={close} />
            ) : (
              <OfferSheet offer={opened} isBlocked={active.data?.status} onClose={close} />
            )}
          </Suspense>
        </SheetBoundary>
      ) : null}
    </div>
  )
}

interface BonusListProps {
  /** The form for a code stands above. */
  takesCode: boolean
  onOpen: (offer: Offer) => void
}

function BonusList({ takesCode, onOpen }: BonusListProps) {
  const t = useText()
  // The server's days, whatever day the phone has: by a wrong one a bonus that can be had would be withheld.
  const now = useNow(TICK_MS) + (useQuery(serverClockQuery).data ?? 0)
  // A list that did not come is silent (spec §8) and mends itself; until then there is a way to ask again.
  const asked = useQuery({
    ...bonusesQuery,
    refetchInterval: mending,
  })
  const state = loadState(asked)
  const clock = { nowMs: now, weekStartsOn: asked.data?.weekStartsOn ?? MONDAY }
  return (
    <section className={styles.list} aria-label={t('bonus.offers')} aria-busy={state === 'loading'}>
      <h2>{t('bonus.offers')}</h2>
      {state === 'loading' ? (
        <div className={styles.list} role="status" aria-label={t('bonus.loading')}>
          <WaitingCard />
          <WaitingCard />
        </div>
      ) : null}
      {state === 'failed' ? (
        <FailedState
          title={t('bonus.failed')}
          retryLabel={t('app.try-again')}
          busy={asked.isFetching}
          onRetry={() => void asked.refetch()}
        >
          <LoadFailure asked={asked} place={t('bonus.failed-text')} />
        </FailedState>
      ) : null}
      {asked.data?.bonuses.length === 0 ? (
        <EmptyState icon="bonus" title={t('bonus.empty-title')}>
          {t('bonus.empty-text')} {takesCode ? t('bonus.empty-code') : null}
        </EmptyState>
      ) : null}
      {asked.data?.bonuses.map((bonus) => (
        <BonusCard
          key={bonus.code}
          bonus={bonus}
          clock={clock}
          onOpen={
            cardStateOf(bonus, clock) === 'received' ? undefined : () => onOpen({ kind: 'bonus', ...bonus })
          }
        />
      ))}
    </section>
  )
}

/** A banner over a title, a line and the foot. */
function WaitingCard() {
  return (
    <div className={styles.card}>
      <div className={classes(styles.banner, styles.waiting)}>
        <Skeleton shape="block" />
      </div>
      <div className={classes(styles.words, styles.waitingWords)}>
        <Skeleton width="55%" />
        <Skeleton width="90%" />
        <div className={styles.waitingFoot}>
          <Skeleton width="30%" />
          <Skeleton width="30%" />
        </div>
      </div>
    </div>
  )
}
