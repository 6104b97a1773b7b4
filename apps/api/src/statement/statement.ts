import type { ConditionType } from '@kapao/contract/bonus-active'
import { listStatements } from '@kapao/contract/statement'
import { fromMinorUnits, type Minor } from '@kapao/money/minor'
import type { Queries } from '../database/database.ts'
import { mount, type RouteContext } from '../http/route.ts'
import type { StatementSource } from './statement-source.ts'

export type StatementType = 'deposit' | 'bonus' | 'finish_bonus' | 'withdraw' | 'transfer'
export type StatementStatus = 'PENDING' | 'SUCCESS' | 'FAILED'

export interface StatementRow {
  readonly memberId: bigint
  readonly type: StatementType
  readonly status: StatementStatus
  readonly from: string
  readonly to: string
  readonly amount: Minor
  /** What it belongs to, and the id in its table. One statement each. */
  readonly sourceKind: StatementSource
  readonly sourceId: string
}

/** Where its source has one already, that one stands. */
export async function addStatementOnce(tx: Queries, row: StatementRow): Promise<void> {
  await insertStatement(tx, row, 'on conflict (source_kind, source_id) do nothing')
}

/** Where its source was in progress, it has one already: that one says now how it ended, and how much it was. */
export async function settleStatement(tx: Queries, row: StatementRow): Promise<void> {
  await insertStatement(
    tx,
    row,
    'on conflict (source_kind, source_id) do update set status = excluded.status, amount_minor = excluded.amount_minor',
  )
}

export async function addStatement(tx: Queries, row: StatementRow): Promise<void> {
  await insertStatement(tx, row, '')
}

async function insertStatement(tx: Queries, row: StatementRow, onConflict: string): Promise<void> {
  await tx.query(
    `insert into statement (member_id, statement_type, status, from_code, to_code, amount_minor, source_kind, source_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8) ${onConflict}`,
    [row.memberId, row.type, row.status, row.from, row.to, row.amount, row.sourceKind, row.sourceId],
  )
}

export async function endStatement(
  tx: Queries,
  sourceKind: StatementSource,
  sourceId: string,
  status: StatementStatus,
): Promise<void> {
  await tx.query('update statement set status = $3 where source_kind = $1 and source_id = $2', [
    sourceKind,
    sourceId,
    status,
  ])
}

/**
 * A member's statement rows as the wire has them, newest first. Those before the page are passed over in the index; only the page's own are
 * read and joined.
 */
export async function readStatements(queries: Queries, memberId: bigint, limit: number, offset: number) {
  const rows = await queries.query<{
    id: bigint
    statementType: StatementType
    status: StatementStatus
    fromCode: string
    toCode: string
    amountMinor: bigint
    createdAt: Date
    conditionKind: ConditionType | null
    description: string | null
    prizeName: string | null
    isPayout: boolean
    sentAt: Date | null
    endedAt: Date | null
  }>(
    `select s.id, s.statement_type, s.status, s.from_code, s.to_code, s.amount_minor, s.created_at,
       c.kind as condition_kind, c.description, p.prize_name, w.id is not null as is_payout, w.sent_at, w.ended_at
     from statement s left join condition c
       on c.id = case when s.source_kind in ('condition', 'condition_end') then s.source_id::bigint end
     left join coupon p on p.id = case when s.source_kind = 'coupon' then s.source_id::bigint end
     left join withdrawal w on w.id = case when s.source_kind = 'withdrawal' then s.source_id::uuid end
     where s.id in (select id from statement where member_id = $1 order by id desc limit $2 offset $3) order by s.id desc`,
    [memberId, limit, offset],
  )
  return rows.map((row) => ({
    _id: String(row.id),
    statementType: row.statementType,
    status: row.status,
    from: row.fromCode,
    to: row.toCode,
    amount: fromMinorUnits(row.amountMinor),
    createdAt: row.createdAt.toISOString(),
    ...(row.conditionKind && { [row.conditionKind]: { description: row.description ?? '' } }),
    ...(row.prizeName !== null && { luckydraw: { description: row.prizeName } }),
    ...(row.isPayout && {
      payout: { sentAt: row.sentAt?.toISOString(), endedAt: row.endedAt?.toISOString() },
    }),
  }))
}

export function mountStatement(context: RouteContext): void {
  const { database } = context
  mount(context, listStatements, async ({ body, member }) => {
    const statements = await readStatements(database, member.id, body.limit, (body.page - 1) * body.limit)
    const [count] = await database.query<{ total: number }>(
      'select count(*)::int as total from statement where member_id = $1',
      [member.id],
    )
    return { total: count?.total ?? 0, statements }
  })
}
