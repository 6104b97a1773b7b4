import type { Queries } from '../database/database.ts'

/** Lets no payout leave until it is released. Once held, it stays held for the first reason. */
export async function holdPayouts(queries: Queries, reason: string): Promise<void> {
  await queries.query('insert into payout_hold (reason) values ($1) on conflict do nothing', [reason])
}

/** Why payouts are held; null when they are not. */
export async function heldBecause(queries: Queries): Promise<string | null> {
  const [row] = await queries.query<{ reason: string }>(
    'select reason from payout_hold where released_at is null',
  )
  return row?.reason ?? null
}

export async function releasePayouts(queries: Queries, because: string): Promise<void> {
  await queries.query(
    'update payout_hold set released_at = now(), released_because = $1 where released_at is null',
    [because],
  )
  await queries.query("select pg_notify('withdrawal', '')")
}
