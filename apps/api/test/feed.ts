import { toJson } from '@kapao/contract/json'
import { signFeed } from '../src/deposit/feed-webhook.ts'
import type { FeedEvent } from '../src/gateways/bank.ts'
import type { TestServer } from './server.ts'

interface Delivery {
  readonly rawBody?: string
  readonly timestamp?: string
  readonly signature?: string
  readonly omit?: 'x-feed-timestamp' | 'x-feed-signature'
}

/** Tells the server of an event as the bank does: signed, over HTTP. What is given replaces what the bank would send. */
export async function deliver(server: TestServer, event: FeedEvent | null, delivery: Delivery = {}) {
  const rawBody = delivery.rawBody ?? toJson({ eventId: 'E1', ...event })
  const timestamp = delivery.timestamp ?? String(Math.floor(Date.now() / 1000))
  const signature = delivery.signature ?? signFeed(server.config.feedSecret, timestamp, rawBody)
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-feed-timestamp': timestamp,
    'x-feed-signature': signature,
  }
  if (delivery.omit) delete headers[delivery.omit]
  return server.app.inject({ method: 'POST', url: '/gateway/bank-feed', headers, payload: rawBody })
}

export async function houseBalance(server: TestServer, kind: string, code?: string): Promise<bigint> {
  const [row] = await server.database.query<{ total: bigint }>(
    `select coalesce(sum(balance_minor), 0)::bigint as total from ledger_house_balance
     where kind = $1 and ($2::text is null or code = $2)`,
    [kind, code ?? null],
  )
  return row?.total ?? 0n
}

/** What waits for a person: why, and how much. */
export async function unmatched(server: TestServer) {
  return server.database.query<{ unmatchedReason: string; amountMinor: bigint; currency: string }>(
    `select unmatched_reason, amount_minor, currency from bank_event where state = 'unmatched' order by id`,
  )
}
