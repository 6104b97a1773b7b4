import { classes } from '@kapao/ui/classes'
import { Icon } from '@kapao/ui/icon'
import styles from './stepper.module.css'

export interface StepperProps {
  /** The names of the steps, in order. */
  steps: readonly string[]
  /** From 0; everything before it is done. */
  current: number
  label: string
}

export function Stepper({ steps, current, label }: StepperProps) {
  return (
    <ol className={styles.stepper} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={classes(
            styles.step,
            index < current && styles.done,
            index === current && styles.current,
          )}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.dot} aria-hidden="true">
            {index < current ? <Icon name="check" size={16} /> : index + 1}
          </span>
          <span className={styles.name}>{step}</span>
        </li>
      ))}
    </ol>
  )
}
