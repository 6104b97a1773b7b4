import { useSyncExternalStore } from 'react'
import styles from './hidden.module.css'
import { currentToasts, subscribeToasts } from './toast-store.ts'

/**
 * The permanent live regions that speak toasts. An open modal makes everything outside it inert and silent, so each
 * modal carries its own pair.
 */
export function Announcer() {
  const items = useSyncExternalStore(subscribeToasts, currentToasts, currentToasts)
  return (
    <>
      <div className={styles.hidden} role="status" aria-live="polite">
        {items
          .filter((item) => item.kind !== 'error')
          .map((item) => (
            <p key={item.id}>{item.text}</p>
          ))}
      </div>
      <div className={styles.hidden} role="alert" aria-live="assertive">
        {items
          .filter((item) => item.kind === 'error')
          .map((item) => (
            <p key={item.id}>{item.text}</p>
          ))}
      </div>
    </>
  )
}
