import { toJson } from '@kapao/contract/json'
import { isInDoubt } from '../condition/condition.ts'
import type { Queries } from '../database/database.ts'
import { type AskContext, askBalances } from '../games/ask-balances.ts'
import type { OperatorState } from '../operator/operator.ts'
import { afterTurn, beginRound, isOfRefunds, type Marking, REST_MS, type Turn, wake } from './marking.ts'

/** Members asked about in one turn of the worker: of a game's places (gateways/places.ts) most are left to what is more urgent. */
const MOST = 20

/** Game accounts looked through in one turn for who has to be asked about. */
const PAGE = 1000

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
    `insert into loss_mark (member_id, period_start, lost_minor, held_minor)
     select $1, $2::timestamptz, lost, member_held($1) from (select member_lost($1) as lost offset 0) now_lost
       where lost is not null and not ${isMarked('$1', '$2')}
     on conflict do nothing returning member_id`,
    [memberId, periodStart],
  )
  return written.length > 0
}

/**
 * Who had nothing in any game at their last mark, and moved nothing from then to the period's end, had lost no more by then, whatever they have lost since: no
 * game is asked. What is seen in a game although nothing has moved since that end was there before it. A transfer that was written down by then counts from when it
 * ended: one that was unknown at the last mark would have kept that from being written. The mark is dated at the period's end, since it holds nothing of what
 * moved later.
 */
async function carryMark(queries: Queries, memberId: bigint, periodStart: string): Promise<boolean> {
  const written = await queries.query(
    `insert into loss_mark (member_id, period_start, lost_minor, held_minor, created_at)
     select $1, $2::timestamptz, coalesce(l.lost_minor, 0), 0, $2::timestamptz
     from (select sum(credits_minor + doubt_minor) as credits, max(moved_at) as moved_at from game_account where member_id = $1) a
       left join lateral (select * from loss_mark where member_id = $1 order by period_start desc limit 1) l on true
     where (l.member_id is null or (l.held_minor = 0 and l.period_start < $2::timestamptz))
       and (a.credits = 0 or a.moved_at > $2::timestamptz)
       and not exists (select 1 from game_transfer t where t.member_id = $1 and t.created_at <= $2::timestamptz
         and (t.state = 'open' or (t.state = 'confirmed' and t.settled_at > coalesce(l.created_at, '-infinity'))))
     on conflict do nothing returning member_id`,
    [memberId, periodStart],
  )
  return written.length > 0
}

/** What became of one who may have to be marked: `left` is who can not be yet. */
type Ending = 'marked' | 'carried' | 'left' | 'not-due'

/**
 * Marks the end of the last period for one member, if it is not marked yet, by what their games say now. A member who had no game
 * account then has lost nothing and needs no mark.
 */
export async function markMember(
  context: AskContext,
  memberId: bigint,
  periodStart: string,
): Promise<Ending> {
  const { database } = context
  const [due] = await database.query<{ isPatient: boolean }>(
    `select now() < $2::timestamptz + interval '${PATIENCE}' as is_patient
     where exists (select 1 from game_account where member_id = $1 and created_at < $2::timestamptz)
       and not ${isMarked('$1', '$2')}`,
    [memberId, periodStart],
  )
  if (!due) return 'not-due'
  if (await carryMark(database, memberId, periodStart)) return 'carried'
  const silent = await askBalances(context, memberId)
  // Of games that answer it is known within seconds what is in doubt.
  if (silent.length > 0 ? due.isPatient : await isInDoubt(database, memberId)) return 'left'
  return (await writeMark(database, memberId, periodStart)) ? 'marked' : 'left'
}

/**
 * Of the next accounts' members those who have to be asked about, in the order of their numbers: whose money has moved since their last mark or is on its way,
 * or who had something in a game then or have now. Anybody else has lost nothing more and gets no mark: the last one before goes on counting. With `$4` only
 * those who could have a refund: who moved nothing can have lost no more than they held then.
 */
