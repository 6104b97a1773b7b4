import { classes } from '@kapao/ui/classes'
import { Icon, type IconName } from '@kapao/ui/icon'
import { Spinner } from '@kapao/ui/spinner'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './outcome.module.css'

export interface OutcomeProps {
  /** How it stands: the money came, it did not, it is not known yet, or it is being worked on. */
  tone: 'plus' | 'minus' | 'info' | 'busy'
  title: string
  children?: ReactNode
}

const iconOf: Readonly<Record<Exclude<OutcomeProps['tone'], 'busy'>, IconName>> = {
  plus: 'check',
  minus: 'warning',
  info: 'clock',
}

/**
 * What became of something that the player did, in the middle of a sheet. It takes the place of what was pressed, and its title the focus: a region
 * that comes together with its words is not read out.
 */
export function Outcome({ tone, title, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.outcome} role={tone === 'minus' ? 'alert' : 'status'}>
      <span className={classes(styles.sign, tone !== 'busy' && styles[tone])}>
        {tone === 'busy' ? <Spinner size={32} /> : <Icon name={iconOf[tone]} size={32} />}
      </span>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </div>
  )
}
