import pg from 'pg'

const LISTENER_RETRY_MS = 1_000

/**
 * So long a line may be silent before it is asked whether it still stands. Who listens never says a word, and who waits for an answer has said theirs: without
 * this a machine that went away, or a firewall that forgot the line, leaves them waiting for good.
 */
export const LINE_ASKED = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/** Connections that listen: apart from the pool, which would wait for them for ever when it closes. */
export class Listeners {
  private readonly url: string
  private readonly open = new Set<pg.Client>()
  private isClosed = false

  constructor(url: string) {
    this.url = url
  }

  async listen(channel: string, listener: (payload: string | null) => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'kapao-listener',
      ...LINE_ASKED,
    })
    client.on('notification', (notification) => listener(notification.payload ?? ''))
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    this.open.add(client)
    // Only now: one that could not be made is asked for again by whoever asked, and would be by its end as well, twice as often each time.
    client.on('end', () => {
      this.open.delete(client)
      if (!this.isClosed) this.listenAgain(channel, listener)
    })
    if (this.isClosed) await client.end()
  }

  /** Until the database is back; then the listener is called once, for what it may have missed. */
  private listenAgain(channel: string, listener: (payload: string | null) => void): void {
    setTimeout(() => {
      if (this.isClosed) return
      this.listen(channel, listener).then(
        () => listener(null),
        () => this.listenAgain(channel, listener),
      )
    }, LISTENER_RETRY_MS).unref()
  }

  async close(): Promise<void> {
    this.isClosed = true
    await Promise.all([...this.open].map((client) => client.end()))
  }
}
