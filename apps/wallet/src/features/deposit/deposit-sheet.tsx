/** The deposit sheet: the way is chosen first, then shown with all that is needed to pay in by it. */
import { lookupDeposit } from '@kapao/contract/lookup'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { loadState } from '../../lib/load-state.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { currencyOf } from '../../lib/region.ts'
import { Button } from '../../ui/button.tsx'
import { Delayed } from '../../ui/delayed.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AccountsWay } from './accounts-way.tsx'
import styles from './deposit.module.css'
import { savedWay, saveWay } from './deposit-saved.ts'
import { type DepositWay, depositWays } from './deposit-ways.ts'
import { QrWay } from './qr-way.tsx'
import { WayList } from './way-list.tsx'

export function DepositSheet({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [chosen, setChosen] = useState(savedWay)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const wallet = useQuery(walletQuery)
  const lookup = useQuery({
    queryKey: ['deposit-lookup'],
    queryFn: ({ signal }) => ask(lookupDeposit, { signal }),
  })
  const currency = currencyOf(wallet.data?.wallet.currency)
  // Which accounts are the member's depends on the wallet's currency, so both are waited for; without the wallet the default counts.
  const isKnown = lookup.data !== undefined && loadState(wallet) !== 'loading'
  const ways = isKnown && lookup.data ? depositWays(lookup.data, currency) : []
  const way = ways.length === 1 ? ways[0] : ways.find(({ key }) => key === chosen)

  function choose(key: DepositWay['key'] | null) {
    setChosen(key)
    saveWay(key)
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
      onClose={close}
      footer={way && way.key !== 'manual' ? <div ref={setFoot} className={styles.foot} /> : undefined}
    >
      <div className={styles.sheet}>
        {way && ways.length > 1 ? (
          <div className={styles.back}>
            <Button small variant="quiet" icon="back" onClick={() => choose(null)}>
              {t('deposit.other-way')}
            </Button>
          </div>
        ) : null}
        {way ? (
          <Way key={way.key} way={way} foot={foot} onClose={close} />
        ) : isKnown ? (
          <WayList ways={ways} currency={currency} onChoose={choose} />
        ) : (
          <NotKnown
            isFailed={loadState(lookup) === 'failed'}
            isBusy={lookup.isFetching}
            retry={() => void lookup.refetch()}
          />
        )}
      </div>
    </Sheet>
  )
}

function Way({ way, foot, onClose }: { way: DepositWay; foot: HTMLElement | null; onClose: () => void }) {
  if (way.key === 'bank' || way.key === 'manual') {
    return <AccountsWay accounts={way.accounts} isManual={way.key === 'manual'} foot={foot} />
  }
  return <QrWay provider={way.key} foot={foot} onClose={onClose} />
}

/** A failed lookup is told without alarm: nothing of the player's is at stake. */
function NotKnown({ isFailed, isBusy, retry }: { isFailed: boolean; isBusy: boolean; retry: () => void }) {
  const t = useText()
  if (!isFailed) {
    return (
      <Delayed>
        <SkeletonList rows={4} label={t('deposit.loading')} />
      </Delayed>
    )
  }
  return (
    <EmptyState
      icon="deposit"
      title={t('deposit.not-loaded-title')}
      action={
        <Button variant="secondary" icon="refresh" busy={isBusy} onClick={retry}>
          {t('app.try-again')}
        </Button>
      }
    >
      {t('deposit.not-loaded-text')}
    </EmptyState>
  )
}
