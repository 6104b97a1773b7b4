import { SendFailure } from '@kapao/browser/http'
import { Button } from '@kapao/ui/button'
import { Icon } from '@kapao/ui/icon'
import { errorText, referenceText } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { GameBanner } from './game-banner.tsx'
import type { Game } from './game-calls.ts'
import styles from './games.module.css'

export function InactiveGame({ game, failure }: { game: Game; failure: unknown }) {
  const t = useText()
  return (
    <div className={styles.stack}>
      <GameBanner game={game} />
      <p className={styles.lead}>{t('games.inactive-text', { name: game.name })}</p>
      <div role="alert">{failure instanceof SendFailure ? <NotOpened failure={failure} /> : null}</div>
    </div>
  )
}

function NotOpened({ failure: { failure } }: { failure: SendFailure }) {
  const t = useText()
  const reference = referenceText(t, failure)
  return (
    <div className={styles.alert}>
      <Icon name="warning" size={20} />
      <div>
        <p>{errorText(t, failure)}</p>
        {reference === null ? null : <p className={styles.small}>{reference}</p>}
      </div>
    </div>
  )
}

interface OpenAccountButtonProps {
  /** It failed before: the same press is now a new try. */
  again: boolean
  busy: boolean
  onOpen: () => void
}

export function OpenAccountButton({ again, busy, onOpen }: OpenAccountButtonProps) {
  const t = useText()
  return (
    <Button full busy={busy} onClick={onOpen}>
      {t(again ? 'app.try-again' : 'games.open-account')}
    </Button>
  )
}
