import { lazy, Suspense, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import { Button } from '../../ui/button.tsx'
import type { Wallet } from './game-groups.ts'
import styles from './home.module.css'

const BringAll = lazy(() => import('./bring-all.tsx').then((file) => ({ default: file.BringAll })))

/** What is not big enough for a widget, one tap away all the same. */
export function Shortcuts({ wallet }: { wallet: Wallet | undefined }) {
  const t = useText()
  const [bringing, setBringing] = useState(false)
  return (
    <nav className={styles.shortcuts} aria-label={t('home.shortcuts')}>
      <Button small variant="secondary" icon="transfer" onClick={() => openSheet({ kind: 'transfer' })}>
        {t('home.transfer')}
      </Button>
      <Button small variant="secondary" icon="wallet" onClick={() => setBringing(true)}>
        {t('home.bring-all')}
      </Button>
      <Button small variant="secondary" icon="gift" href="/user/bonus">
        {t('home.bonus')}
      </Button>
      <Button small variant="secondary" icon="check" onClick={() => openSheet({ kind: 'agreement' })}>
        {t('home.agreement')}
      </Button>
      {bringing ? (
        <Suspense fallback={null}>
          <BringAll wallet={wallet} onClose={() => setBringing(false)} />
        </Suspense>
      ) : null}
    </nav>
  )
}
