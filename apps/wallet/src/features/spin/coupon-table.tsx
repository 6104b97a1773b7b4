/** The coupons that can be claimed, three a page. The wire gives them all at once. */

import { loadAside } from '@kapao/browser/chunk-recovery'
import { langOf } from '@kapao/browser/lang-of'
import { loadState } from '@kapao/browser/load-state'
import { formatDateTime } from '@kapao/browser/time'
import { Button } from '@kapao/ui/button'
import { Skeleton } from '@kapao/ui/skeleton'
import { EmptyState, FailedState } from '@kapao/ui/states'
import { useQuery } from '@tanstack/react-query'
import { memo, Suspense, useState } from 'react'
import { type Text, useText } from '../../lib/i18n.ts'
import { lazily } from '../../lib/lazily.ts'
import { useCurrencyLabel } from '../../lib/member-queries.ts'
import { pageOf } from '../../lib/pages.ts'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SheetBoundary } from '../../ui/sheet-boundary.tsx'
import { CouponAmount } from './coupon-amount.tsx'
import styles from './spin.module.css'
import { COUPON_PAGE, type Coupon, type Coupons, couponsQuery } from './spin-queries.ts'
import { wholeAmounts } from './whole-amounts.ts'

const ClaimDialog = lazily(() => import('./claim-dialog.tsx').then((file) => file.ClaimDialog))

// It is there by the time somebody taps, and the page does not wait for it.
void loadAside(() => ClaimDialog.preload())

/** Drawn anew for no step of a spin but its end: the wheel turns meanwhile. */
export const CouponTable = memo(({ isAtRest }: { isAtRest: boolean }) => {
  const t = useText()
  const asked = useQuery(couponsQuery)
  // Not in the table, which goes with its last coupon: what became of the claim is told after the list has come anew.
  const [claimed, setClaimed] = useState<Coupon | null>(null)
  const close = () => setClaimed(null)
  const currency = useCurrencyLabel()
  const state = loadState(asked)
  const coupons = useToldCoupons(asked.data, isAtRest)
  return (
    <section className={styles.coupons} aria-label={t('spin.coupons')}>
      <h2>{t('spin.coupons')}</h2>
      <Card>
        {state === 'loading' || (asked.data && !coupons) ? (
          <div role="status" aria-label={t('spin.coupons-loading')}>
            <Skeleton shape="rows" height={COUPON_PAGE * 2 * 43} />
          </div>
        ) : null}
        {state === 'failed' ? (
          <FailedState
            title={t('spin.coupons-failed')}
            retryLabel={t('app.try-again')}
            busy={asked.isFetching}
            onRetry={() => void asked.refetch()}
          >
            {t('spin.coupons-safe')} <LoadFailure asked={asked} />
          </FailedState>
        ) : null}
        {coupons?.length === 0 ? (
          <EmptyState icon="gift" title={t('spin.coupons-empty')}>
            {t('spin.coupons-empty-text')}
          </EmptyState>
        ) : null}
        {coupons?.length ? <Table coupons={coupons} currency={currency} onClaim={setClaimed} /> : null}
      </Card>
      {claimed ? (
        <SheetBoundary onClose={close}>
          <Suspense fallback={null}>
            <ClaimDialog coupon={claimed} currency={currency} onClose={close} />
          </Suspense>
        </SheetBoundary>
      ) : null}
    </section>
  )
})

/** The list must not tell of a prize before the wheel does: while that turns, what was known stays, but for what is claimed. */
function useToldCoupons(now: Coupons | undefined, isAtRest: boolean): readonly Coupon[] | undefined {
  const [known, setKnown] = useState(now)
  if (isAtRest && known !== now) setKnown(now)
  if (isAtRest) return now?.coupons
  const ids = known && new Set(known.coupons.map(({ _id }) => _id))
  return ids && now?.coupons.filter(({ _id }) => ids.has(_id))
}

interface TableProps {
  readonly coupons: readonly Coupon[]
  readonly currency: string
  readonly onClaim: (coupon: Coupon) => void
}

function Table({ coupons, currency, onClaim }: TableProps) {
  const t = useText()
  const [wanted, setWanted] = useState(1)
  const { page, pages, first, shown } = pageOf(coupons, wanted, COUPON_PAGE)
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('spin.index')}</th>
            <th scope="col">{t('spin.slice')}</th>
            <th scope="col">{t('spin.prize')}</th>
            <th scope="col">{t('spin.amount')}</th>
            <th scope="col">{t('spin.claim')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((coupon, index) => (
            <CouponRow
              key={coupon._id}
              index={first + index + 1}
              coupon={coupon}
              currency={currency}
              onClaim={() => onClaim(coupon)}
            />
          ))}
        </tbody>
      </table>
      <Pager page={page} pages={pages} onPage={setWanted} labels={pagerLabels(t)} />
    </>
  )
}

function pagerLabels(t: Text) {
  return {
    pages: t('spin.pages'),
    previous: t('spin.previous'),
    next: t('spin.next'),
    position: (page: number, pages: number) => t('spin.position', { page, pages }),
  }
}

interface CouponRowProps {
  readonly index: number
  readonly coupon: Coupon
  readonly currency: string
  readonly onClaim: () => void
}

function CouponRow({ index, coupon, currency, onClaim }: CouponRowProps) {
  const t = useText()
  const nameId = `coupon-${coupon._id}`
  return (
    <tr>
      <td className={styles.index}>{index}</td>
      <td className={styles.slice} lang={langOf(coupon.prize.slice)}>
        {wholeAmounts(coupon.prize.slice)}
      </td>
      <td className={styles.prize} id={nameId}>
        <span lang={langOf(coupon.prize.name)}>{wholeAmounts(coupon.prize.name)}</span>
        {coupon.expiresAt ? (
          <span className={styles.until}>{t('spin.until', { time: formatDateTime(coupon.expiresAt) })}</span>
        ) : null}
      </td>
      <td className={styles.amount}>
        <CouponAmount coupon={coupon} currency={currency} />
      </td>
      <td className={styles.claim}>
        <Button small describedBy={nameId} onClick={onClaim}>
          {t('spin.claim')}
        </Button>
      </td>
    </tr>
  )
}
