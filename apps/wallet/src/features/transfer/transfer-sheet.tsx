/** The transfer sheet: money between the wallet and the games, alone or on the way into a game. */

import { loadState } from '@kapao/browser/load-state'
import { Delayed } from '@kapao/ui/delayed'
import { Skeleton } from '@kapao/ui/skeleton'
import { FailedState } from '@kapao/ui/states'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../lib/i18n.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import styles from './transfer.module.css'
import { TransferForm } from './transfer-form.tsx'
import { type Draft, WALLET } from './transfer-rules.ts'

interface TransferSheetProps {
  from?: string | undefined
  to?: string | undefined
  onClose: () => void
}

export function TransferSheet({ from, to, onClose }: TransferSheetProps) {
  const t = useText()
  const wallet = useQuery(walletQuery)
  return (
    <TransferForm wallet={wallet.data} first={firstDraft(from, to)} onClose={onClose}>
      <div className={styles.waiting}>
        {loadState(wallet) === 'failed' ? (
          <FailedState
            title={t('transfer.failed')}
            retryLabel={t('app.try-again')}
            busy={wallet.isFetching}
            onRetry={() => void wallet.refetch()}
          >
            <LoadFailure asked={wallet} />
          </FailedState>
        ) : (
          <Delayed>
            <div role="status" aria-label={t('app.loading')} className={styles.form}>
              <Skeleton shape="form" height={76} />
              <Skeleton shape="form" height={76} />
              <Skeleton shape="form" height={128} />
              <Skeleton shape="block" height={48} />
            </div>
          </Delayed>
        )}
      </div>
    </TransferForm>
  )
}

/** What is not said: out of the wallet, or, from a game, back into it. */
function firstDraft(from: string | undefined, to: string | undefined): Draft {
  const isOutOfGame = from !== undefined && from !== WALLET
  return { from: from ?? (to === WALLET ? '' : WALLET), to: to ?? (isOutOfGame ? WALLET : ''), amount: '' }
}
