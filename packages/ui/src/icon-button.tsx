import type { MouseEvent } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './icon-button.module.css'
import { Spinner } from './spinner.tsx'

export interface IconButtonProps {
  name: IconName
  /** What it does; the only text that a screen reader has. */
  label: string
  busy?: boolean | undefined
  disabled?: boolean | undefined
  /** There is nothing further that way: it does nothing, and keeps the focus that it has. */
  ended?: boolean | undefined
  /** Gold: what the screen is for. */
  filled?: boolean | 'gold' | undefined
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
}

export function IconButton({
  name,
  label,
  busy = false,
  disabled,
  ended = false,
  filled,
  onClick,
}: IconButtonProps) {
  return (
    <button
      type="button"
      className={classes(
        styles.button,
        filled && styles.filled,
        filled === 'gold' && styles.gold,
        ended && styles.ended,
      )}
      aria-label={label}
      title={label}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || ended || undefined}
      onClick={busy || ended ? undefined : onClick}
    >
      {busy ? <Spinner /> : <Icon name={name} />}
    </button>
  )
}
