import { formatMinor } from '@kapao/money/format'
import { creditsToWallet } from '@kapao/money/ratio'
import { Button } from '@kapao/ui/button'
import type { IconName } from '@kapao/ui/icon'
import { Money } from '@kapao/ui/money'
import { useQueryClient } from '@tanstack/react-query'
import { checkBalanceOnReturn } from '../../lib/check-balance.ts'
import { useText } from '../../lib/i18n.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import { isWebPage } from '../../lib/open-window.ts'
import { externalUrl } from '../../lib/way-out.ts'
import { GameBanner } from './game-banner.tsx'
import type { Game } from './game-calls.ts'
import { GameLogin } from './game-login.tsx'
import styles from './games.module.css'
import { storePage } from './store-page.ts'

interface ActiveGameProps {
  game: Game
  currency: string
  /** It is entered in its own app or on its own site, and nowhere from here. */
  isApart: boolean
}

export function ActiveGame({ game, currency, isApart }: ActiveGameProps) {
  const t = useText()
  return (
    <div className={styles.stack}>
      <GameBanner game={game}>
        <p className={styles.credits}>{t('games.credits', { amount: formatMinor(game.amount) })}</p>
      </GameBanner>
      <div className={styles.balance}>
        <div className={styles.figure}>
          <span className={styles.label}>{t('games.balance')}</span>
          <Money
            roll
            size="lg"
            amount={creditsToWallet(game.amount, game.ftWalletSlot)}
            currency={currency}
          />
        </div>
        <Button
          small
          variant="secondary"
          icon="transfer"
          onClick={() => openSheet({ kind: 'transfer', to: game.code })}
        >
          {t('games.transfer')}
        </Button>
      </div>
      <GameLogin game={game} />
      {isApart ? <p className={styles.lead}>{t('games.apart', { name: game.name })}</p> : null}
      <GameLinks game={game} />
    </div>
  )
}

function GameLinks({ game }: { game: Game }) {
  const t = useText()
  const queries = useQueryClient()
  const links: readonly { href: string | null; icon: IconName; label: string }[] = [
    { href: game.web, icon: 'web', label: t('games.web') },
    { href: storePage(game.android), icon: 'android', label: t('games.android') },
    { href: storePage(game.ios), icon: 'apple', label: t('games.ios') },
  ]
  const given = links.flatMap(({ href, ...link }) =>
    href !== null && isWebPage(href) ? [{ ...link, href }] : [],
  )
  if (given.length === 0) return null
  return (
    <section className={styles.links} aria-label={t('games.links')}>
      {given.map(({ href, icon, label }) => (
        <Button
          key={icon}
          small
          variant="secondary"
          icon={icon}
          href={externalUrl(href)}
          target="_blank"
          onClick={() => checkBalanceOnReturn(queries)}
        >
          {label}
        </Button>
      ))}
    </section>
  )
}
