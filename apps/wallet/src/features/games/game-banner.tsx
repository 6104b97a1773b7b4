import type { ReactNode } from 'react'
import type { Game } from './game-calls.ts'
import styles from './games.module.css'

/** The game's own picture, as on its card. */
export function GameBanner({ game, children }: { game: Game; children?: ReactNode }) {
  return (
    <div className={styles.banner} data-inactive={game.isActive ? undefined : ''}>
      <img className={styles.picture} src={game.background} alt="" />
      <img className={styles.logo} src={game.logo} alt="" />
      {children}
    </div>
  )
}
