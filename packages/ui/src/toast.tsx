import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Announcer } from './announcer.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './toast.module.css'
import {
  currentToasts,
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
}

const iconOf = { success: 'check', error: 'warning', info: 'info' } as const

const place = () => toastHost() ?? document.body
/** A page that the build draws has no place outside of itself. */
const nowhere = () => null

/** Mounted once, at the root. The pictures are hidden from screen readers: the announcer speaks. */
export function Toaster({ closeLabel }: { closeLabel: string }) {
  const items = useSyncExternalStore(subscribeToasts, currentToasts, currentToasts)
  const host = useSyncExternalStore(subscribeToasts, place, nowhere)
  const ref = useRef<HTMLDivElement>(null)

  // The top layer is a stack: shown anew with every toast and in every modal, it lies above all of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another host it is another element
  useEffect(() => {
    const element = ref.current
    if (items.length === 0) pauseToasts(false)
    // The modal that held it may just have gone, and what is in no page cannot be shown; the next host is on its way.
    if (!element?.isConnected) return
    // The oldest browsers served have no popover: there the toasts lie above the page, below an open dialog.
    if (!('showPopover' in element)) return
    if (element.matches(':popover-open')) element.hidePopover()
    if (items.length > 0) element.showPopover()
  }, [items, host])

  return (
    <>
      {host &&
        createPortal(
          // biome-ignore lint/a11y/noStaticElementInteractions: a pointer or focus here only stops the clock.
          <div
            ref={ref}
            popover="manual"
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
