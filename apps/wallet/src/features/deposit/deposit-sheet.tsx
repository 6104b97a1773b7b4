/** The deposit sheet: the way is chosen first, then shown with all that is needed to pay in by it. */

import { loadAside } from '@kapao/browser/chunk-recovery'
import { loadState } from '@kapao/browser/load-state'
import { lookupSlip } from '@kapao/contract/lookup'
import type { Currency } from '@kapao/contract/values'
import type { Minor } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { Delayed } from '@kapao/ui/delayed'
import { SkeletonList } from '@kapao/ui/skeleton'
import { FailedState } from '@kapao/ui/states'
import { useQuery } from '@tanstack/react-query'
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ask } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { lazily } from '../../lib/lazily.ts'
import { activeBonusQuery, walletQuery } from '../../lib/member-queries.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import { mending } from '../../lib/mending.ts'
import { region } from '../../lib/region.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ChosenBonus } from './chosen-bonus.tsx'
import styles from './deposit.module.css'
import { savedWay, saveWay } from './deposit-saved.ts'
import { type DepositWay, depositCurrency, depositWays, type WalletAccount } from './deposit-ways.ts'
import { PaidView } from './paid-view.tsx'
import { type Doubt, useDepositLookup } from './use-deposit-lookup.ts'
import { useWayTitle } from './use-qr-title.ts'
import { WayList } from './way-list.tsx'

const AccountsWay = lazily(() => import('./accounts-way.tsx').then((file) => file.AccountsWay))
const QrWay = lazily(() => import('./qr-way.tsx').then((file) => file.QrWay))
// They travel while the ways are asked for.
for (const way of [QrWay, AccountsWay]) void loadAside(() => way.preload())

interface OutsideWayProps {
  /** Where the main action goes. */
  foot: HTMLElement | null
  /** The money is there. */
  onPaid: (amount: Minor) => void
  /** Something is on its way that is told nowhere else: the sheet stays until its answer is there. */
  onBusy: (isBusy: boolean) => void
  onClose: () => void
}

/** The ways that are features of their own. */
export interface OutsideWays {
  readonly Slip: ComponentType<OutsideWayProps>
  readonly Truelink: ComponentType<
    OutsideWayProps & { currency: Currency; wallets: readonly WalletAccount[] }
  >
}

export function DepositSheet({ ways: outside, onClose }: { ways: OutsideWays; onClose: () => void }) {
  const t = useText()
  const [chosen, setChosen] = useState(savedWay)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const wallet = useQuery(walletQuery)
  const [lookup, doubt] = useDepositLookup()
  const { takesSlips, bonus, areAsked } = useSides()
  const [paid, setPaid] = useState<Minor | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const currency = depositCurrency(wallet.data?.wallet.currency, lookup.data)
  // Which accounts are the member's depends on the wallet's currency, so both are waited for; where there is but one, it is the member's without
  // the wallet, too.
  const isCurrencyKnown =
    wallet.data !== undefined || (region.currencies.length === 1 && loadState(wallet) === 'failed')
  const needed = isCurrencyKnown ? [lookup] : [lookup, wallet]
  const isKnown = lookup.data !== undefined && isCurrencyKnown && areAsked
  const ways = isKnown && lookup.data ? depositWays(lookup.data, currency, takesSlips) : []
  const way = useOpenWay(ways, chosen, setChosen)

  function choose(key: DepositWay['key'] | null) {
    // A way is much to draw within a tap.
    startTransition(() => {
      setChosen(key)
      setPaid(null)
    })
    saveWay(key)
    // Another deposit may follow one that is done.
    openSheet({ kind: 'deposit' })
  }
  function close() {
    saveWay(null)
    onClose()
  }

  return (
    <Sheet
      open
      title={t('deposit.title')}
      closeLabel={t('app.close')}
      busy={isBusy}
      onClose={close}
      footer={
        way && ((way.key !== 'manual' && way.key !== 'bank') || paid !== null) ? (
          <div ref={setFoot} className={styles.foot} />
        ) : undefined
      }
    >
      <Step shown={isKnown ? (way?.key ?? null) : undefined} way={way}>
        {way && ways.length > 1 ? (
          <div className={styles.back}>
            <Button small variant="quiet" icon="back" disabled={isBusy} onClick={() => choose(null)}>
              {t('deposit.other-way')}
            </Button>
          </div>
        ) : null}
        <ChosenBonus active={isKnown ? bonus : undefined} currency={t(`app.currency-${currency}`)} />
        {paid !== null ? (
          <PaidView amount={paid} currency={t(`app.currency-${currency}`)} foot={foot} onClose={close} />
        ) : way ? (
          <Suspense fallback={<WayLoading />}>
            <Way
              key={way.key}
              way={way}
              doubt={doubt}
              currency={currency}
              outside={outside}
              foot={foot}
              onPaid={setPaid}
              onBusy={setIsBusy}
              onSlip={takesSlips ? () => choose('slip') : null}
              onClose={close}
            />
          </Suspense>
        ) : isKnown ? (
          <WayList ways={ways} currency={currency} onChoose={choose} />
        ) : (
          <NotKnown
            failed={needed.find((asked) => loadState(asked) === 'failed')}
            isBusy={needed.some(({ isFetching }) => isFetching)}
            retry={() => void Promise.all(needed.map((asked) => asked.refetch()))}
          />
        )}
      </Step>
    </Sheet>
  )
}

