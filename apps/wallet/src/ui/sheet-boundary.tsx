import { IconButton } from '@kapao/ui/icon-button'
import { type ReactNode, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { forgetFailedLoads } from '../lib/lazily.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './sheet-boundary.module.css'

/**
 * A sheet that broke, or whose code could not be loaded, says so over a page that goes on, and is gone when it is closed. The card stands by
 * itself: a dialog's code would be one more that home waits for.
 */
export function SheetBoundary({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const t = useText()
  const [tries, setTries] = useState(1)
  return (
    <ErrorBoundary
      key={tries}
      onRetry={() => {
        forgetFailedLoads()
        setTries(tries + 1)
      }}
      around={(broken) => (
        <div className={styles.broken} role="dialog" aria-label={t('app.broken-title')}>
          <IconButton
            name="close"
            label={t('app.close')}
            onClick={() => {
              forgetFailedLoads()
              onClose()
            }}
          />
          {broken}
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
