import { type ReactNode, useId, useLayoutEffect } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import styles from './dialog.module.css'
import { Icon } from './icon.tsx'
import { Modal } from './modal.tsx'
import { swallowSecondTap } from './second-tap.ts'

export interface DialogProps {
  open: boolean
  kind: 'success' | 'error' | 'warning' | 'info'
  title: string
  children?: ReactNode
  confirmLabel: string
  onConfirm: () => void
  /** With a cancel label there are two buttons; without, closing is the same as confirming. */
  cancelLabel?: string | undefined
  onCancel?: (() => void) | undefined
  /** Where closing is neither of the two buttons. */
  onClose?: (() => void) | undefined
  /** The confirmed thing cannot be undone: its button is red. */
  danger?: boolean | undefined
  /** It is being sent: neither button nor anything else closes it. */
  busy?: boolean | undefined
  /** What it asks about is not there yet. It can be left all the same. */
  confirmDisabled?: boolean | undefined
  smallPrint?: ReactNode
}

const iconOf = { success: 'check', error: 'close', warning: 'warning', info: 'info' } as const

export function Dialog({
  open,
  kind,
  title,
  children,
  busy,
  smallPrint,
  onConfirm,
  onCancel,
  onClose = onCancel ?? onConfirm,
  ...rest
}: DialogProps) {
  const id = useId()
  // An answer comes where its question was, with a button below the finger that has just pressed that one's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has another title is another dialog to whoever reads it.
  useLayoutEffect(swallowSecondTap, [title])
  if (!open) return null
  return (
    // Another element, too: what React kept would have the focus already, and nobody who listens would hear that it is not the question any more.
    <Modal
      key={title}
      className={styles.dialog}
      labelledBy={`${id}-title`}
      describedBy={children ? `${id}-text` : undefined}
      alert={kind === 'warning' || kind === 'error'}
      busy={busy}
      onClose={onClose}
    >
      <div className={styles.panel}>
        <span className={classes(styles.sign, styles[kind])}>
          <Icon name={iconOf[kind]} size={28} />
        </span>
        <h2 id={`${id}-title`}>{title}</h2>
        {children ? (
          <div id={`${id}-text`} className={styles.text} aria-live="polite">
            {children}
          </div>
        ) : null}
        <div className={styles.actions}>
          <Button
            full
            variant={rest.danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={rest.confirmDisabled}
            onClick={onConfirm}
          >
            {rest.confirmLabel}
          </Button>
          {rest.cancelLabel ? (
            <Button full variant="secondary" disabled={busy} onClick={onCancel}>
              {rest.cancelLabel}
            </Button>
          ) : null}
        </div>
        {smallPrint ? <div className={styles.small}>{smallPrint}</div> : null}
      </div>
    </Modal>
  )
}
