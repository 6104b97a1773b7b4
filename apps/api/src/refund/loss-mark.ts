import { isInDoubt } from '../condition/condition.ts'
import type { Queries } from '../database.ts'
import { type AskContext, askBalances } from '../games/ask-balances.ts'
import type { OperatorState } from '../operator/operator.ts'

/** Members asked about in one turn of the worker. */
const MOST = 10

/** How long a game that does not answer is waited for; then its last known balance has to do, and what is in doubt is not lost. */
const PATIENCE = '1 hour'

/** When the running period began, which is when the last one ended. */
const PERIOD = 'period_start(now(), $1, $2, $3)'

function periodOf({ refundPeriod, timeZone, weekStartsOn }: OperatorState): readonly unknown[] {
  return [refundPeriod, timeZone, weekStartsOn]
}

export async function lastPeriodEnd(queries: Queries, state: OperatorState): Promise<string> {
  const [row] = await queries.query<{ start: string }>(`select ${PERIOD}::text as start`, periodOf(state))
  if (!row) throw new Error('period_start answered nothing')
  return row.start
}

/** Writes what the member has lost so far as the mark of a period's end, once. Nothing while a transfer is unknown. */
async function writeMark(queries: Queries, memberId: bigint, periodStart: string): Promise<void> {
  await queries.query(
    `insert into loss_mark (member_id, period_start, lost_minor)
     select $1, $2::timestamptz, member_lost($1) where member_lost($1) is not null on conflict do nothing`,
    [memberId, periodStart],
  )
}

/**
 * Marks the end of the last period for one member, if it is not marked yet, by what their games say now. A member who had no game
 * account then has lost nothing and needs no mark.
 */
export async function markMember(context: AskContext, memberId: bigint, periodStart: string): Promise<void> {
  const { database } = context
  const [due] = await database.query<{ isPatient: boolean }>(
    `select now() < $2::timestamptz + interval '${PATIENCE}' as is_patient
     where exists (select 1 from game_account where member_id = $1 and created_at < $2::timestamptz)
       and not exists (select 1 from loss_mark where member_id = $1 and period_start = $2::timestamptz)`,
    [memberId, periodStart],
  )
  if (!due) return
  const silent = await askBalances(context, memberId)
  // Of games that answer it is known within seconds what is in doubt.
  if (silent.length > 0 ? due.isPatient : await isInDoubt(database, memberId)) return
  await writeMark(database, memberId, periodStart)
}

/**
 * Those who moved nothing since their last mark, and had nothing in any game, have lost nothing more: no game need be asked. A transfer that was just being
 * written down when that mark was is dated before it, and may be unknown still: one member's must not keep everybody's marks back.
 */
async function markIdle(queries: Queries, periodStart: string): Promise<void> {
  await queries.query(
    `insert into loss_mark (member_id, period_start, lost_minor)
     select a.member_id, $1::timestamptz, member_lost(a.member_id) from (
       select member_id from game_account where created_at < $1::timestamptz
       group by member_id having max(credits_minor + doubt_minor) = 0) a
     where not exists (select 1 from loss_mark l where l.member_id = a.member_id and l.period_start = $1::timestamptz)
       and not exists (select 1 from game_transfer t where t.member_id = a.member_id and t.created_at > coalesce(
         (select max(l.created_at) from loss_mark l where l.member_id = a.member_id), '-infinity'))
       and not exists (select 1 from game_transfer t where t.member_id = a.member_id and t.state = 'open')
     limit 1000 on conflict do nothing`,
    [periodStart],
  )
}

/**
 * Marks that end of a period for the next members behind `after`, and from the first one on where there is none. Answers whom it asked about: one whose game
 * is silent is asked again only when everybody else was, however many of them there are.
 */
async function markSome(context: AskContext, periodStart: string, after: bigint): Promise<readonly bigint[]> {
  const { database } = context
  await markIdle(database, periodStart)
  const dueBehind = (memberId: bigint) =>
    database.query<{ memberId: bigint }>(
      `select distinct a.member_id from game_account a where a.member_id > $2 and a.created_at < $1::timestamptz
         and not exists (select 1 from loss_mark l where l.member_id = a.member_id and l.period_start = $1::timestamptz)
       order by a.member_id limit $3`,
      [periodStart, memberId, MOST],
    )
  const next = await dueBehind(after)
  const due = next.length > 0 ? next : await dueBehind(0n)
  await Promise.all(due.map(({ memberId }) => markMember(context, memberId, periodStart)))
  return due.map(({ memberId }) => memberId)
}

/** Where a worker begins: several beside each other are not all at the same members. */
async function anywhere(queries: Queries): Promise<bigint> {
  const [row] = await queries.query<{ memberId: bigint }>(
    'select floor(random() * coalesce(max(member_id), 0))::bigint as member_id from game_account',
  )
  return row?.memberId ?? 0n
}

/** So long after a period's end an account that was made before it may still be about to be seen. */
const SEEN_WITHIN_MS = 60_000

/**
 * A worker's turns at the ends of periods, each of which answers how many members it asked about. Who is not due any more for a period is never due again:
 * accounts that come later have lost nothing in it. So nobody is looked for until the next one ends.
 */
export function lossMarking(context: AskContext): () => Promise<number> {
  const { database, operator } = context
  let marked: string | null = null
  let after: bigint | null = null
  return async () => {
    const periodStart = await lastPeriodEnd(database, operator.current())
    if (periodStart === marked) return 0
    after ??= await anywhere(database)
    const asked = await markSome(context, periodStart, after)
    after = asked.at(-1) ?? 0n
    if (asked.length === 0 && Date.now() - Date.parse(periodStart) > SEEN_WITHIN_MS) marked = periodStart
    return asked.length
  }
}
