import { classes } from '@kapao/ui/classes'
import { Icon, type IconName } from '@kapao/ui/icon'
import type { ReactNode } from 'react'
import styles from './list-row.module.css'

export interface ListRowProps {
  title: ReactNode
  text?: ReactNode
  icon?: IconName | undefined
  /** A picture instead of an icon. */
  picture?: ReactNode
  /** At the end: an amount, a badge, a button. */
  end?: ReactNode
  endText?: ReactNode
  onClick?: (() => void) | undefined
  href?: string | undefined
  disabled?: boolean | undefined
}

/** A row of a list; with onClick or href the whole row is the control. */
export function ListRow({ title, text, icon, picture, end, endText, onClick, href, disabled }: ListRowProps) {
  const control = onClick !== undefined || href !== undefined
  const inside = (
    <>
      {icon ? (
        <span className={styles.icon}>
          <Icon name={icon} size={20} />
        </span>
      ) : null}
      {picture}
      <span className={styles.content}>
        <span className={styles.main}>
          <span className={styles.title}>{title}</span>
          {text ? <span className={styles.text}>{text}</span> : null}
        </span>
        {end || endText ? (
          <span className={styles.end}>
            <span>{end}</span>
            {endText ? <span className={styles.text}>{endText}</span> : null}
          </span>
        ) : null}
      </span>
      {control ? (
        <span className={styles.chevron}>
          <Icon name="chevron" size={18} />
        </span>
      ) : null}
    </>
  )
  if (href !== undefined) {
    return (
      <a className={classes(styles.row, styles.control)} href={href} onClick={onClick}>
        {inside}
      </a>
    )
  }
  if (onClick) {
    return (
      <button
        type="button"
        className={classes(styles.row, styles.control)}
        disabled={disabled}
        onClick={onClick}
      >
        {inside}
      </button>
    )
  }
  return <div className={styles.row}>{inside}</div>
}
