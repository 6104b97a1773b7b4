import { classes } from './classes.ts'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  width?: number | string | undefined
  height?: number | string | undefined
  /** rows: names, and what they say at the other end; card: such rows in the outline of a card; form: fields, as many as its height has room for. */
  shape?: 'line' | 'block' | 'rows' | 'card' | 'form' | 'round' | undefined
}

/** A place held for content on its way. */
export function Skeleton({ width = '100%', height, shape = 'line' }: SkeletonProps) {
  return (
    <span className={classes(styles.skeleton, styles[shape])} style={{ width, height }} aria-hidden="true" />
  )
}

/** Rows in the shape of a list, with the text that a screen reader hears meanwhile. */
export function SkeletonList({ rows = 4, label }: { rows?: number | undefined; label: string }) {
  return (
    <div className={styles.list} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no other name.
        <div key={row} className={styles.row}>
          <Skeleton shape="round" width={40} height={40} />
          <span className={styles.lines}>
            <Skeleton width="55%" />
            <Skeleton width="35%" />
          </span>
          <Skeleton width={72} />
        </div>
      ))}
    </div>
  )
}

/** Paragraphs on their way, for what is read and not looked through. */
export function SkeletonText({ paragraphs = 3, label }: { paragraphs?: number | undefined; label: string }) {
  return (
    <div className={styles.text} role="status" aria-label={label}>
      {Array.from({ length: paragraphs }, (_, paragraph) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs without words have no other name.
        <span key={paragraph} className={styles.paragraph}>
          <Skeleton width="45%" height={18} />
          <Skeleton />
          <Skeleton width="92%" />
          <Skeleton width="70%" />
        </span>
      ))}
    </div>
  )
}
