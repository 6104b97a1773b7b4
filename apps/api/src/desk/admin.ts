import type { BodyOf } from '@kapao/contract/call'
import { auditActions, listAudit, listStaff } from '@kapao/contract/desk-admin'
import type { StaffRole } from '@kapao/contract/desk-call'
import { audit } from '../staff/audit.ts'
import { countedFar } from './inbox.ts'
import { type DeskContext, mountDesk } from './route.ts'

interface StaffRow {
  readonly publicId: string
  readonly name: string
  readonly displayName: string
  readonly role: StaffRole
  readonly isActive: boolean
  readonly createdAt: Date
  readonly lastSeenAt: Date | null
  readonly ratingCount: number
  readonly ratingAverage: number | null
}

interface AuditRow {
  readonly id: bigint
  readonly at: Date
  readonly staffId: string | null
  readonly displayName: string | null
  readonly action: string
  readonly conversationId: string | null
  readonly details: Record<string, unknown>
  readonly ip: string
}

function mountStaffList(context: DeskContext): void {
  const { database } = context
  mountDesk(context, listStaff, async ({ guarded: admin, ip }) => {
    const rows = await database.query<StaffRow>(
      `select s.public_id, s.name, s.display_name, s.role, s.is_active, s.created_at, s.last_seen_at,
         r.count::int as rating_count, r.average::float8 as rating_average
       from staff s cross join lateral (
         select count(*) as count, round(avg(e.score), 1) as average from chat_ended_session e
         where e.helped_by = s.id and e.score is not null and e.rated_at > now() - interval '30 days') r
       order by s.name`,
    )
    await audit(database, { staffId: admin.id, action: 'staff-seen', ip })
    return {
      staff: rows.map(({ publicId, createdAt, lastSeenAt, ratingCount, ratingAverage, ...rest }) => ({
        staffId: publicId,
        ...rest,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt?.toISOString() ?? null,
        rating: ratingAverage === null ? null : { count: ratingCount, average: ratingAverage },
      })),
    }
  })
}

/** SQL: of whom ($1) and what ($2). A statement for each, since each has an index of its own. */
function narrowedBy({ staffId, action }: BodyOf<typeof listAudit>): string {
  const ofWhom =
    staffId === '' ? '$1::text is not null' : 'a.staff_id = (select id from staff where public_id = $1)'
  return `${ofWhom} and ${action === '' ? '$2::text is not null' : 'a.action = $2'}`
}

/** What only admins see: who works here, and what was done. Accounts are changed by a command on the server. */
export function mountAdmin(context: DeskContext): void {
  const { database } = context
  mountStaffList(context)
  mountDesk(context, listAudit, async ({ body, guarded: admin, ip }) => {
    const narrowed = narrowedBy(body)
    const offset = (body.page - 1) * body.limit
    const rows = await database.query<AuditRow>(
      `select a.id, a.at, s.public_id as staff_id, s.display_name, a.action, a.conversation_id, a.details, a.ip
       from staff_audit a left join staff s on s.id = a.staff_id where ${narrowed} order by a.id desc limit $3 offset $4`,
      [body.staffId, body.action, body.limit, offset],
    )
    const [counted] = await database.query<{ total: number }>(
      `select count(*)::int as total from (select 1 from staff_audit a where ${narrowed} limit $3) counted`,
      [body.staffId, body.action, countedFar(offset, body.limit)],
    )
    const staff = await database.query<{ staffId: string; displayName: string; isActive: boolean }>(
      'select public_id as staff_id, display_name, is_active from staff order by is_active desc, display_name, id',
    )
    // A look at page after page is one look.
    if (body.page === 1) await audit(database, { staffId: admin.id, action: 'audit-seen', ip })
    return {
      total: counted?.total ?? 0,
      audit: rows.map((row) => ({
        auditId: String(row.id),
        at: row.at.toISOString(),
        staff: row.staffId && row.displayName ? { staffId: row.staffId, displayName: row.displayName } : null,
        action: row.action,
        conversationId: row.conversationId,
        details: row.details,
        ip: row.ip,
      })),
      actions: [...auditActions],
      staff,
    }
  })
}
