import { toJson } from '@kapao/contract/json'
import { createQr } from '@kapao/contract/qrcode'
import type { Database } from '../database/database.ts'
import { callPattern, inProgress } from '../intent/intent.ts'

/** A statement by itself, or with the values that it is bound to. */
type Sweep = string | { readonly sql: string; readonly values: readonly unknown[] }

type Sweeps = Readonly<Record<string, Sweep>>

// A code that was never finished moved no money: the same intent may make one again.
const unmadeCodes = (since: string): Sweep => ({
  sql: `delete from intent where status is null and call like $1 and created_at < now() - interval '2 minutes' ${since}`,
  values: [callPattern(createQr)],
})
// An intent whose process died between its movements has no answer of its own; the statement tells how each movement ended.
const unansweredIntents = (since: string): Sweep => ({
  sql: `update intent set status = $1, answer = $2 where status is null and created_at < now() - interval '2 minutes' ${since}`,
  values: [inProgress.status, toJson(inProgress.answer)],
})

/** What has had its time, and what becomes of it. Nothing here is anybody's money. */
const EACH_MINUTE: Sweeps = {
  codes: `update qr_code set state = 'expired' where state in ('making', 'open') and expires_at < now()`,
  // Their rows stay: who asks for one later is told that it expired.
  coupons: `update coupon set state = 'expired', ended_at = now() where state = 'open' and expires_at <= now()`,
  // Those of a week are kept, and no index tells which of them have no answer: a minute's look goes no further back than an hour.
  unmadeCodes: unmadeCodes("and created_at > now() - interval '1 hour'"),
  unansweredIntents: unansweredIntents("and created_at > now() - interval '1 hour'"),
  intents: `delete from intent where created_at < now() - interval '7 days'`,
  oneTimeCodes: `delete from otp where created_at < now() - interval '2 days'`,
  // Whoever looks for the owner of money that came in without one looks much sooner.
  announcements: `delete from deposit_announcement where bank_event_id is null and created_at < now() - interval '30 days'`,
  // Those that are hit right now are left alone: a call that takes several in their own order would wait in a circle with this one.
  rateWindows: `delete from rate_window where bucket in (
     select bucket from rate_window where started_at < now() - interval '5 minutes' for update skip locked)`,
  networks: `delete from familiar_network where last_used_at < now() - interval '90 days'`,
  dayWindows: `delete from day_window where bucket in (
     select bucket from day_window where started_at < now() - interval '25 hours' for update skip locked)`,
  addressWindows: 'delete from address_window where minute < extract(epoch from now()) / 60 - 5',
}

/** What is looked for in all there is. */
const EACH_HOUR: Sweeps = {
  // Of while no worker was there.
  unmadeCodes: unmadeCodes(''),
  unansweredIntents: unansweredIntents(''),
  sessions: `delete from session where last_used_at < now() - interval '31 days' or revoked_at < now() - interval '1 day'`,
}

async function sweepAll(database: Database, sweeps: Sweeps): Promise<Readonly<Record<string, number>>> {
  const swept: Record<string, number> = {}
  for (const [kind, sweep] of Object.entries(sweeps)) {
    const { sql, values } = typeof sweep === 'string' ? { sql: sweep, values: [] } : sweep
    const [row] = await database.query<{ swept: number }>(
      `with swept as (${sql} returning 1) select count(*)::int as swept from swept`,
      values,
    )
    if (row && row.swept > 0) swept[kind] = row.swept
  }
  return swept
}

/** Puts away what has had its time, one kind after the other. Answers with how many of each kind there were, of those that there were any of. */
export function tidy(database: Database): Promise<Readonly<Record<string, number>>> {
  return sweepAll(database, EACH_MINUTE)
}

/** As `tidy`, for what may wait for an hour, and takes a look at whole tables. */
export function tidyWhole(database: Database): Promise<Readonly<Record<string, number>>> {
  return sweepAll(database, EACH_HOUR)
}
