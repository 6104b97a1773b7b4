/** In a line under the title, how the connection is: calm while it is only being made. */
import { after } from '@kapao/browser/timers'
import { useIsOnline } from '@kapao/browser/use-is-online'
import { classes } from '@kapao/ui/classes'
import { useEffect, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import styles from './chat.module.css'
import type { Line } from './conversation.ts'

/** A connection that comes at once is not worth a word. */
const QUIET_MS = 1500

/** Without history one hears and is heard all the same, also while it is asked for again. */
function useIsJoined(line: Line): boolean {
  const [isJoined, setIsJoined] = useState(false)
  const isAsking = line.at === 'joining' || line.at === 'catching-up'
  const isNow = isAsking ? isJoined : line.at === 'live' || (line.at === 'waiting' && line.isJoined === true)
  if (isNow !== isJoined) setIsJoined(isNow)
  return isNow
}

export function LineState({ line }: { line: Line }) {
  const t = useText()
  // A socket may not notice for a minute that there is nobody at its other end.
  const isOnline = useIsOnline()
  const isJoined = useIsJoined(line)
  const isLive = isOnline && isJoined
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    setIsLong(false)
    return isLive ? undefined : after(QUIET_MS, () => setIsLong(true))
  }, [isLive])
  const isBroken = !isOnline || (line.at === 'waiting' && !isJoined) || line.at === 'refused'
  const shown = isLive || !(isLong || isBroken) ? 'online' : isBroken ? 'offline' : 'connecting'
  return (
    <p className={classes(styles.line, styles[shown])} role="status">
      {line.at === 'refused' ? t('chat.refused-title') : t(`chat.${shown}`)}
    </p>
  )
}
