/**
 * Where the conversation is drawn. What draws it is a file of its own, which travels while it is asked for what was said, and is tried again
 * where it does not come.
 */

import { loadAside } from '@kapao/browser/chunk-recovery'
import { after } from '@kapao/browser/timers'
import { useEffect, useState } from 'react'
import type { ChatClient, ChatView } from './chat-client.ts'
import styles from './log.module.css'
import { LogFailed, LogLoading } from './log-waiting.tsx'

const AGAIN_MS = 5000

const load = () => loadAside(() => import('./message-list.tsx'))

// As soon as there is a chat at all, not when it is drawn.
let loading: ReturnType<typeof load> | null = load()
let loaded: Awaited<ReturnType<typeof load>> = null

export function LogPlace({ client, view }: { client: ChatClient; view: ChatView }) {
  const [file, setFile] = useState(loaded)
  const [hasFailed, setHasFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const again = () => setTries((count) => count + 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is one
  useEffect(() => {
    let isLeft = false
    let stop = () => {}
    loading ??= load()
    loading.then((came) => {
      loaded = came
      if (came === null) loading = null
      if (isLeft) return
      setFile(came)
      setHasFailed(came === null)
      if (came === null) stop = after(AGAIN_MS, again)
    })
    return () => {
      isLeft = true
      stop()
    }
  }, [tries])
  if (file) return <file.MessageList client={client} view={view} />
  return (
    <div className={styles.middle}>
      <div className={styles.log}>
        <div className={styles.content}>
          {hasFailed ? <LogFailed how="failed" isBusy={false} onRetry={again} /> : <LogLoading />}
        </div>
      </div>
    </div>
  )
}
