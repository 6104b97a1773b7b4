import { langOf } from '@kapao/browser/lang-of'
import { formatRelative } from '@kapao/browser/time'
import { useNow } from '@kapao/browser/use-now'
import { formatMinor } from '@kapao/money/format'
import type { Minor } from '@kapao/money/minor'
import hidden from '@kapao/ui/hidden.module.css'
import { Icon } from '@kapao/ui/icon'
import { Money } from '@kapao/ui/money'
import { Skeleton } from '@kapao/ui/skeleton'
import { type ReactNode, useState } from 'react'
import { useLocale, useText } from '../../lib/i18n.ts'
import { totalsOf } from '../../lib/totals.ts'
import styles from './balance-card.module.css'
import type { Game, Wallet } from './game-groups.ts'
import { type CheckBalance, JUST_NOW_MS } from './use-check-balance.ts'

interface BalanceCardProps {
  /** Not there yet: the same card, with places held for the figures. */
  readonly wallet: Wallet | undefined
  readonly currency: string
  readonly balance: CheckBalance
}

export function BalanceCard({ wallet, currency, balance }: BalanceCardProps) {
  const t = useText()
  const totals = wallet && totalsOf(wallet.wallet.amount, wallet.slots)
  const isOld = (game: Game) =>
    game.isActive && balance.silent.some(({ code, amount }) => code === game.code && amount === game.amount)
  const old = wallet?.slots.filter(isOld).map(({ name }) => name) ?? []
  // All of thirty would push what the player came for out of sight.
  const others = old.length > 2 ? ` +${old.length - 2}` : ''
  const note = old.length > 0 && t('home.silent', { games: old.slice(0, 2).join(', ') + others })
  return (
    <section className={styles.card} aria-busy={wallet === undefined} aria-label={t('home.total')}>
      <h1
        className={styles.name}
        lang={wallet && langOf(wallet.profile.name)}
        aria-label={wallet ? undefined : t('home.loading')}
      >
        {wallet ? wallet.profile.name : <Skeleton width="55%" height={18} />}
      </h1>
      <div className={styles.head}>
        <span className={styles.label}>{t('home.total')}</span>
        <CheckButton balance={balance} disabled={wallet === undefined} />
      </div>
      <div className={styles.total} aria-live="polite" aria-atomic="true">
        {totals ? (
          <Money roll size="hero" amount={totals.total} currency={currency} />
        ) : (
          <Skeleton shape="block" width="70%" height={36} />
        )}
      </div>
      <dl className={styles.parts}>
        <Part name={t('home.wallet')} amount={totals?.wallet} currency={currency} />
        <Part name={t('home.games')} amount={totals?.games} currency={currency} />
      </dl>
      <OnItsWay to="game" amount={wallet?.onItsWay} currency={currency} />
      <OnItsWay to="bank" amount={wallet?.onItsWayToBank} currency={currency} />
      {/* Of all of them only where their age is told: without it this would be when those were asked that have answered. */}
      {note && wallet?.gamesAgeSeconds === undefined ? null : (
        <p className={styles.updated}>
          <LastUpdate timeMs={balance.lastSyncMs} isOfAll={!note} />
        </p>
      )}
      <p className={styles.note} role="status">
        {note ? (
          <>
            <Icon name="info" size={18} />
            <span>{note}</span>
          </>
        ) : null}
      </p>
    </section>
  )
}

function Part({ name, amount, currency }: { name: string; amount: Minor | undefined; currency: string }) {
  const figure: ReactNode =
    amount === undefined ? <Skeleton width={88} /> : <Money amount={amount} currency={currency} />
  return (
    <div className={styles.part}>
      <dt>{name}</dt>
      <dd>{figure}</dd>
    </div>
  )
}

interface OnItsWayProps {
  to: 'game' | 'bank'
  amount: Minor | undefined
  currency: string
}

function OnItsWay({ to, amount, currency }: OnItsWayProps) {
  const t = useText()
  return amount ? (
    <a className={styles.onItsWay} href="/user/statement">
      {t(`home.on-its-way-${to}`, { amount: formatMinor(amount), currency })}
      <Icon name="chevron" size={18} />
    </a>
  ) : null
}

function CheckButton({ balance, disabled }: { balance: CheckBalance; disabled: boolean }) {
  const t = useText()
  // Each press draws the sign anew, and so turns it once.
  const [pressedMs, setPressedMs] = useState(0)
  return (
    <>
      <button
        type="button"
        className={styles.check}
        disabled={disabled}
        aria-busy={balance.busy || undefined}
        aria-disabled={balance.busy || undefined}
        onClick={() => {
          if (balance.busy) return
          setPressedMs(Date.now())
          void balance.check()
        }}
      >
        <span key={pressedMs} className={pressedMs > 0 ? styles.turn : undefined}>
          <Icon name="refresh" size={18} />
        </span>
        {t(balance.busy ? 'home.checking' : 'home.check')}
      </button>
      {/* Where the figures stay the same nothing else is said. */}
      <span className={hidden.hidden} role="status">
        {pressedMs > 0
          ? balance.busy
            ? t('home.checking')
            : balance.isFresh && t('home.updated-now')
          : null}
      </span>
    </>
  )
}

const TICK_MS = 5_000

/** Beside a game that has not answered nothing is as of now, whatever its server says. */
function LastUpdate({ timeMs, isOfAll }: { timeMs: number | null; isOfAll: boolean }) {
  const t = useText()
  const locale = useLocale()
  const now = useNow(TICK_MS)
  if (timeMs === null) return <Skeleton width={120} height={12} />
  if (now - timeMs < JUST_NOW_MS) return isOfAll ? t('home.updated-now') : null
  return t('home.updated', { time: formatRelative(timeMs, now, locale) })
}
