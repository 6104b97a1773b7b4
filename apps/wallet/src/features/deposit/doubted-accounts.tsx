import { Button } from '@kapao/ui/button'
import { Icon } from '@kapao/ui/icon'
import { toast } from '@kapao/ui/toast'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { closeSheet } from '../../lib/member-sheets.ts'
import styles from './deposit.module.css'
import { saveWay } from './deposit-saved.ts'
import type { Doubt } from './use-deposit-lookup.ts'

/**
 * In the place of accounts that may be no more, with the two things that can be done. Its words take the focus from what was pressed, which is
 * gone: a region that comes together with its words is not read out.
 */
export function DoubtedAccounts({ check }: Pick<Doubt, 'check'>) {
  const t = useText()
  const [isBusy, setIsBusy] = useState(false)
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    words.current?.focus({ preventScroll: true })
    words.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  function leave() {
    saveWay(null)
    closeSheet()
  }

  async function checkAgain() {
    if (isBusy) return
    setIsBusy(true)
    const failure = await check()
    setIsBusy(false)
    if (failure) toast.error(errorText(t, failure))
  }

  return (
    <>
      <div role="alert" className={styles.warning}>
        <Icon name="warning" size={20} />
        <p ref={words} tabIndex={-1}>
          {t('deposit.no-account')}
        </p>
      </div>
      <div className={styles.doubted}>
        <Button full icon="refresh" busy={isBusy} onClick={() => void checkAgain()}>
          {t('deposit.check-accounts')}
        </Button>
        <Button full variant="secondary" icon="contact" href="/user/contact" onClick={leave}>
          {t('deposit.contact')}
        </Button>
      </div>
    </>
  )
}
