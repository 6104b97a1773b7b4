import { langOf } from '@kapao/browser/lang-of'
import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Names and values, one line each. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd lang={typeof value === 'string' ? langOf(value) : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
