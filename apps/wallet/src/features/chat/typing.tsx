import { useText } from '../../lib/i18n.ts'
import styles from './log.module.css'

/** `name` is null when nobody writes. Its place is always held, so that nothing jumps. */
export function Typing({ name }: { name: string | null }) {
  const t = useText()
  return (
    <div className={styles.typing}>
      {name === null ? null : (
        <p>
          <span className={styles.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {t('chat.typing', { name: name || t('chat.staff') })}
        </p>
      )}
    </div>
  )
}
