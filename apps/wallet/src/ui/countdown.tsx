import { formatCountdown } from '@kapao/browser/time'
import { every } from '@kapao/browser/timers'
import { classes } from '@kapao/ui/classes'
import { useEffect, useEffectEvent, useState } from 'react'
import styles from './countdown.module.css'

const LAST_MS = 30_000

/** Counts down to a moment of this device's clock. onEnd comes once per moment; it also comes when the moment is past already. */
export function Countdown({ until, onEnd, label }: { until: number; onEnd?: () => void; label: string }) {
  const [now, setNow] = useState(() => Date.now())
  const ended = useEffectEvent(() => onEnd?.())

  useEffect(() => {
    let over = false
    // The clock is read anew each time: a phone that slept must not go on where it stopped.
    const tick = () => {
      const time = Date.now()
      setNow(time)
      if (over || time < until) return
      over = true
      stop()
      ended()
    }
    const stop = every(250, tick)
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', tick)
    }
  }, [until])

  const left = until - now
  const last = left <= LAST_MS
  return (
    <span className={classes(styles.countdown, last && styles.last)} role="timer" aria-label={label}>
      {formatCountdown(left)}
    </span>
  )
}
