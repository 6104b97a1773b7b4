import { bareNumber } from '@kapao/contract/text'
import type { Logger } from 'pino'
import type { BankGateway, FeedEvent } from '../gateways/bank.ts'
import { askForDeposit, type DepositContext, inDeposit, tryDeposit } from './ask-games.ts'
import { type CreditResult, creditEvent } from './credit.ts'
import type { DepositTx } from './settle.ts'

const FEED = 'bank'

/** A page this long means that there may be more behind it; a few events mean that we are up to date. */
export const FEED_IS_BEHIND = 50

export interface FeedContext extends DepositContext {
  readonly bank: BankGateway
  readonly log: Logger
}

/**
 * Credits a page of the feed. The games of those who have a condition are asked for the whole page at once, and each is credited as soon as its own have
 * answered: a silent one holds nobody else's money up, and no answer grows old behind it. What comes behind from the same account waits with it: the first
 * deposit is the first, and not the one for which no game had to be asked.
 */
async function creditPage(context: FeedContext, events: readonly FeedEvent[]): Promise<void> {
  const { database, operator, log } = context
  const credit = (event: FeedEvent) => (tx: DepositTx) => creditEvent(tx, operator.current(), event, 'poll')
  const tell = ({ transRef }: FeedEvent, result: CreditResult) => {
    if (result === 'credited' || result === 'unmatched') log.info({ transRef, result }, 'feed caught up')
    // It is kept nowhere: an adapter that names our account otherwise than our tables do would lose money without a word.
    if (result === 'not-ours') log.warn({ transRef, result }, 'an event of the feed for no account of ours')
  }
  const waiting = new Map<string, { readonly memberId: bigint; readonly events: FeedEvent[] }>()
  for (const event of events) {
    const { bankCode, bankAccountNo } = event.from
    // Whom nobody names are not all one.
    const sender = bankAccountNo === '' ? event.transRef : `${bankCode} ${bareNumber(bankAccountNo)}`
    const before = waiting.get(sender)
    if (before) {
      before.events.push(event)
      continue
    }
    const tried = await tryDeposit(database, new Set(), credit(event))
    if ('done' in tried) tell(event, tried.done)
    else waiting.set(sender, { memberId: tried.unasked, events: [event] })
  }
  // One after the other: what fails ends the page, and is read again with all that comes after it.
  let turn = Promise.resolve()
  await Promise.all(
    [...waiting.values()].map(async ({ memberId, events: inOrder }) => {
      await askForDeposit(context, memberId)
      turn = turn.then(async () => {
        for (const event of inOrder) tell(event, await inDeposit(context, credit(event), new Set([memberId])))
      })
      await turn
    }),
  )
}

/**
 * Catches up with the bank's feed from where we last read: what the webhooks lost comes this way. One process at a time; answers
 * how many events it read.
 */
export async function pollFeed(context: FeedContext): Promise<number> {
  const { database, bank, log } = context
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
    await creditPage(context, page.events)
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
