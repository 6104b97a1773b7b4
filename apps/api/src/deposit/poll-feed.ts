import type { Logger } from 'pino'
import type { Database } from '../database.ts'
import type { BankGateway } from '../gateways/bank.ts'
import type { Operator } from '../operator/operator.ts'
import { creditEvent } from './credit.ts'

const FEED = 'bank'

/**
 * Catches up with the bank's feed from where we last read: what the webhooks lost comes this way. One process at a time; answers
 * how many events it read.
 */
export async function pollFeed(
  database: Database,
  operator: Operator,
  bank: BankGateway,
  log: Logger,
): Promise<number> {
  const lock = await database.tryLock('feed:bank')
  if (!lock) return 0
  try {
    const [known] = await database.query<{ cursor: string }>(
      'select cursor from feed_cursor where name = $1',
      [FEED],
    )
    const page = await bank.readFeed(known?.cursor ?? '0')
    if (!page) return 0
    if (page.unreadable > 0) {
      log.error(
        { after: known?.cursor, unreadable: page.unreadable },
        'events of the bank feed that make no sense',
      )
    }
    for (const event of page.events) {
      const result = await database.transaction((tx) => creditEvent(tx, operator.current(), event))
      if (result === 'credited' || result === 'unmatched')
        log.info({ transRef: event.transRef, result }, 'feed caught up')
    }
    // The cursor moves only after every event of the page is in the books; a crash before reads them again, harmlessly.
    if (page.cursor !== known?.cursor) {
      await database.query(
        'insert into feed_cursor (name, cursor) values ($1, $2) on conflict (name) do update set cursor = excluded.cursor',
        [FEED, page.cursor],
      )
    }
    return page.events.length
  } finally {
    await lock.release()
  }
}
