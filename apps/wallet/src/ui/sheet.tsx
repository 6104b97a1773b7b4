import { IconButton } from '@kapao/ui/icon-button'
import { Modal } from '@kapao/ui/modal'
import { type ReactNode, useId } from 'react'
import styles from './sheet.module.css'
import { useScrollsAlone } from './use-scrolls-alone.ts'

export interface SheetProps {
  open: boolean
  /** Drawn, but not seen yet: what it holds is no work any more at the moment when it opens. */
  waits?: boolean | undefined
  onClose: () => void
  title: string
  closeLabel: string
  children: ReactNode
  /** The main action; it stays in sight above the keyboard. */
  footer?: ReactNode
  busy?: boolean | undefined
}

/** A bottom sheet, a centred card on wide screens. Its content is mounted while it is open, so it starts afresh each time. */
export function Sheet({ open, waits, onClose, title, closeLabel, children, footer, busy }: SheetProps) {
  const titleId = useId()
  const [isAlone, body] = useScrollsAlone()
  if (!open) return null
  return (
    <Modal className={styles.sheet} labelledBy={titleId} waits={waits} busy={busy} onClose={onClose}>
      <div className={styles.panel}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton name="close" label={closeLabel} disabled={busy} onClick={onClose} />
        </div>
        <section
          ref={body}
          className={styles.body}
          {...(isAlone ? { tabIndex: 0, 'aria-labelledby': titleId } : {})}
        >
          {children}
        </section>
        {footer ? <div className={styles.foot}>{footer}</div> : null}
      </div>
    </Modal>
  )
}