/** The one that is chosen, or alone. What was opened because it was alone stays when others come beside it, also after a reload. */
function useOpenWay(
  ways: readonly DepositWay[],
  chosen: string | null,
  choose: (key: DepositWay['key']) => void,
): DepositWay | undefined {
  const alone = ways.length === 1 ? ways[0]?.key : undefined
  if (alone && alone !== chosen) choose(alone)
  useEffect(() => {
    if (alone && alone !== savedWay()) saveWay(alone)
  }, [alone])
  return ways.find(({ key }) => key === chosen)
}

/** What is waited for too, or it would push in late: whether slips are taken, and a bonus that is active. Without an answer there are none. */
function useSides() {
  const slip = useQuery({
    queryKey: ['slip-lookup'],
    queryFn: ({ signal }) => ask(lookupSlip, { signal }),
    refetchInterval: mending,
  })
  const bonus = useQuery(activeBonusQuery)
  return {
    takesSlips: slip.data?.isActive === true,
    bonus: bonus.data,
    areAsked: loadState(slip) !== 'loading' && loadState(bonus) !== 'loading',
  }
}

interface StepProps {
  /** By the way's key, null for the list; undefined while it is not known which. */
  shown: string | null | undefined
  /** None where they are listed. */
  way: DepositWay | undefined
  children: ReactNode
}

/** What was pressed went with the step before it: the one that comes instead takes the focus, and begins at its top, by its name to a screen reader. */
function Step({ shown, way, children }: StepProps) {
  const t = useText()
  const titleOf = useWayTitle()
  const step = useRef<HTMLElement>(null)
  const before = useRef(shown)
  useLayoutEffect(() => {
    const isFirst = before.current === undefined
    if (before.current === shown) return
    before.current = shown
    if (isFirst) return
    step.current?.focus({ preventScroll: true })
    step.current?.scrollIntoView()
  }, [shown])
  return (
    <section
      ref={step}
      className={styles.sheet}
      aria-label={way ? titleOf(way) : t('deposit.choose')}
      tabIndex={-1}
    >
      {children}
    </section>
  )
}

interface WayProps extends OutsideWayProps {
  way: DepositWay
  doubt: Doubt
  currency: Currency
  outside: OutsideWays
  onSlip: (() => void) | null
}

function Way({ way, doubt, currency, outside, onSlip, ...rest }: WayProps) {
  switch (way.key) {
    case 'bank':
      return (
        <AccountsWay
          accounts={way.accounts}
          currency={currency}
          isManual={false}
          doubt={doubt}
          onSlip={onSlip}
          onPaid={rest.onPaid}
        />
      )
    case 'manual':
      return (
        <AccountsWay
          accounts={way.accounts}
          wallets={way.wallets}
          currency={currency}
          isManual
          doubt={doubt}
          onSlip={onSlip}
          onPaid={rest.onPaid}
        />
      )
    case 'slip':
      return <outside.Slip {...rest} />
    case 'truelink':
      return <outside.Truelink currency={currency} wallets={way.wallets} {...rest} />
    default:
      return <QrWay way={way} currency={currency} foot={rest.foot} onClose={rest.onClose} />
  }
}

function WayLoading() {
  const t = useText()
  return (
    <Delayed>
      <SkeletonList rows={4} label={t('deposit.loading')} />
    </Delayed>
  )
}

interface NotKnownProps {
  /** Undefined while nothing has failed. */
  failed: { error: Error | null; isPaused: boolean } | undefined
  isBusy: boolean
  retry: () => void
}

/** A failed lookup is told without alarm: nothing of the player's is at stake. */
function NotKnown({ failed, isBusy, retry }: NotKnownProps) {
  const t = useText()
  if (!failed) return <WayLoading />
  return (
    <FailedState
      title={t('deposit.not-loaded-title')}
      retryLabel={t('app.try-again')}
      busy={isBusy}
      onRetry={retry}
    >
      <LoadFailure asked={failed} place={t('deposit.not-loaded-text')} />
    </FailedState>
  )
}
