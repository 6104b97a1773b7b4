import type { UnmatchedReason } from '../deposit/bank-event.ts'

/** A figure that the database knows: the same from every process, so it is to be read as a maximum over them, never as a sum. */
interface Figure {
  readonly name: string
  readonly help: string
  readonly sql: string
}

const age = (since: string) => `coalesce(extract(epoch from now() - ${since}), 0)::float8 as figure`

/**
 * Each schedule, its runs and its last success. pg-boss keeps runs for a week; a schedule without one counts from when it was made. The names of
 * its schema are its own: they are tried by the tests with each of its releases.
 */
const scheduled = (figure: string) => `select s.name as job, (${figure})::float8 as figure
  from pgboss.schedule s
  cross join lateral (select coalesce((select max(completed_on) from pgboss.job where name = s.name and state = 'completed'),
    s.created_on) as succeeded_on) as last`

/** What may be somebody's: the operator's own transfers between their accounts are nobody's, and so is what a person has found to be. */
const UNMATCHED = `state = 'unmatched' and unmatched_reason is distinct from '${'OWN_ACCOUNT' satisfies UnmatchedReason}' and aside_because is null`

/** As a figure, for each job that the clock runs. */
export const clockFigures: readonly Figure[] = [
  {
    name: 'kapao_job_age_seconds',
    help: 'Since a job of the clock last succeeded; since it was first scheduled, when it never has',
    sql: scheduled('extract(epoch from now() - last.succeeded_on)'),
  },
  {
    name: 'kapao_job_failures',
    help: 'Tries of a job of the clock that have failed, or whose worker died, since it last succeeded',
    sql: scheduled(`select coalesce(sum(retry_count + (state <> 'active')::int), 0) from pgboss.job
      where name = s.name and state in ('retry', 'active', 'failed') and coalesce(completed_on, now()) > last.succeeded_on`),
  },
]

/** One for each promise to a player, and for the house's own. */
export const figures: readonly Figure[] = [
  {
    name: 'kapao_transfers_unknown',
    help: 'Transfers whose outcome at the provider is not known yet',
    sql: "select count(*)::int as figure from game_transfer where state = 'open' and checks > 0",
  },
  {
    name: 'kapao_transfers_unknown_oldest_seconds',
    help: 'Age of the oldest transfer whose outcome is not known yet',
    sql: `select ${age('min(created_at)')} from game_transfer where state = 'open' and checks > 0`,
  },
  {
    name: 'kapao_vouchers_unknown',
    help: 'Gifts whose redemption is not known yet',
    sql: "select count(*)::int as figure from voucher_redemption where state = 'open' and checks > 0",
  },
  {
    name: 'kapao_slips_oldest_seconds',
    help: 'Age of the oldest slip that is not judged yet',
    sql: `select ${age('min(created_at)')} from slip where state = 'waiting'`,
  },
  {
    name: 'kapao_feed_read_age_seconds',
    help: "Since the bank's feed was last read to its end; since the newest migration, when it never was",
    sql: `select ${age("coalesce((select read_at from feed_cursor where name = 'bank'), (select max(applied_at) from migration))")}`,
  },
  {
    name: 'kapao_feed_unreadable',
    help: "Events of the bank's feed that made no sense and were passed over; it only ever grows",
    sql: "select coalesce((select unreadable from feed_cursor where name = 'bank'), 0)::float8 as figure",
  },
  {
    name: 'kapao_deposits_unmatched',
    help: "Incoming bank transfers that belong to no known member; without those between the operator's own accounts, and those set aside",
    sql: `select count(*)::int as figure from bank_event where ${UNMATCHED}`,
  },
  {
    name: 'kapao_deposits_unmatched_oldest_seconds',
    help: "Age of the oldest incoming bank transfer that belongs to no known member; without those between the operator's own accounts, and those set aside",
    sql: `select ${age('min(received_at)')} from bank_event where ${UNMATCHED}`,
  },
  {
    name: 'kapao_payouts_waiting',
    help: 'Withdrawals that are not paid out yet',
    sql: "select count(*)::int as figure from withdrawal where state in ('held', 'sent')",
  },
  {
    name: 'kapao_payout_oldest_seconds',
    help: 'Age of the oldest withdrawal that is not paid out yet',
    sql: `select ${age('min(created_at)')} from withdrawal where state in ('held', 'sent')`,
  },
  {
    name: 'kapao_payouts_held',
    help: '1 while no payout may leave',
    sql: 'select count(*)::int as figure from payout_hold where released_at is null',
  },
  {
    name: 'kapao_chat_waiting_oldest_seconds',
    help: 'Age of the oldest message of a customer that nobody has answered',
    sql: `select ${age('min(waiting_since)')} from chat_conversation where session_id is not null and waiting_since is not null`,
  },
  {
    name: 'kapao_reconciliation_differences',
    help: 'Differences that the last finished reconciliation found and nobody has settled',
    sql: "select coalesce((select case when compared ? 'settled' then 0 else differences end from reconciliation where state <> 'running' order by started_at desc limit 1), 0) as figure",
  },
  {
    name: 'kapao_reconciliation_incomplete',
    help: '1 when the last finished reconciliation could not compare everything',
    sql: "select coalesce((select (state = 'incomplete')::int from reconciliation where state <> 'running' order by started_at desc limit 1), 0) as figure",
  },
  {
    name: 'kapao_reconciliation_age_seconds',
    help: 'Since the last whole reconciliation began; since the installation was made, when there was none',
    sql: `select ${age("coalesce((select max(started_at) from reconciliation where state in ('equal', 'different')), (select min(applied_at) from migration))")}`,
  },
  {
    name: 'kapao_audit_links',
    help: 'Links of the audit chain; it only ever grows',
    sql: 'select coalesce(max(seq), 0)::float8 as figure from audit_link',
  },
]
