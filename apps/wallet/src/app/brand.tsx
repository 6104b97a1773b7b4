import { useText } from '../lib/i18n.ts'
import styles from './app.module.css'

export function Brand() {
  const t = useText()
  return (
    <span className={styles.brand}>
      <img src="/icon.svg" width={32} height={32} alt="" />
      {t('app.name')}
    </span>
  )
}
