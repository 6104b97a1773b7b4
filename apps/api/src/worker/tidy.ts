import type { Database } from '../database.ts'

/** What has had its time, and what becomes of it. Nothing here is anybody's money. */
const SWEEPS = {
  codes: `update qr_code set state = 'expired' where state in ('making', 'open') and expires_at < now()`,
  // Their rows stay: who asks for one later is told that it expired.
  coupons: `update coupon set state = 'expired', ended_at = now() where state = 'open' and expires_at <= now()`,
  // A code that was never finished moved no money: the same intent may make one again.
  unmadeCodes: `delete from intent where status is null and call like 'POST /qrcode/%' and created_at < now() - interval '2 minutes'`,
  // An intent whose process died between its movements has no answer of its own; the statement tells how each movement ended.
  unansweredIntents: `update intent set status = 202, answer = '{"message": "SUCCESS", "status": "IN_PROGRESS"}'
     where status is null and created_at < now() - interval '2 minutes'`,
  intents: `delete from intent where created_at < now() - interval '7 days'`,
  oneTimeCodes: `delete from otp where created_at < now() - interval '2 days'`,
  // Whoever looks for the owner of money that came in without one looks much sooner.
  announcements: `delete from deposit_announcement where bank_event_id is null and created_at < now() - interval '30 days'`,
  sessions: `delete from session where last_used_at < now() - interval '31 days' or revoked_at < now() - interval '1 day'`,
  // Those that are hit right now are left alone: a call that takes several in their own order would wait in a circle with this one.
  rateWindows: `delete from rate_window where bucket in (
     select bucket from rate_window where started_at < now() - interval '5 minutes' for update skip locked)`,
  networks: `delete from familiar_network where last_used_at < now() - interval '90 days'`,
  dayWindows: `delete from day_window where bucket in (
     select bucket from day_window where started_at < now() - interval '25 hours' for update skip locked)`,
  addressWindows: 'delete from address_window where minute < extract(epoch from now()) / 60 - 5',
} as const

/** Puts away what has had its time, one kind after the other. Answers with how many of each kind there were, of those that there were any of. */
export async function tidy(database: Database): Promise<Readonly<Record<string, number>>> {
  const swept: Record<string, number> = {}
  for (const [kind, sweep] of Object.entries(SWEEPS)) {
    const [row] = await database.query<{ swept: number }>(
      `with swept as (${sweep} returning 1) select count(*)::int as swept from swept`,
    )
    if (row && row.swept > 0) swept[kind] = row.swept
  }
  return swept
}
