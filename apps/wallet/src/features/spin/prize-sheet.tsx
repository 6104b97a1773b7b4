import { langOf } from '@kapao/browser/lang-of'
import { formatDateTime } from '@kapao/browser/time'
import { after } from '@kapao/browser/timers'
import { Button } from '@kapao/ui/button'
import { Suspense, startTransition, useEffect, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { lazily } from '../../lib/lazily.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Confetti } from './confetti.tsx'
import styles from './prize.module.css'
import { type Gain, isWon, type Slice } from './spin-machine.ts'
import { wholeAmounts } from './whole-amounts.ts'

export interface PrizeSheetProps {
  readonly slice: Slice
  readonly gain: Gain
  /** The wheel still turns. */
  readonly waits: boolean
  readonly onClose: () => void
}

/** What makes the operator's words safe weighs more than all else here, and comes when there are any. Without it they stay away. */
const Html = lazily<{ html: string }>(() => import('../../ui/html.tsx').then((file) => file.Html), {
  isExtra: true,
})

/** Between the sheet and what it holds, which are a piece of work each. */
const FILL_MS = 100

/** What was drawn, in the operator's words. The confetti is for those who won something. */
export function PrizeSheet({ slice, gain, waits, onClose }: PrizeSheetProps) {
  const t = useText()
  const hasWon = isWon(slice, gain)
  const [isFilled, setIsFilled] = useState(false)
  useEffect(() => after(FILL_MS, () => startTransition(() => setIsFilled(true))), [])
  return (
    <Sheet
      open
      waits={waits}
      title={t(hasWon ? 'spin.prize-title' : 'spin.result-title')}
      closeLabel={t('app.close')}
      onClose={onClose}
      footer={
        <Button full onClick={onClose}>
          {t('spin.prize-close')}
        </Button>
      }
    >
      {hasWon && !waits ? <Confetti colour={slice.bgColor} /> : null}
      {isFilled || !waits ? <Prize slice={slice} gain={gain} /> : null}
    </Sheet>
  )
}

function Prize({ slice, gain }: Pick<PrizeSheetProps, 'slice' | 'gain'>) {
  const t = useText()
  const hasWon = isWon(slice, gain)
  const expiresAt = typeof gain === 'string' ? undefined : gain.expiresAt
  return (
    <>
      <div className={styles.ticket} data-gain={hasWon ? 'coupon' : undefined}>
        <p
          className={styles.label}
          lang={langOf(slice.label)}
          style={{ backgroundColor: slice.bgColor, color: slice.textColor }}
        >
          {wholeAmounts(slice.label)}
        </p>
      </div>
      <div className={styles.about}>
        {slice.htmlDescription ? (
          <Suspense fallback={null}>
            <Html html={slice.htmlDescription} />
          </Suspense>
        ) : null}
        {hasWon === false ? null : (
          <p className={styles.next}>
            {hasWon && expiresAt
              ? t('spin.prize-until', { time: formatDateTime(expiresAt) })
              : t(hasWon ? 'spin.prize-next' : 'spin.prize-perhaps')}
          </p>
        )}
      </div>
    </>
  )
}
