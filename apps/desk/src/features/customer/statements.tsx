import { formatDateTime } from '@kapao/browser/time'
import type { AnswerOf } from '@kapao/contract/call'
import type { deskMember } from '@kapao/contract/desk-tools'
import { Money } from '@kapao/ui/money'
import { useText } from '../../lib/i18n.ts'
import styles from './statements.module.css'
import { wayOf } from './way.ts'

type Row = AnswerOf<typeof deskMember>['statements'][number]

const signs = {
  deposit: 'plus',
  bonus: 'plus',
  withdraw: 'minus',
  finish_bonus: 'none',
  transfer: 'none',
} as const

export function Statements({ rows, currency }: { rows: readonly Row[]; currency: string }) {
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
              <span className={styles.way}>{wayOf(t, row)}</span>
              <time className={styles.way} dateTime={row.createdAt}>
                {formatDateTime(row.createdAt)}
              </time>
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
