import { Link } from 'wouter'
import { further } from '../lib/back.ts'
import { useText } from '../lib/i18n.ts'
import { formatClock, formatDay } from '../lib/short-time.ts'
import styles from './first-password.module.css'

/** Who never hears that it runs out is before a closed door the next morning. */
export function FirstPassword({ expiresAt }: { expiresAt: string | null }) {
  const t = useText()
  if (expiresAt === null) return null
  const ms = Date.parse(expiresAt)
  return (
    <Link href="/password" state={further} className={styles.line}>
      {t('app.first-password', { time: `${formatDay(ms)} ${formatClock(ms)}` })}
    </Link>
  )
}
