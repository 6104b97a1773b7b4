import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Announcer } from './announcer.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './toast.module.css'
import {
  currentToasts,
  dismissErrors,
  dismissToast,
  pauseToasts,
  pushToast,
  subscribeToasts,
  toastHost,
} from './toast-store.ts'

export const toast = {
  success: (text: string) => pushToast('success', text),
  error: (text: string) => pushToast('error', text),
  info: (text: string) => pushToast('info', text),
  takeErrorBack: dismissErrors,
}

const iconOf = { success: 'check', error: 'warning', info: 'info' } as const

const place = () => toastHost() ?? document.body
/** A page that the build draws has no place outside of itself. */
const nowhere = () => null

/** Mounted once, at the root. The pictures are hidden from screen readers: the announcer speaks. */
export function Toaster({ closeLabel }: { closeLabel: string }) {
  const items = useSyncExternalStore(subscribeToasts, currentToasts, currentToasts)
  const host = useSyncExternalStore(subscribeToasts, place, nowhere)
  useEffect(() => {
    if (items.length === 0) pauseToasts(false)
  }, [items])

  return (
    <>
      {host &&
        createPortal(
          // biome-ignore lint/a11y/noStaticElementInteractions: a pointer or focus here only stops the clock.
          <div
            data-toaster=""
            className={styles.toaster}
            onPointerEnter={() => pauseToasts(true)}
            onPointerLeave={() => pauseToasts(false)}
            onFocus={() => pauseToasts(true)}
            onBlur={() => pauseToasts(false)}
          >
            {items.map((item) => (
              <div key={item.id} className={classes(styles.toast, styles[item.kind])}>
                <span className={styles.icon} aria-hidden="true">
                  <Icon name={iconOf[item.kind]} size={20} />
                </span>
                <span className={styles.text} aria-hidden="true">
                  {item.text}
                </span>
                <IconButton name="close" label={closeLabel} onClick={() => dismissToast(item.id)} />
              </div>
            ))}
          </div>,
          host,
        )}
      <Announcer />
    </>
  )
}
