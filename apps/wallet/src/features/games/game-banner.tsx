import type { ReactNode } from 'react'
import { Picture } from '../../ui/picture.tsx'
import type { Game } from './game-calls.ts'
import styles from './games.module.css'

/** The game's own picture, as on its card. */
export function GameBanner({ game, children }: { game: Game; children?: ReactNode }) {
  return (
    <div className={styles.banner} data-inactive={game.isActive ? undefined : ''}>
      <Picture className={styles.picture} src={game.background} />
      <Picture className={styles.logo} src={game.logo} />
      {children}
    </div>
  )
}
