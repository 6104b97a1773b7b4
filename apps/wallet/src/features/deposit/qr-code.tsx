/** A live code: as wide as the sheet, with whom it pays, its amount, and what is left of its time. */

import { langOf } from '@kapao/browser/lang-of'
import { formatMinor } from '@kapao/money/format'
import { Button } from '@kapao/ui/button'
import { classes } from '@kapao/ui/classes'
import { Money } from '@kapao/ui/money'
import { useEffect, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { qrPicture, svgUrl } from '../../lib/save-picture.ts'
import { Countdown } from '../../ui/countdown.tsx'
import { Notes } from '../../ui/notes.tsx'
import stack from '../../ui/stack.module.css'
import styles from './deposit.module.css'
import type { OpenQr } from './qr-machine.ts'
import { useLostFocus } from './use-lost-focus.ts'

interface QrCodeProps {
  /** The provider. A player may have one of each open; nothing of the picture says which it is. */
  title: string
  /** Who is paid, as the operator names the account; may be empty. */
  receiver: string
  qr: OpenQr
  isTimed: boolean
  /** How far the server's clock is ahead of the phone's. */
  aheadMs: number
  /** Nothing is heard of payments at the moment. */
  isCut: boolean
  isCancelling: boolean
  currency: string
  onRanOut: () => void
  onCancel: () => void
}

export function QrCode({
  title,
  receiver,
  qr,
  isTimed,
  aheadMs,
  isCut,
  isCancelling,
  currency,
  onRanOut,
  onCancel,
}: QrCodeProps) {
  const t = useText()
  const picture = useQrPicture(qr.qrcode)
  const heading = useLostFocus()
  const words = { amount: formatMinor(qr.amount), currency }
  return (
    <div className={stack.stack}>
      <div>
        <h3 ref={heading} tabIndex={-1}>
          {title}
        </h3>
        <p className={stack.muted} lang={langOf(receiver)}>
          {receiver}
        </p>
      </div>
      <div className={styles.facts}>
        <div>
          <p className={stack.muted}>{t('deposit.qr-amount')}</p>
          <Money size="lg" amount={qr.amount} currency={currency} />
        </div>
        {isTimed ? (
          <div className={styles.left}>
            <p className={stack.muted}>{t('deposit.qr-left')}</p>
            <span className={styles.clock}>
              <Countdown
                until={Date.parse(qr.expireIn) - aheadMs}
                label={t('deposit.qr-left')}
                onEnd={onRanOut}
              />
            </span>
          </div>
        ) : null}
      </div>
      {/* Above the code, where the eye is. The live region is there before its text. */}
      <p role="status" className={styles.cut}>
        {isCut ? t('deposit.qr-cut') : null}
      </p>
      <img className={styles.code} src={picture} alt={t('deposit.qr-alt', words)} width={320} height={320} />
      <p className={classes(stack.muted, styles.how)}>{t('deposit.qr-how')}</p>
      <div className={styles.tools}>
        <Button small variant="quiet" busy={isCancelling} onClick={onCancel}>
          {t('deposit.qr-cancel')}
        </Button>
      </div>
      <Notes notes={[t('deposit.qr-single-use'), t('deposit.qr-new-each')]} />
    </div>
  )
}

/** The SVG until its sharper picture is drawn, and where that cannot be. */
function useQrPicture(markup: string): string {
  const [drawn, setDrawn] = useState<{ markup: string; url: string } | null>(null)
  useEffect(() => {
    let isCurrent = true
    qrPicture(markup).then(
      (url) => {
        if (isCurrent) setDrawn({ markup, url })
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [markup])
  return drawn?.markup === markup ? drawn.url : svgUrl(markup)
}
