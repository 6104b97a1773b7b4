import { formatMinor } from '@kapao/money/format'
import { Button } from '@kapao/ui/button'
import { Dialog } from '@kapao/ui/dialog'
import { toast } from '@kapao/ui/toast'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { saveQrPicture, svgUrl } from '../../lib/save-picture.ts'
import styles from './deposit.module.css'
import type { OpenQr } from './qr-machine.ts'

/** Carries a code to the bank's app on the same phone. */
export function SavePicture({ title, qr, currency }: { title: string; qr: OpenQr; currency: string }) {
  const t = useText()
  const [isBusy, setIsBusy] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const caption = [title, `${formatMinor(qr.amount)} ${currency}`]

  async function save() {
    setIsBusy(true)
    try {
      const saved = await saveQrPicture(qr.qrcode, caption, `kapao-qr-${formatMinor(qr.amount)}.png`)
      if (saved.how === 'show') setShown(saved.url)
      else toast.success(t('deposit.qr-saved'))
    } catch {
      // Not drawable here: the picture as it came can still be pressed long.
      setShown(svgUrl(qr.qrcode))
    }
    setIsBusy(false)
  }

  return (
    <>
      <Button variant="secondary" icon="download" busy={isBusy} onClick={() => void save()}>
        {t('deposit.qr-save')}
      </Button>
      <Dialog
        open={shown !== null}
        kind="info"
        title={t('deposit.qr-press-long')}
        confirmLabel={t('deposit.qr-close-picture')}
        onConfirm={() => setShown(null)}
      >
        <img className={styles.code} src={shown ?? ''} alt={t('deposit.qr-picture')} />
        <p>{t('deposit.qr-screenshot')}</p>
      </Dialog>
    </>
  )
}
