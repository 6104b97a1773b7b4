import { langOf } from '@kapao/browser/lang-of'
import { formatDateTime, formatRelative } from '@kapao/browser/time'
import { useNow } from '@kapao/browser/use-now'
import { bonusEndOf } from '@kapao/contract/bonus-end'
import { descriptionOf } from '@kapao/contract/linked-item'
import { payoutStepsOf } from '@kapao/contract/payout-steps'
import { Badge } from '@kapao/ui/badge'
import { Icon, type IconName } from '@kapao/ui/icon'
import { Money } from '@kapao/ui/money'
import { useLocale, useText } from '../../lib/i18n.ts'
import { type Progress, progressOf } from '../../lib/progress.ts'
import pulse from '../../ui/pulse.module.css'
import { PayoutSteps } from './payout-steps.tsx'
import styles from './statement.module.css'
import { type StatementRow, type StatementType, signOf } from './statement-rules.ts'

interface StatementListProps {
  readonly rows: readonly StatementRow[]
  /** For the games' names; a code without one is shown as it is. */
  readonly games: readonly { readonly code: string; readonly name: string }[]
  readonly currency: string
  /** How far the server's clock is ahead of the phone's; null until that is known. */
  readonly aheadMs: number | null
}

const TICK_MS = 15_000

export function StatementList({ rows, games, currency, aheadMs }: StatementListProps) {
  const t = useText()
  const phoneMs = useNow(TICK_MS)
  const now = aheadMs === null ? null : phoneMs + aheadMs
  const placeName = (place: string) => {
    if (place === 'BANK' || place === 'WALLET' || place === 'SYSTEM') return t(`statement.place-${place}`)
    return games.find((game) => game.code === place)?.name ?? place
  }
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row._id}>
          <Row row={row} now={now} currency={currency} placeName={placeName} />
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  readonly row: StatementRow
  readonly now: number | null
  readonly currency: string
  readonly placeName: (place: string) => string
}

const iconOf: Readonly<Record<NonNullable<StatementType> | 'other', IconName>> = {
  deposit: 'deposit',
  withdraw: 'withdraw',
  transfer: 'transfer',
  bonus: 'bonus',
  finish_bonus: 'bonus',
  other: 'statement',
}

function Row({ row, now, currency, placeName }: RowProps) {
  const t = useText()
  const locale = useLocale()
  const progress = progressOf(row.status)
  const type = row.statementType ?? 'other'
  const description = descriptionOf(row)
  const end = bonusEndOf(row)
  const steps = payoutStepsOf(row)
  const atMs = Date.parse(row.createdAt)
  return (
    <article className={styles.row} data-progress={progress}>
      <span className={styles.icon}>
        <Icon name={iconOf[type]} size={20} />
      </span>
      <div className={styles.main}>
        <div className={styles.line}>
          <h2 className={styles.type}>{t(`statement.type-${type}`)}</h2>
          <Money amount={row.amount} currency={currency} sign={signOf(row.statementType)} />
        </div>
        <div className={styles.line}>
          <span className={styles.way}>
            {end === null
              ? t('statement.way', { from: placeName(row.from), to: placeName(row.to) })
              : t(`statement.end-${end}`)}
          </span>
          <Status progress={progress} isTaken={end === 'taken'} />
        </div>
        {description === null ? null : (
          <p className={styles.description} lang={langOf(description)}>
            {description}
          </p>
        )}
        <p className={styles.time}>
          <time dateTime={row.createdAt}>{formatDateTime(row.createdAt)}</time>
          {/* Where the server's clock cannot be read, a phone whose clock is behind must not show a time to come. */}
          <span>{now === null ? null : formatRelative(Math.min(atMs, now), now, locale)}</span>
        </p>
        {steps.length === 0 ? null : <PayoutSteps steps={steps} since={row.createdAt} />}
      </div>
    </article>
  )
}

const toneOf = { success: 'plus', failed: 'minus', 'in-progress': 'info' } as const

/** Of a bonus that ended short of its goal “failed” alone would read as if its money had not been taken. */
function Status({ progress, isTaken }: { progress: Progress; isTaken: boolean }) {
  const t = useText()
  return (
    <Badge tone={toneOf[progress]}>
      {progress === 'in-progress' ? <span className={pulse.pulse} aria-hidden="true" /> : null}
      {t(`statement.status-${isTaken ? 'taken' : progress}`)}
    </Badge>
  )
}
