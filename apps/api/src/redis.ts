import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Redis } from 'ioredis'

/** A request that is limited waits for Redis no longer than this. */
const COMMAND_TIMEOUT_MS = 300
const MOST_BETWEEN_TRIES_MS = 1_000

/** What several processes have in common in memory: counts of limits, and hints between their sockets. None of it must survive anything. */
export interface RedisPart {
  /** Fails at once, or in the time that a command has, where Redis is away: whoever asks has another way. */
  readonly counts: Redis
  /** Carries what socket.io sends to the sockets of all processes; waits for Redis where it is away, so ask `isThere` before. */
  openAdapter(): ReturnType<typeof createAdapter>
  isThere(): boolean
  /** After the sockets' server has closed its adapters: until then a closed line is asked again and again. */
  close(): void
}

/**
 * A log-in that Redis refuses would fail all that waits for the line, and what the adapter subscribes to nobody catches: the process would end by it. It is tried again instead, as a
 * line that cannot be had (ioredis has no option for it).
 */
function bePatient(client: Redis): void {
  client.recoverFromFatalError = (_commandError, error) => {
    client.silentEmit('error', error)
    client.disconnect(true)
  }
}

/** Connects in the background, and again whenever the line breaks: a Kapao starts and works without its Redis. */
export function openRedis(
  url: string,
  onTrouble: (error: unknown) => void,
  commandTimeoutMs = COMMAND_TIMEOUT_MS,
): RedisPart {
  const retryStrategy = (times: number) => Math.min(times * 100, MOST_BETWEEN_TRIES_MS)
  const counts = new Redis(url, {
    retryStrategy,
    enableOfflineQueue: false,
    // A hit that may have been counted already is not sent again: its asker has gone on by the other way.
    autoResendUnfulfilledCommands: false,
    commandTimeout: commandTimeoutMs,
    connectionName: 'kapao-counts',
  })
  // The adapter catches no failure of what it publishes, so none may fail: what is under way is sent again.
  const line = new Redis(url, { retryStrategy, maxRetriesPerRequest: null, connectionName: 'kapao-sockets' })
  bePatient(line)
  const readers: Redis[] = []
  const duplicate = line.duplicate.bind(line)
  line.duplicate = (...options) => {
    const reader = duplicate(...options)
    bePatient(reader)
    readers.push(reader)
    return reader
  }
  let isTold = false
  for (const client of [counts, line]) {
    // Of one outage the first word is enough.
    client.on('error', (error) => {
      if (isTold) return
      isTold = true
      onTrouble(error)
    })
    client.on('ready', () => {
      isTold = false
    })
  }
  return {
    counts,
    openAdapter: () => createAdapter(line, { streamName: 'kapao:sockets', channelPrefix: 'kapao:sockets' }),
    isThere: () => counts.status === 'ready' && line.status === 'ready',
    close() {
      for (const client of [counts, line, ...readers]) client.disconnect()
    },
  }
}
