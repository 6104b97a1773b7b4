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

/**
 * Whether a member has a mark of that end of a period, or of a later one: where the operator has made periods begin earlier (another first day of the week, another
 * clock) there may be one already, and what it holds was told once. A mark behind it would have it told again.
 */
const isMarked = (memberId: string, periodStart: string) =>
  `exists (select 1 from loss_mark l where l.member_id = ${memberId} and l.period_start >= ${periodStart}::timestamptz)`

/** Writes what the member has lost so far as the mark of a period's end, once. False where it was so before, and while a transfer is unknown. */
async function writeMark(queries: Queries, memberId: bigint, periodStart: string): Promise<boolean> {
  const written = await queries.query(
    `insert into loss_mark (member_id, period_start, lost_minor)
     select $1, $2::timestamptz, lost from (select member_lost($1) as lost offset 0) now_lost
       where lost is not null and not ${isMarked('$1', '$2')}
     on conflict do nothing returning member_id`,
    [memberId, periodStart],
  )
  return written.length > 0
}

/**
 * Marks the end of the last period for one member, if it is not marked yet, by what their games say now. A member who had no game
 * account then has lost nothing and needs no mark. Answers whether a mark was written.
 */
export async function markMember(
  context: AskContext,
  memberId: bigint,
  periodStart: string,
): Promise<boolean> {
  const { database } = context
  const [due] = await database.query<{ isPatient: boolean }>(
    `select now() < $2::timestamptz + interval '${PATIENCE}' as is_patient
     where exists (select 1 from game_account where member_id = $1 and created_at < $2::timestamptz)
       and not ${isMarked('$1', '$2')}`,
    [memberId, periodStart],
  )
  if (!due) return false
  const silent = await askBalances(context, memberId)
  // Of games that answer it is known within seconds what is in doubt.
  if (silent.length > 0 ? due.isPatient : await isInDoubt(database, memberId)) return false
  return writeMark(database, memberId, periodStart)
}

/**
 * Those who moved nothing since their last mark, and had nothing in any game, have lost nothing more: no game need be asked. A transfer that was just being
 * written down when that mark was is dated before it, and may be unknown still: one member's must not keep everybody's marks back.
 * Answers how many it has marked.
 */
async function markIdle(queries: Queries, periodStart: string): Promise<number> {
  const written = await queries.query(
    `insert into loss_mark (member_id, period_start, lost_minor)
     select a.member_id, $1::timestamptz, member_lost(a.member_id) from (
       select member_id from game_account where created_at < $1::timestamptz
       group by member_id having max(credits_minor + doubt_minor) = 0) a
     where not ${isMarked('a.member_id', '$1')}
       and not exists (select 1 from game_transfer t where t.member_id = a.member_id and t.created_at > coalesce(
         (select max(l.created_at) from loss_mark l where l.member_id = a.member_id), '-infinity'))
       and not exists (select 1 from game_transfer t where t.member_id = a.member_id and t.state = 'open')
     limit 1000 on conflict do nothing returning member_id`,
    [periodStart],
  )
  return written.length
}

interface Turn {
  readonly asked: readonly bigint[]
  readonly marked: number
  /** Nobody was left behind those of the turn before: it began anew with the first. */
  readonly isFirst: boolean
}

/**
 * Marks that end of a period for the next members behind `after`, and from the first one on where there is none. Answers whom it asked about: one whose game
 * is silent is asked again only when everybody else was, however many of them there are.
 */
async function markSome(context: AskContext, periodStart: string, after: bigint): Promise<Turn> {
  const { database } = context
  const idle = await markIdle(database, periodStart)
  const dueBehind = (memberId: bigint) =>
    database.query<{ memberId: bigint }>(
      `select distinct a.member_id from game_account a where a.member_id > $2 and a.created_at < $1::timestamptz
         and not ${isMarked('a.member_id', '$1')}
       order by a.member_id limit $3`,
      [periodStart, memberId, MOST],
    )
  const next = await dueBehind(after)
  const due = next.length > 0 ? next : await dueBehind(0n)
  const marks = await Promise.all(due.map(({ memberId }) => markMember(context, memberId, periodStart)))
  const marked = idle + marks.filter(Boolean).length
  return { asked: due.map(({ memberId }) => memberId), marked, isFirst: next.length === 0 }
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

/** Who can only not be marked (a transfer of theirs is unknown) is looked for so much more seldom, for as long as that is all there is. */
const REST_MS = 60_000

/**
 * A worker's turns at the ends of periods, each of which answers how many members it asked about. Who is not due any more for a period is never due again:
 * accounts that come later have lost nothing in it. So nobody is looked for until the next one ends.
 */
export function lossMarking(context: AskContext, restMs = REST_MS): () => Promise<number> {
  const { database, operator } = context
  let marked: string | null = null
  let after: bigint | null = null
  /** In a round through all who are due; null before the first, which may have begun in the middle. */
  let ofRound: number | null = null
  let resting = { in: '', untilMs: 0 }
  return async () => {
    const periodStart = await lastPeriodEnd(database, operator.current())
    if (periodStart === marked) return 0
    if (periodStart === resting.in && performance.now() < resting.untilMs) return 0
    after ??= await anywhere(database)
    const { asked, marked: written, isFirst } = await markSome(context, periodStart, after)
    after = asked.at(-1) ?? 0n
    if (isFirst && ofRound === 0 && written === 0)
      resting = { in: periodStart, untilMs: performance.now() + restMs }
    ofRound = isFirst ? written : ofRound === null ? null : ofRound + written
    if (asked.length === 0 && Date.now() - Date.parse(periodStart) > SEEN_WITHIN_MS) marked = periodStart
    return asked.length
  }
}
