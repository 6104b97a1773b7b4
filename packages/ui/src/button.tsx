import type { MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { Spinner } from './spinner.tsx'

export interface ButtonProps {
  children: ReactNode
  variant?: 'primary' | 'secondary' | 'quiet' | 'quiet-danger' | 'danger' | undefined
  /** Shows a spinner inside and swallows presses; the button keeps its place, its size and the focus. */
  busy?: boolean | undefined
  disabled?: boolean | undefined
  type?: 'button' | 'submit' | undefined
  full?: boolean | undefined
  small?: boolean | undefined
  icon?: IconName | undefined
  /** With an address it is a link that looks like a button. */
  href?: string | undefined
  target?: '_blank' | undefined
  form?: string | undefined
  describedBy?: string | undefined
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined
}

export function Button({ variant = 'primary', busy = false, full, small, icon, ...props }: ButtonProps) {
  const className = classes(
    styles.button,
    styles[variant],
    full && styles.full,
    small && styles.small,
    busy && styles.busy,
  )
  const inside = (
    <>
      <span className={styles.inside}>
        {icon ? <Icon name={icon} size={20} /> : null}
        <span className={styles.text}>{props.children}</span>
      </span>
      {busy ? (
        <span className={styles.waiting}>
          <Spinner />
        </span>
      ) : null}
    </>
  )
  if (props.href !== undefined && !props.disabled && !busy) {
    return (
      <a
        className={className}
        href={props.href}
        target={props.target}
        rel={props.target ? 'noopener noreferrer' : undefined}
        onClick={props.onClick}
      >
        {inside}
      </a>
    )
  }
  // aria-disabled and not disabled while busy: a disabled button would drop the focus of a keyboard user.
  return (
    <button
      className={className}
      type={props.type ?? 'button'}
      form={props.form}
      disabled={props.disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={props.describedBy}
      onClick={busy ? (event) => event.preventDefault() : props.onClick}
    >
      {inside}
    </button>
  )
}
