import { untilIdle } from '@kapao/browser/timers'
import { memo, useEffect, useState } from 'react'
import { firstScreen, hasFirstScreen, tellFirstScreen } from '../../lib/first-screen.ts'
import { useText } from '../../lib/i18n.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { GameCard } from './game-card.tsx'
import { type Game, groupGames } from './game-groups.ts'
import styles from './home.module.css'

interface GameCarouselsProps {
  readonly games: readonly Game[]
  readonly currency: string
}

/**
 * Drawn after the balance. The pictures that are seen at once come first, and do not share the line with the others. Not drawn again with the page,
 * which every tap on the balance changes: fifty cards would keep the tap waiting on a slow phone.
 */
export const GameCarousels = memo(({ games, currency }: GameCarouselsProps) => {
  const t = useText()
  const isRest = useRest()
  const groups = groupGames(games)
  useEffect(() => {
    if (!games[0]) tellFirstScreen()
  }, [games])
  return groups.map((group) => {
    const title = t(`home.group-${group.name}`)
    return (
      <section key={group.name} className={styles.group} aria-label={title}>
        <h2 className={styles.groupTitle}>{title}</h2>
        <div className={styles.bleed}>
          <Carousel
            label={title}
            items={group.games}
            keyOf={({ code }) => code}
            nameOf={({ name }) => name}
            labels={{
              carousel: t('home.carousel'),
              previous: t('home.previous-game'),
              next: t('home.next-game'),
              position: (place, count, name) => t('home.game-position', { place, count, name }),
            }}
            renderItem={(game, away) => (
              <GameCard
                game={game}
                hasPictures={isRest || (group === groups[0] && away === 0)}
                onPicture={isRest ? undefined : tellWhenIdle}
                currency={currency}
                onOpen={() => openSheet({ kind: 'game', code: game.code })}
              />
            )}
          />
        </div>
      </section>
    )
  })
})

const tellWhenIdle = () => void untilIdle().then(tellFirstScreen)

/** Whether the first screen is there: with the first picture, which the others do not share the line with. */
function useRest(): boolean {
  const [isRest, setRest] = useState(hasFirstScreen)
  useEffect(() => {
    let isLeft = false
    void firstScreen.then(() => {
      if (!isLeft) setRest(true)
    })
    return () => {
      isLeft = true
    }
  }, [])
  return isRest
}