const DUE = `with page as (
    select distinct member_id from (select member_id from game_account where member_id > $2 order by member_id limit ${PAGE}) account
  ), under_way as materialized (select distinct member_id from game_transfer where state = 'open')
  select p.member_id from page p
    cross join lateral (select min(created_at) as created_at, sum(credits_minor + doubt_minor) as credits, max(moved_at) as moved_at
      from game_account where member_id = p.member_id) a
    left join lateral (select * from loss_mark where member_id = p.member_id order by period_start desc limit 1) l on true
  where a.created_at < $1::timestamptz and (l.member_id is null or l.period_start < $1::timestamptz)
    and (coalesce(a.moved_at > coalesce(l.created_at, '-infinity'), false) or p.member_id in (select member_id from under_way)
      or ((a.credits > 0 or (l.member_id is not null and l.held_minor is distinct from 0)) and (not $4 or exists (
        select 1 from member m where m.id = p.member_id
          and trunc(coalesce(l.held_minor, member_held(m.id)) * $5::int / 100.0) >= greatest(1, ($6::jsonb ->> m.currency)::numeric * 100)))))
  order by p.member_id limit $3`

interface Found {
  readonly due: readonly bigint[]
  /** Behind whom the next ones are; null where these were the last. */
  readonly next: bigint | null
}

async function findDue(
  { database, operator }: AskContext,
  periodStart: string,
  after: bigint,
  onlyRefunds: boolean,
): Promise<Found> {
  const { refundPercent, refundMin } = operator.current()
  const rows = await database.query<{ memberId: bigint }>(DUE, [
    ...[periodStart, after, MOST, onlyRefunds],
    ...[refundPercent, toJson(refundMin)],
  ])
  const due = rows.map(({ memberId }) => memberId)
  const last = due.at(-1)
  if (last !== undefined && due.length === MOST) return { due, next: last }
  const [page] = await database.query<{ next: bigint | null }>(
    `select case when count(*) = ${PAGE} then max(member_id) end as next
     from (select member_id from game_account where member_id > $1 order by member_id limit ${PAGE}) page`,
    [after],
  )
  return { due, next: page?.next ?? null }
}

/** Where a worker begins: several beside each other are not all at the same members. */
async function anywhere(queries: Queries): Promise<bigint> {
  const [row] = await queries.query<{ memberId: bigint }>(
    'select floor(random() * coalesce(max(member_id), 0))::bigint as member_id from game_account',
  )
  return row?.memberId ?? 0n
}

/**
 * A worker's turns at the ends of periods. Each goes through the next accounts, from anywhere on, and round again. Who need not be asked about for a period
 * never has to be: what moves later is none of it. Whose game is silent is asked again only when everybody else was.
 */
export function lossMarking(context: AskContext, restMs = REST_MS): () => Promise<Turn> {
  const { database, operator } = context
  let after: bigint | null = null
  let period = ''
  let marking: Marking = { at: 'over' }

  return async () => {
    const lastEnd = await lastPeriodEnd(database, operator.current())
    marking = lastEnd === period ? wake(marking, performance.now()) : beginRound(performance.now())
    period = lastEnd
    if (marking.at !== 'looking') return 'rests'
    after ??= await anywhere(database)
    const { due, next } = await findDue(context, period, after, isOfRefunds(marking))
    const endings = await Promise.allSettled(due.map((memberId) => markMember(context, memberId, lastEnd)))
    const marked = endings.filter(
      (ending) => ending.status === 'fulfilled' && ending.value === 'marked',
    ).length
    const left = endings.filter((ending) => ending.status === 'rejected' || ending.value === 'left').length
    after = next ?? 0n
    const found = { due: due.length, marked, left, isLast: next === null }
    const moment = { nowMs: performance.now(), sinceEndMs: Date.now() - Date.parse(period), restMs }
    const [nextMarking, turn] = afterTurn(marking, found, moment)
    marking = nextMarking
    // Told only now: who always fails must not keep those behind waiting.
    for (const ending of endings) if (ending.status === 'rejected') throw ending.reason
    return turn
  }
}
