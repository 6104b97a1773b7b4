import { useText } from '../../lib/i18n.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { GameCard } from './game-card.tsx'
import { type Game, groupGames } from './game-groups.ts'
import styles from './home.module.css'

/** Loaded after the balance: nothing of the first screenful waits for the carousel's code. */
export function GameCarousels({ games, currency }: { games: readonly Game[]; currency: string }) {
  const t = useText()
  return groupGames(games).map((group) => {
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
            renderItem={(game) => (
              <GameCard
                game={game}
                currency={currency}
                onOpen={() => openSheet({ kind: 'game', code: game.code })}
              />
            )}
          />
        </div>
      </section>
    )
  })
}
