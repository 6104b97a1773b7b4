import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './states.module.css'

/** Says what would be here and how to get it. */
export function EmptyState({
  icon = 'search',
  title,
  isPage = false,
  children,
  action,
}: {
  icon?: IconName | undefined
  title: string
  /** It is all that the page says, so its title is the page's heading. */
  isPage?: boolean
  children?: ReactNode
  action?: ReactNode
}) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={styles.state}>
      <span className={styles.sign}>
        <Icon name={icon} size={28} />
      </span>
      <Title className={styles.title}>{title}</Title>
      {children ? <div className={styles.text}>{children}</div> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  )
}

/** Says what went wrong and what to do. */
export function FailedState({
  title,
  children,
  retryLabel,
  onRetry,
  busy,
}: {
  title: string
  children?: ReactNode
  retryLabel?: string | undefined
  onRetry?: (() => void) | undefined
  busy?: boolean | undefined
}) {
  return (
    <div className={styles.state} role="alert">
      <span className={classes(styles.sign, styles.failed)}>
        <Icon name="warning" size={28} />
      </span>
      <p className={styles.title}>{title}</p>
      {children ? <div className={styles.text}>{children}</div> : null}
      {retryLabel && onRetry ? (
        <div className={styles.action}>
          <Button variant="secondary" icon="refresh" busy={busy} onClick={onRetry}>
            {retryLabel}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
