import { langOf } from '@kapao/browser/lang-of'
import { formatDateTime } from '@kapao/browser/time'
import type { AnswerOf } from '@kapao/contract/call'
import type { deskMember } from '@kapao/contract/desk-member'
import { descriptionOf } from '@kapao/contract/linked-item'
import { payoutStepsOf } from '@kapao/contract/payout-steps'
import { Money } from '@kapao/ui/money'
import { useText } from '../../lib/i18n.ts'
import styles from './statements.module.css'
import { wayOf } from './way.ts'

type MemberAnswer = AnswerOf<typeof deskMember>
type Row = MemberAnswer['statements'][number]

const signs = {
  deposit: 'plus',
  bonus: 'plus',
  withdraw: 'minus',
  finish_bonus: 'none',
  transfer: 'none',
} as const

interface StatementsProps {
  rows: readonly Row[]
  games: MemberAnswer['gameNames']
  currency: string
}

export function Statements({ rows, games, currency }: StatementsProps) {
  const t = useText()
  return (
    <>
      <h3>{t('customer.statements')}</h3>
      {rows.length === 0 ? <p className={styles.none}>{t('customer.statements-none')}</p> : null}
      <ul>
        {rows.map((row) => (
          <li key={row._id} className={styles.row}>
            <span className={styles.what}>
              <span>{t(`customer.type-${row.statementType}`)}</span>
              <span className={styles.way}>{wayOf(t, games, row)}</span>
              <Description text={descriptionOf(row)} />
              <time className={styles.way} dateTime={row.createdAt}>
                {formatDateTime(row.createdAt)}
              </time>
              <Payout row={row} />
            </span>
            <span className={styles.much}>
              <Money amount={row.amount} currency={currency} size="sm" sign={signs[row.statementType]} />
              <Status status={row.status} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Description({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <span className={styles.way} lang={langOf(text)}>
      {text}
    </span>
  )
}

/** How far a withdrawal has come, in the words that the member sees. When it was asked for stands above. */
function Payout({ row }: { row: Row }) {
  const t = useText()
  return payoutStepsOf(row).map(({ name, at }) =>
    name === 'asked' ? null : (
      <span key={name} className={styles.step} data-waits={at === null || undefined}>
        {t(`customer.step-${name}`, { time: at === null ? '' : formatDateTime(at) })}
      </span>
    ),
  )
}

/** Done is the usual and says nothing. */
function Status({ status }: { status: string }) {
  const t = useText()
  if (status === 'SUCCESS') return null
  return status === 'FAILED' ? (
    <span className={styles.failed}>{t('customer.status-failed')}</span>
  ) : (
    <span className={styles.pending}>{t('customer.status-pending')}</span>
  )
}
