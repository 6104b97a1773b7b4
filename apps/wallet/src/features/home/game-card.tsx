import { formatMinor } from '@kapao/money/format'
import { Icon } from '@kapao/ui/icon'
import { useText } from '../../lib/i18n.ts'
import { worthOf } from '../../lib/totals.ts'
import { Picture } from '../../ui/picture.tsx'
import styles from './game-card.module.css'
import type { Game } from './game-groups.ts'

interface GameCardProps {
  readonly game: Game
  readonly currency: string
  readonly hasPictures: boolean
  /** The large one is there, or cannot be had. */
  readonly onPicture: (() => void) | undefined
  readonly onOpen: () => void
}

/** 300×211 in the carousel. The pictures are the operator's and may be of any brightness, so the words stand on a shade of their own. */
export function GameCard({ game, currency, hasPictures, onPicture, onOpen }: GameCardProps) {
  const t = useText()
  return (
    <button
      type="button"
      className={styles.card}
      data-inactive={game.isActive ? undefined : ''}
      onClick={onOpen}
    >
      {hasPictures ? (
        <>
          <Picture
            className={styles.background}
            src={game.background}
            draggable={false}
            loading="lazy"
            onLoad={onPicture}
            onFail={onPicture}
          />
          <Picture className={styles.logo} src={game.logo} draggable={false} loading="lazy" />
        </>
      ) : null}
      <span className={styles.words}>
        <span className={styles.name}>{game.name}</span>
        {game.isActive ? (
          <span className={styles.figures}>
            <span className={styles.credits}>{t('home.credits', { amount: formatMinor(game.amount) })}</span>
            <span className={styles.worth}>
              {formatMinor(worthOf(game))} <small>{currency}</small>
            </span>
          </span>
        ) : (
          <span className={styles.prompt}>
            <Icon name="plus" size={18} />
            {t('home.open-account')}
          </span>
        )}
      </span>
    </button>
  )
}
