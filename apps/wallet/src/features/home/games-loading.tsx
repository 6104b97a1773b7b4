import { Skeleton } from '@kapao/ui/skeleton'
import { useText } from '../../lib/i18n.ts'
import styles from './home.module.css'

/** The place of the first carousel. */
export function GamesLoading() {
  const t = useText()
  return (
    <div className={styles.group} role="status" aria-label={t('home.loading')}>
      <h2 className={styles.groupTitle}>{t('home.group-slot')}</h2>
      <div className={styles.waiting}>
        <Skeleton shape="block" width="min(300px, 74vw)" />
      </div>
    </div>
  )
}
