import { after } from '@kapao/browser/timers'
import { Button } from '@kapao/ui/button'
import { startTransition, useEffect, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Html } from '../../ui/html.tsx'
import { sanitize } from '../../ui/sanitize.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Confetti } from './confetti.tsx'
import styles from './prize.module.css'
import type { Gain, Slice } from './spin-machine.ts'

export interface PrizeSheetProps {
  readonly slice: Slice
  readonly gain: Gain
  /** The wheel still turns. */
  readonly waits: boolean
  readonly onClose: () => void
}

/** What can be done for the sheet while the wheel still turns. */
export function preparePrize({ htmlDescription }: Slice): void {
  if (htmlDescription) sanitize(htmlDescription)
}

/** Between the sheet and what it holds, which are a piece of work each. */
const FILL_MS = 100

/** What was drawn, in the operator's words. The confetti is for those who won something. */
export function PrizeSheet({ slice, gain, waits, onClose }: PrizeSheetProps) {
  const t = useText()
  const [isFilled, setIsFilled] = useState(false)
  useEffect(() => after(FILL_MS, () => startTransition(() => setIsFilled(true))), [])
  return (
    <Sheet
      open
      waits={waits}
      title={t(gain === 'coupon' ? 'spin.prize-title' : 'spin.result-title')}
      closeLabel={t('app.close')}
      onClose={onClose}
      footer={
        <Button full onClick={onClose}>
          {t('spin.prize-close')}
        </Button>
      }
    >
      {gain === 'coupon' && !waits ? <Confetti colour={slice.bgColor} /> : null}
      {isFilled || !waits ? <Prize slice={slice} gain={gain} /> : null}
    </Sheet>
  )
}

function Prize({ slice, gain }: Pick<PrizeSheetProps, 'slice' | 'gain'>) {
  const t = useText()
  return (
    <>
      <div className={styles.ticket} data-gain={gain}>
        <p className={styles.label} style={{ backgroundColor: slice.bgColor, color: slice.textColor }}>
          {slice.label}
        </p>
      </div>
      {slice.htmlDescription ? <Html html={slice.htmlDescription} /> : null}
      {gain === 'coupon' ? <p className={styles.next}>{t('spin.prize-next')}</p> : null}
    </>
  )
}
