import type { BodyOf } from '@kapao/contract/call'
import type { KnownMessage } from '@kapao/contract/chat'
import {
  CANNED_TITLE_MAX,
  type CannedReply,
  createCanned,
  deleteCanned,
  listCanned,
  SHORTCUT_SHAPE,
  updateCanned,
} from '@kapao/contract/desk-tools'
import { announce } from '../chat/announce.ts'
import { checkStaffFiles } from '../chat/claim-file.ts'
import { newPublicId } from '../chat/post.ts'
import { judgeDeskMessage } from '../chat/rules.ts'
import { isUniqueViolation, type Queries } from '../database/database.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import { audit } from '../staff/audit.ts'
import type { StaffMember } from '../staff/session.ts'
import { type DeskContext, mountDesk } from './route.ts'

interface CannedRow {
  readonly publicId: string
  readonly kind: CannedReply['kind']
  readonly title: string
  readonly shortcut: string
  readonly language: CannedReply['language']
  readonly message: CannedReply['message']
  readonly updatedAt: Date
}

const COLUMNS = 'public_id, kind, title, shortcut, language, message, updated_at'

function toCanned({ publicId, updatedAt, ...rest }: CannedRow): CannedReply {
  return { cannedId: publicId, ...rest, updatedAt: updatedAt.toISOString() }
}

interface Judged {
  readonly kind: CannedReply['kind']
  readonly title: string
  readonly shortcut: string
  readonly language: CannedReply['language']
  readonly message: KnownMessage
}

async function judge(
  queries: Queries,
  body: BodyOf<typeof createCanned>,
): Promise<Judged | Refusal<'BAD_REQUEST' | 'NO_DATA'>> {
  const title = body.title.trim()
  if (title === '' || [...title].length > CANNED_TITLE_MAX) return refuse('BAD_REQUEST', { field: 'title' })
  const shortcut = body.shortcut.trim().replace(/^\//, '')
  if (shortcut !== '' && !SHORTCUT_SHAPE.test(shortcut)) return refuse('BAD_REQUEST', { field: 'shortcut' })
  const message = judgeDeskMessage(body.message)
  if (isRefusal(message)) return message
  const checked = await checkStaffFiles(queries, message)
  if (isRefusal(checked)) return checked
  return { kind: body.kind, title, shortcut, language: body.language, message: checked }
}

function valuesOf(one: Judged): readonly unknown[] {
  return [one.kind, one.title, one.shortcut, one.language, JSON.stringify(one.message)]
}

interface Change {
  readonly staff: StaffMember
  readonly action: 'canned-created' | 'canned-changed' | 'canned-deleted'
  readonly ip: string
}

/** Writes one, tells every desk, and writes down who did it. Null when there was none to change. */
async function write(
  { database }: DeskContext,
  { staff, action, ip }: Change,
  sql: string,
  values: readonly unknown[],
): Promise<CannedReply | null | Refusal<'KEY_INVALID'>> {
  try {
    return await database.transaction(async (tx) => {
      const [row] = await tx.query<CannedRow>(sql, values)
      if (!row) return null
      const details = { cannedId: row.publicId, title: row.title }
      await audit(tx, { staffId: staff.id, action, details, ip })
      await announce(tx, { canned: true })
      return toCanned(row)
    })
  } catch (error) {
    if (isUniqueViolation(error, 'canned_reply_shortcut')) return refuse('KEY_INVALID', { field: 'shortcut' })
    throw error
  }
}

/** As a dictionary has them: เ แ โ ใ ไ with the letter behind them, which the database's own order has not. */
const BY_TITLE = new Intl.Collator('th').compare

/** Replies and templates that are ready to be sent. */
export function mountCanned(context: DeskContext): void {
  const { database } = context

  mountDesk(context, listCanned, async () => {
    const rows = await database.query<CannedRow>(`select ${COLUMNS} from canned_reply order by language, id`)
    return { canned: rows.toSorted((one, other) => BY_TITLE(one.title, other.title)).map(toCanned) }
  })

  mountDesk(context, createCanned, async ({ body, guarded: staff, ip }) => {
    const judged = await judge(database, body)
    if (isRefusal(judged)) return judged
    const { clientId = null } = body
    const sql = `insert into canned_reply (public_id, kind, title, shortcut, language, message, client_id)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (client_id) where client_id is not null do nothing returning ${COLUMNS}`
    const change = { staff, action: 'canned-created', ip } as const
    const canned = await write(context, change, sql, [newPublicId(), ...valuesOf(judged), clientId])
    if (isRefusal(canned)) return canned
    if (canned !== null) return { canned }
    const [first] = await database.query<CannedRow>(
      `select ${COLUMNS} from canned_reply where client_id = $1`,
      [clientId],
    )
    if (!first) throw new Error('a canned reply was not stored')
    return { canned: toCanned(first) }
  })

  /** Why there was none to change. */
  async function whyNone(cannedId: string) {
    const [other] = await database.query('select 1 from canned_reply where public_id = $1', [cannedId])
    return refuse(other ? 'CHANGED_MEANWHILE' : 'NO_DATA')
  }

  mountDesk(context, updateCanned, async ({ params, body, guarded: staff, ip }) => {
    const judged = await judge(database, body)
    if (isRefusal(judged)) return judged
    const sql = `update canned_reply set kind = $2, title = $3, shortcut = $4, language = $5, message = $6, updated_at = now()
      where public_id = $1 and ($7::timestamptz is null or date_trunc('milliseconds', updated_at) = $7
        or (kind, title, shortcut, language, message) = ($2, $3, $4, $5, $6::jsonb)) returning ${COLUMNS}`
    const change = { staff, action: 'canned-changed', ip } as const
    const { updatedAt = null } = body
    const canned = await write(context, change, sql, [params.cannedId, ...valuesOf(judged), updatedAt])
    if (canned === null) return whyNone(params.cannedId)
    return isRefusal(canned) ? canned : { canned }
  })

  mountDesk(context, deleteCanned, async ({ params, body, guarded: staff, ip }) => {
    const sql = `delete from canned_reply where public_id = $1
      and ($2::timestamptz is null or date_trunc('milliseconds', updated_at) = $2) returning ${COLUMNS}`
    const change = { staff, action: 'canned-deleted', ip } as const
    const canned = await write(context, change, sql, [params.cannedId, body.updatedAt ?? null])
    return canned === null || isRefusal(canned) ? whyNone(params.cannedId) : { message: 'SUCCESS' as const }
  })
}
