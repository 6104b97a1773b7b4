import { Skeleton } from '@kapao/ui/skeleton'
import { useText } from '../lib/i18n.ts'
import { Page } from '../ui/page.tsx'
import styles from './app.module.css'

/** Before a shell is there. */
export function PageLoading() {
  return (
    <Page>
      <ContentLoading />
    </Page>
  )
}

/** Inside a shell, while a page's code is on its way. */
export function ContentLoading() {
  const t = useText()
  return (
    <div className={styles.loading} role="status" aria-label={t('app.loading')}>
      <Skeleton width="50%" height={28} />
      <Skeleton shape="card" height={120} />
      <Skeleton width="80%" />
      <Skeleton width="65%" />
    </div>
  )
}
