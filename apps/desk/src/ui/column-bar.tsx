import { IconButton } from '@kapao/ui/icon-button'
import type { ReactNode } from 'react'
import styles from './column-bar.module.css'

interface ColumnBarProps {
  title: ReactNode
  /** Below the title, smaller. */
  about?: ReactNode
  /** Only where the part before is not on the screen beside it; `from` says up to which width that is. */
  back?: { label: string; from?: 'phone' | 'tablet' | 'always'; onPress: () => void } | undefined
  start?: ReactNode
  end?: ReactNode
}

/** The top of each column. */
export function ColumnBar({ title, about, back, start, end }: ColumnBarProps) {
  return (
    <header className={styles.bar}>
      {back ? (
        <span className={styles.back} data-from={back.from ?? 'phone'}>
          <IconButton name="back" label={back.label} onClick={back.onPress} />
        </span>
      ) : null}
      {start}
      <div className={styles.middle}>
        <div className={styles.title}>{title}</div>
        {about ? <div className={styles.about}>{about}</div> : null}
      </div>
      {end ? <div className={styles.end}>{end}</div> : null}
    </header>
  )
}
