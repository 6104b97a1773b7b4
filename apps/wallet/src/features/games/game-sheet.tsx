import { loadState } from '@kapao/browser/load-state'
import { useBusy } from '@kapao/browser/use-busy'
import { Button } from '@kapao/ui/button'
import { Skeleton } from '@kapao/ui/skeleton'
import { EmptyState, FailedState } from '@kapao/ui/states'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { canEnterGame } from '../../lib/enter-game.ts'
import { useText } from '../../lib/i18n.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { closeSheet } from '../../lib/member-sheets.ts'
import { currencyOf } from '../../lib/region.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ActiveGame } from './active-game.tsx'
import { EnterButton } from './enter-button.tsx'
import { gameAccountQuery, useActivation } from './game-calls.ts'
import styles from './games.module.css'
import { InactiveGame, OpenAccountButton } from './inactive-game.tsx'

export function GameSheet({ code, onClose }: { code: string; onClose: () => void }) {
  const t = useText()
  const asked = useQuery(walletQuery)
  const activation = useActivation(code)
  // Not the mutation's own: it is drawn a moment later, and a second tap would open the account once more.
  const [isOpening, run] = useBusy()
  const openAccount = async () => {
    await activation.mutateAsync().catch(() => undefined)
  }
  const game = asked.data?.slots.find((one) => one.code === code)
  const account = useQuery({ ...gameAccountQuery(code), enabled: game?.isActive === true })
  const hasForm = Boolean(account.data?.event)
  const currency = t(`app.currency-${currencyOf(asked.data?.wallet.currency)}`)
  let body: ReactNode
  let footer: ReactNode
  if (game?.isActive) {
    const toEnter = { ...game, hasForm }
    const canEnter = canEnterGame(toEnter)
    // Before its account is there nobody knows whether it comes with a form.
    body = <ActiveGame game={game} currency={currency} isApart={!canEnter && account.data !== undefined} />
    footer = canEnter ? <EnterButton game={toEnter} /> : null
  } else if (game) {
    body = <InactiveGame game={game} failure={activation.error} />
    footer = <OpenAccountButton again={activation.isError} busy={isOpening} onOpen={() => run(openAccount)} />
  } else {
    // Read here: the sheet draws what it holds a frame later, and of what is read only then it would hear nothing until then.
    const { error, isPaused, isFetching } = asked
    body = (
      <NoGame
        state={loadState(asked)}
        failed={{ error, isPaused }}
        isBusy={isFetching}
        retry={() => void asked.refetch()}
      />
    )
  }
  return (
    <Sheet
      open
      title={game?.name ?? t('games.title')}
      closeLabel={t('app.close')}
      busy={isOpening}
      footer={footer}
      onClose={onClose}
    >
      {body}
    </Sheet>
  )
}

interface NoGameProps {
  state: ReturnType<typeof loadState>
  failed: { error: Error | null; isPaused: boolean }
  isBusy: boolean
  retry: () => void
}

/** Before the wallet is there, or when it has no such game (any more). */
function NoGame({ state, failed, isBusy, retry }: NoGameProps) {
  const t = useText()
  if (state === 'ready') {
    return (
      <EmptyState
        icon="play"
        title={t('games.gone')}
        action={
          <Button variant="secondary" onClick={closeSheet}>
            {t('app.close')}
          </Button>
        }
      >
        {t('games.gone-text')}
      </EmptyState>
    )
  }
  if (state === 'loading') {
    return (
      <div className={styles.stack} role="status" aria-label={t('games.loading')}>
        <Skeleton shape="block" height={112} />
        <Skeleton shape="rows" height={43} />
        <Skeleton shape="card" height={132} />
      </div>
    )
  }
  return (
    <FailedState title={t('games.failed')} retryLabel={t('app.try-again')} busy={isBusy} onRetry={retry}>
      <LoadFailure asked={failed} place={t('games.failed-text')} />
    </FailedState>
  )
}
