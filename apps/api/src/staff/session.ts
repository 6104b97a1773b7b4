import { createHash, randomBytes } from 'node:crypto'
import type { StaffRole } from '@kapao/contract/desk-call'
import type { Queries } from '../database/database.ts'
import { type Refusal, refuse } from '../http/refusal.ts'

/** The one of the staff behind a request. */
export interface StaffMember {
  readonly id: bigint
  readonly publicId: string
  readonly name: string
  readonly displayName: string
  readonly role: StaffRole
  readonly tokenHash: Buffer
}

/** Behind TLS a browser keeps a name of this beginning for this very host alone: no neighbour below the same domain can put one in its place. */
const cookieName = (isSecure: boolean) => (isSecure ? '__Host-kapao_desk' : 'kapao_desk')
const STAFF_IDLE_HOURS = 12
const AGE_LIMIT_DAYS = 7
const TOUCH_EVERY_MS = 60_000

/** No script can read it, and no page of another site can make a browser send it. */
export function cookieOf(token: string, isSecure: boolean): string {
  const life = token === '' ? 'Max-Age=0' : `Max-Age=${AGE_LIMIT_DAYS * 86_400}`
  return `${cookieName(isSecure)}=${token}; Path=/; ${life}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
}

/** The token in a Cookie header, or null. */
function tokenOf(cookies: string | undefined, isSecure: boolean): string | null {
  for (const cookie of (cookies ?? '').split(';')) {
    const token = new RegExp(`^\\s*${cookieName(isSecure)}=([\\w-]{43})\\s*$`).exec(cookie)?.[1]
    if (token !== undefined) return token
  }
  return null
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Opens a session: the token is 256 random bits and is never stored. */
export async function openStaffSession(queries: Queries, staffId: bigint): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await queries.query('insert into staff_session (token_hash, staff_id) values ($1, $2)', [
    hashToken(token),
    staffId,
  ])
  return token
}

export async function endStaffSession(queries: Queries, tokenHash: Buffer): Promise<void> {
  await queries.query(
    'update staff_session set revoked_at = now() where token_hash = $1 and revoked_at is null',
    [tokenHash],
  )
}

/** SQL: whether session `s` of staff `t` still holds. */
export const HOLDS = `s.revoked_at is null and t.is_active and s.last_used_at > now() - interval '${STAFF_IDLE_HOURS} hours'
  and s.created_at > now() - interval '${AGE_LIMIT_DAYS} days'`

interface SessionRow {
  readonly id: bigint
  readonly publicId: string
  readonly name: string
  readonly displayName: string
  readonly role: StaffRole
  readonly holds: boolean
  readonly lastUsedAt: Date
}

interface Asker {
  readonly cookies: string | undefined
  readonly isSecure: boolean
  /** Whether somebody sits there. What a page asks by itself would keep a forgotten desk open, and its agent present, for days. */
  readonly isDoing: boolean
}

/** Who of the staff is asking, by the cookie. A session that was ended or has had its time is EXPIRED_AUTH_TOKEN. */
export async function authenticateStaff(
  queries: Queries,
  { cookies, isSecure, isDoing }: Asker,
): Promise<StaffMember | Refusal<'UNAUTHORIZED' | 'EXPIRED_AUTH_TOKEN'>> {
  const token = tokenOf(cookies, isSecure)
  if (token === null) return refuse('UNAUTHORIZED')
  const tokenHash = hashToken(token)
  const [row] = await queries.query<SessionRow>(
    `select t.id, t.public_id, t.name, t.display_name, t.role, ${HOLDS} as holds, s.last_used_at
     from staff_session s join staff t on t.id = s.staff_id where s.token_hash = $1`,
    [tokenHash],
  )
  if (!row) return refuse('UNAUTHORIZED')
  if (!row.holds) return refuse('EXPIRED_AUTH_TOKEN')
  if (isDoing && Date.now() - row.lastUsedAt.getTime() > TOUCH_EVERY_MS) {
    await queries.query('update staff_session set last_used_at = now() where token_hash = $1', [tokenHash])
    await queries.query('update staff set last_seen_at = now() where id = $1', [row.id])
  }
  const { id, publicId, name, displayName, role } = row
  return { id, publicId, name, displayName, role, tokenHash }
}
