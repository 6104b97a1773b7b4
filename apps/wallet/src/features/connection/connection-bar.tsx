/** A quiet line above everything: that there is no connection, or that a newer release of the wallet is ready. */

import { useIsOnline } from '@kapao/browser/use-is-online'
import { useEffect, useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { useText } from '../../lib/i18n.ts'
import styles from './connection.module.css'
import { watchReleases } from './releases.ts'

export function ConnectionBar() {
  const t = useText()
  const isOnline = useIsOnline()
  // A visitor's page holds nothing that grows old.
  const isMembers = usePathname().startsWith('/user')
  const [takeNewer, setTakeNewer] = useState<(() => void) | null>(null)
  useEffect(() => watchReleases((take) => setTakeNewer(() => take)), [])
  return (
    <div className={styles.place} role="status">
      {isOnline ? null : (
        <p className={styles.bar}>{t(isMembers ? 'connection.stale' : 'connection.offline')}</p>
      )}
      {isOnline && takeNewer ? (
        <p className={styles.bar}>
          <span>{t('connection.newer')}</span>
          <button type="button" className={styles.take} onClick={takeNewer}>
            {t('connection.take')}
          </button>
        </p>
      ) : null}
    </div>
  )
}
