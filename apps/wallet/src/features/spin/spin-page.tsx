/** The wheel, what just happened with it, and the coupons it gave. */

import { langOf } from '@kapao/browser/lang-of'
import { loadState } from '@kapao/browser/load-state'
import { Button } from '@kapao/ui/button'
import { Skeleton } from '@kapao/ui/skeleton'
import { EmptyState, FailedState } from '@kapao/ui/states'
import { toast } from '@kapao/ui/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import { mending } from '../../lib/mending.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { CouponTable } from './coupon-table.tsx'
import { Earning } from './earning.tsx'
import { OddsSheet } from './odds-sheet.tsx'
import styles from './spin.module.css'
import { isAtRest, isWheel, type Wheel } from './spin-machine.ts'
import { wheelQuery } from './spin-queries.ts'
import { isOfResting, SpinWords } from './spin-words.tsx'
import { usePrizeSheet } from './use-prize-sheet.ts'
import { type Spin, useSpin } from './use-spin.ts'
import { WheelStage } from './wheel.tsx'
import type { WheelDriver } from './wheel-driver.ts'

export function SpinPage() {
  const t = useText()
  const queries = useQueryClient()
  const asked = useQuery({
    ...wheelQuery,
    // Not while there is one: it may be turning.
    refetchInterval: (query) => query.state.data === undefined && mending(query),
  })
  const driver = useRef<WheelDriver | null>(null)
  const spin = useSpin(driver)
  const state = loadState(asked)
  return (
    <div className={styles.page}>
      <PullToRefresh
        label={t('spin.loading')}
        onRefresh={() => queries.invalidateQueries({ queryKey: ['wheel'] })}
      />
      {state === 'loading' ? (
        <div className={styles.stage} role="status" aria-label={t('spin.loading')}>
          <Skeleton width={160} height={36} />
          <span className={styles.wheelLoading}>
            <Skeleton shape="round" height="100%" />
          </span>
          <span className={styles.wordsLoading}>
            <Skeleton />
          </span>
          <span className={styles.earningLoading}>
            <Skeleton />
            <Skeleton width="70%" />
          </span>
          <span className={styles.oddsLoading}>
            <Skeleton />
          </span>
        </div>
      ) : null}
      {state === 'failed' ? (
        <FailedState
          title={t('spin.failed')}
          retryLabel={t('app.try-again')}
          busy={asked.isFetching}
          onRetry={() => void asked.refetch()}
        >
          <LoadFailure asked={asked} />
        </FailedState>
      ) : null}
      {asked.data ? <Stage wheel={asked.data} driver={driver} {...spin} /> : null}
      <CouponTable isAtRest={isAtRest(spin.state)} />
    </div>
  )
}

interface StageProps extends Spin {
  readonly wheel: Wheel
  readonly driver: RefObject<WheelDriver | null>
}

function Stage({ wheel, driver, state, tap, close }: StageProps) {
  const t = useText()
  const [showsOdds, setShowsOdds] = useState(false)
  // Without its sheet the words below the wheel have said what it is, and the coupon is there after the reload.
  const PrizeSheet = usePrizeSheet(state, wheel.userCoin > 0, close)
  if (isAtRest(state) && !isWheel(wheel.slices)) {
    return (
      <EmptyState icon="wheel" title={t('spin.resting-title')}>
        {/* A spin that stopped has its own words of what became of the coin, and the reload after it shows that the wheel rests. */}
        {state.at === 'stopped' && !isOfResting(state.trouble) ? (
          <SpinWords isAlone state={state} coins={wheel.userCoin} />
        ) : (
          t('spin.resting-text')
        )}
      </EmptyState>
    )
  }
  const hasOdds = wheel.slices.every(({ odds }) => odds !== undefined)
  const hasNoCoins = wheel.userCoin <= 0 && isAtRest(state)
  return (
    <section className={styles.stage} aria-label={wheel.name}>
      <h2 className={styles.name} lang={langOf(wheel.name)}>
        {wheel.name}
      </h2>
      <WheelStage
        wheel={wheel}
        state={state}
        driver={driver}
        onTap={() => {
          if (hasNoCoins) toast.info(t('spin.no-coins'))
          tap(wheel)
        }}
      />
      <SpinWords state={state} coins={wheel.userCoin} />
      {wheel.earning ? <Earning {...wheel.earning} /> : null}
      {hasNoCoins && wheel.earning?.left !== 0 ? (
        <Button icon="deposit" onClick={() => openSheet({ kind: 'deposit' })}>
          {t('spin.deposit')}
        </Button>
      ) : null}
      {hasOdds ? (
        <Button small variant="quiet" icon="info" onClick={() => setShowsOdds(true)}>
          {t('spin.odds')}
        </Button>
      ) : null}
      {showsOdds ? <OddsSheet slices={wheel.slices} onClose={() => setShowsOdds(false)} /> : null}
      {'slice' in state && PrizeSheet ? (
        <PrizeSheet slice={state.slice} gain={state.gain} waits={state.at !== 'prize'} onClose={close} />
      ) : null}
    </section>
  )
}
