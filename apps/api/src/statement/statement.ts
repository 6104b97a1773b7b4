import { listStatements } from '@kapao/contract/statement'
import { fromMinorUnits, type Minor } from '@kapao/money/minor'
import type { Queries } from '../database.ts'
import { mount, type RouteContext } from '../http/route.ts'

export type StatementType = 'deposit' | 'bonus' | 'finish_bonus' | 'withdraw' | 'transfer'
export type StatementStatus = 'PENDING' | 'SUCCESS' | 'FAILED'

export interface StatementRow {
  readonly memberId: bigint
  readonly type: StatementType
  readonly status: StatementStatus
  readonly from: string
  readonly to: string
  readonly amount: Minor
  /** What it belongs to: the table and the id in it. One statement each. */
  readonly sourceKind: string
  readonly sourceId: string
}

export async function addStatement(tx: Queries, row: StatementRow): Promise<void> {
  await tx.query(
    `insert into statement (member_id, statement_type, status, from_code, to_code, amount_minor, source_kind, source_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.memberId, row.type, row.status, row.from, row.to, row.amount, row.sourceKind, row.sourceId],
  )
}

export async function endStatement(
  tx: Queries,
  sourceKind: string,
  sourceId: string,
  status: StatementStatus,
): Promise<void> {
  await tx.query('update statement set status = $3 where source_kind = $1 and source_id = $2', [
    sourceKind,
    sourceId,
    status,
  ])
}

export function mountStatement(context: RouteContext): void {
  const { database } = context
  mount(context, listStatements, async ({ body, member }) => {
    const rows = await database.query<{
      id: bigint
      statementType: StatementType
      status: StatementStatus
      fromCode: string
      toCode: string
      amountMinor: bigint
      createdAt: Date
    }>(
      `select id, statement_type, status, from_code, to_code, amount_minor, created_at from statement
       where member_id = $1 order by id desc limit $2 offset $3`,
      [member.id, body.limit, (body.page - 1) * body.limit],
    )
    const [count] = await database.query<{ total: number }>(
      'select count(*)::int as total from statement where member_id = $1',
      [member.id],
    )
    return {
      total: count?.total ?? 0,
      statements: rows.map((row) => ({
        _id: String(row.id),
        statementType: row.statementType,
        status: row.status,
        from: row.fromCode,
        to: row.toCode,
        amount: fromMinorUnits(row.amountMinor),
        createdAt: row.createdAt.toISOString(),
      })),
    }
  })
}
