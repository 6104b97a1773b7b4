import type { Logger } from 'pino'
import type { BankGateway } from '../gateways/bank.ts'
import { askBeforeEvent, type DepositContext } from './ask-games.ts'
import { creditEvent } from './credit.ts'

const FEED = 'bank'

/** A page this long means that there may be more behind it; a few events mean that we are up to date. */
export const FEED_IS_BEHIND = 50

export interface FeedContext extends DepositContext {
  readonly bank: BankGateway
  readonly log: Logger
}

/**
 * Catches up with the bank's feed from where we last read: what the webhooks lost comes this way. One process at a time; answers
 * how many events it read.
 */
export async function pollFeed(context: FeedContext): Promise<number> {
  const { database, operator, bank, log } = context
  const lock = await database.tryLock('feed:bank')
  if (!lock) return 0
  try {
    const [known] = await database.query<{ cursor: string; readAt: Date | null }>(
      'select cursor, read_at from feed_cursor where name = $1',
      [FEED],
    )
    const page = await bank.readFeed(known?.cursor ?? '0')
    if ('reason' in page) {
      log.warn(
        { after: known?.cursor, readAt: known?.readAt, reason: page.reason },
        'the bank feed cannot be read',
      )
      return 0
    }
    if (page.unreadable > 0) {
      log.error(
        { after: known?.cursor, unreadable: page.unreadable },
        'events of the bank feed that make no sense',
      )
    }
    // For the whole page at once: a silent game holds nobody's money up longer than it may be asked.
    await Promise.all(page.events.map((event) => askBeforeEvent(context, event)))
    for (const event of page.events) {
      const result = await database.transaction((tx) => creditEvent(tx, operator.current(), event, 'poll'))
      if (result === 'credited' || result === 'unmatched')
        log.info({ transRef: event.transRef, result }, 'feed caught up')
    }
    const isReadThrough = page.events.length + page.unreadable < FEED_IS_BEHIND
    // The cursor moves only after every event of the page is in the books; a crash before reads them again, harmlessly.
    await database.query(
      `insert into feed_cursor as known (name, cursor, unreadable, read_at)
         values ($1, $2, $3, case when $4 then now() end)
       on conflict (name) do update set cursor = excluded.cursor, unreadable = known.unreadable + excluded.unreadable,
         read_at = coalesce(excluded.read_at, known.read_at)`,
      [FEED, page.cursor, page.unreadable, isReadThrough],
    )
    return page.events.length
  } finally {
    await lock.release()
  }
}
