import { formatDateTime } from '@kapao/browser/time'
import { Badge } from '@kapao/ui/badge'
import { Button } from '@kapao/ui/button'
import { Money } from '@kapao/ui/money'
import { toast } from '@kapao/ui/toast'
import { useState } from 'react'
import { errorText, isRefusal } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { progressOf } from '../../lib/progress.ts'
import { useOpening } from '../../lib/use-opening.ts'
import pulse from '../../ui/pulse.module.css'
import stack from '../../ui/stack.module.css'
import styles from './slip.module.css'
import { hasPicture, showPicture } from './slip-calls.ts'
import type { SlipRow } from './slip-machine.ts'
import { reasonText } from './slip-reasons.ts'

const toneOf = { success: 'plus', failed: 'minus', 'in-progress': 'info' } as const

export function SlipItem({ slip, currency }: { slip: SlipRow; currency: string }) {
  const t = useText()
  const progress = progressOf(slip.status)
  return (
    <article className={styles.row} data-progress={progress}>
      <div className={styles.line}>
        {/* Before it was read a slip has no amount, and 0.00 would frighten. */}
        {slip.amount > 0n ? (
          <Money amount={slip.amount} currency={currency} sign={progress === 'success' ? 'plus' : 'none'} />
        ) : (
          <span className={stack.muted}>{t('slip.no-amount')}</span>
        )}
        <Badge tone={toneOf[progress]}>
          {progress === 'in-progress' ? <span className={pulse.pulse} aria-hidden="true" /> : null}
          {t(`slip.status-${progress}`)}
        </Badge>
      </div>
      {progress === 'failed' ? <p className={styles.reason}>{reasonText(t, slip.note)}</p> : null}
      <div className={styles.line}>
        <time className={styles.time} dateTime={slip.createdAt}>
          {formatDateTime(slip.createdAt)}
        </time>
        {hasPicture(slip) ? <ShowPicture slip={slip} /> : null}
      </div>
    </article>
  )
}

function ShowPicture({ slip }: { slip: SlipRow }) {
  const t = useText()
  const [isBusy, setIsBusy] = useState(false)
  const open = useOpening()

  async function show() {
    // Before anything is awaited, or the browser blocks it.
    const opening = open(t('slip.opening'))
    setIsBusy(true)
    const failure = await showPicture(slip, opening)
    setIsBusy(false)
    if (failure === null) return
    toast.error(isRefusal(failure, 'NO_DATA') ? t('slip.no-picture') : errorText(t, failure))
  }

  return (
    <span className={styles.link}>
      <Button small variant="quiet" icon="external" busy={isBusy} onClick={() => void show()}>
        {t('slip.picture')}
      </Button>
    </span>
  )
}
