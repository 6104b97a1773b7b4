import styles from './progress.module.css'

/** value from 0 to 1; without it the work goes on for a time that is not known. */
export function Progress({ value, label }: { value?: number | undefined; label: string }) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span
        className={percent === undefined ? styles.unknown : styles.bar}
        style={percent === undefined ? undefined : { transform: `scaleX(${percent / 100})` }}
      />
    </div>
  )
}
