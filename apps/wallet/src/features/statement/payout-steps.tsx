import { formatDateTime } from '@kapao/browser/time'
import type { PayoutStep } from '@kapao/contract/payout-steps'
import { useText } from '../../lib/i18n.ts'
import styles from './statement.module.css'
import { timeBeside } from './statement-rules.ts'

/** How far a withdrawal has come, a line each, and what it waits for. */
export function PayoutSteps({
  steps,
  since,
}: {
  readonly steps: readonly PayoutStep[]
  readonly since: string
}) {
  const t = useText()
  return (
    <>
      <ol className={styles.steps}>
        {steps.map(({ name, at }) => (
          <li key={name} className={styles.step} data-waits={at === null}>
            <span>{t(`statement.step-${name}`)}</span>
            {at === null ? null : (
              <time dateTime={at}>{timeBeside(formatDateTime(at), formatDateTime(since))}</time>
            )}
          </li>
        ))}
      </ol>
      {steps.some(({ name }) => name === 'returned') ? (
        <p className={styles.description}>{t('statement.returned-advice')}</p>
      ) : null}
    </>
  )
}
