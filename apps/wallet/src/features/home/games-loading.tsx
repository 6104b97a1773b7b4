import { useText } from '../../lib/i18n.ts'
import styles from './home.module.css'

/** The place of the first carousel: its cards, face down. */
export function GamesLoading() {
  const t = useText()
  return (
    <div className={styles.group} role="status" aria-label={t('home.loading')}>
      <h2 className={styles.groupTitle}>{t('home.group-slot')}</h2>
      <div className={styles.bleed}>
        <div className={styles.waiting} aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      </div>
    </div>
  )
}
