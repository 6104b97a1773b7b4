import { hash, randomBytes } from 'node:crypto'
import type { Database, Queries } from '../database/database.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import type { KeptIntent } from '../intent/intent.ts'
import { type BelievedSession, believe, remember } from './believed.ts'

/** The member behind a request. */
export interface Member {
  readonly id: bigint
  readonly publicId: string
  readonly currency: string
  readonly tokenHash: Buffer
}

const IDLE_LIMIT_HOURS = 24
const AGE_LIMIT_HOURS = 30 * 24
/** How stale "last used" may get: beside a day of idleness it is nothing, and whoever looks all day long writes a row now and then, not with each look. */
const TOUCH_EVERY_MS = 5 * 60_000

function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/**
 * Opens a session for who has shown the password behind this hash: the token is 256 random bits and is never stored. Null when the password was
 * changed meanwhile, which ends every other session. The lock is for that: the one waits for the other, whichever comes first.
 */
export async function openSession(
  queries: Queries,
  { id, passwordHash }: { readonly id: bigint; readonly passwordHash: string },
): Promise<string | null> {
  const token = randomBytes(32).toString('base64url')
  const opened = await queries.query<{ memberId: bigint }>(
    `insert into session (token_hash, member_id)
     select $1, id from member where id = $2 and password_hash = $3 for share returning member_id`,
    [hashToken(token), id, passwordHash],
  )
  return opened.length === 0 ? null : token
}

/** Ends every session of a member but one. */
export async function endOtherSessions(queries: Queries, member: Member): Promise<void> {
  await queries.query(
    'update session set revoked_at = now() where member_id = $1 and token_hash <> $2 and revoked_at is null',
    [member.id, member.tokenHash],
  )
}

interface SessionRow {
  readonly id: bigint
  readonly publicId: string
  readonly currency: string
  readonly isActive: boolean
  readonly revokedAt: Date | null
  readonly isInTime: boolean
  readonly lastUsedAt: Date
}

export type AuthRefusal = Refusal<'UNAUTHORIZED' | 'invalid-token' | 'EXPIRED_AUTH_TOKEN' | 'INACTIVE_USER'>

/** SQL: whether session `s` has not had its time. By the database's clock, whichever process asks. */
const IS_IN_TIME = `(s.last_used_at >= now() - interval '${IDLE_LIMIT_HOURS} hours' and s.created_at >= now() - interval '${AGE_LIMIT_HOURS} hours')`
/** SQL: whether session `s` of member `m` still holds. What is wrong with one that does not is said by judgeRow alone. */
export const SESSION_HOLDS = `s.revoked_at is null and m.is_active and ${IS_IN_TIME}`

const ASKING = `select a.asker::int as asker, m.id, m.public_id, m.currency, m.is_active, s.revoked_at, ${IS_IN_TIME} as is_in_time, s.last_used_at`
const BY_TOKEN = `join session s on s.token_hash = a.token_hash join member m on m.id = s.member_id`
const FROM_TOKENS = `from unnest($1::bytea[]) with ordinality a (token_hash, asker) ${BY_TOKEN}`
const WHO = `${ASKING} ${FROM_TOKENS}`
/**
 * The same with what is known of an intent of theirs, so that a call that moves money asks once. Who asks is found first: in one join of all, PostgreSQL
 * at times reads every intent that the member has, and keeps the one of that key.
 */
const WHO_WITH_INTENT = `with found as materialized (
    ${ASKING}, a.key from unnest($1::bytea[], $2::text[]) with ordinality a (token_hash, key, asker) ${BY_TOKEN})
  select f.asker, f.id, f.public_id, f.currency, f.is_active, f.revoked_at, f.is_in_time, f.last_used_at,
      i.call as intent_call, i.request_hash, i.status, i.answer
    from found f left join intent i on i.member_id = f.id and i.key = f.key`

interface IntentColumns {
  readonly intentCall: string | null
  readonly requestHash: Buffer | null
  readonly status: number | null
  readonly answer: object | null
}

/** Who is asking, by the Authorization header; or why not (api: account and session). */
export async function authenticate(
  database: Database,
  authorization: string | undefined,
): Promise<Member | AuthRefusal> {
  const tokenHash = readToken(authorization)
  if (isRefusal(tokenHash)) return tokenHash
  return judgeSession(database, tokenHash, await database.together<SessionRow>(WHO, [tokenHash]))
}

/** As authenticate; with what stood under a key of the member's at that moment, null when nothing did. */
export async function authenticateWithIntent(
  database: Database,
  authorization: string | undefined,
  key: string,
): Promise<{ readonly member: Member; readonly seen: KeptIntent | null } | AuthRefusal> {
  const tokenHash = readToken(authorization)
  if (isRefusal(tokenHash)) return tokenHash
  const row = await database.together<SessionRow & IntentColumns>(WHO_WITH_INTENT, [tokenHash, key])
  const member = await judgeSession(database, tokenHash, row)
  if (isRefusal(member)) return member
  if (!row || row.intentCall === null || row.requestHash === null) return { member, seen: null }
  const { intentCall: call, requestHash, status, answer } = row
  return { member, seen: { call, requestHash, status, answer } }
}

/** Who is believed to be asking: null where nobody was known by this token a moment ago. */
export function believeSession(authorization: string | undefined): BelievedSession | null {
  const tokenHash = readToken(authorization)
  return isRefusal(tokenHash) ? null : believe(tokenHash)
}

/** What a call needs of the database whoever asks, so that it is found in the same look as they are. */
export interface Look<Row extends object> {
  readonly text: string
  /** The row type is the caller's word for its own SQL, as with query. */
  readonly row?: Row
}

/** `columns` of the member `m`; `joins`: the tables beside it, by left joins, for whoever is not found there is a member all the same. */
export function lookAt<Row extends object>(columns: string, joins = ''): Look<Row> {
  return { text: `${ASKING}, ${columns} ${FROM_TOKENS} ${joins}` }
}

/** As authenticate; with what else the look has found. */
export async function authenticateWithLook<Row extends object>(
  database: Database,
  authorization: string | undefined,
  { text }: Look<Row>,
): Promise<{ readonly member: Member; readonly looked: Row } | AuthRefusal> {
  const tokenHash = readToken(authorization)
  if (isRefusal(tokenHash)) return tokenHash
  const row = await database.together<SessionRow & Row>(text, [tokenHash])
  const member = await judgeSession(database, tokenHash, row)
  if (isRefusal(member)) return member
  return row ? { member, looked: row } : refuse('invalid-token')
}

/** The token that a header brings, whether it is anybody's or not; null when it brings none. */
export function tokenOf(authorization = ''): string | null {
  return /^Bearer ([\w-]{16,128})$/i.exec(authorization)?.[1] ?? null
}

function readToken(authorization: string | undefined): Buffer | AuthRefusal {
  if (authorization === undefined || authorization === '') return refuse('UNAUTHORIZED')
  const token = tokenOf(authorization)
  return token === null ? refuse('invalid-token') : hashToken(token)
}

/** Of all who come back at one moment: in a crowd that is everybody, each with a commit of their own otherwise. Whom another process is at is touched by it. */
const TOUCH = `with held as (
    select s.token_hash, a.asker from unnest($1::bytea[]) with ordinality a (token_hash, asker) join session s using (token_hash)
    where s.last_used_at < now() - interval '${TOUCH_EVERY_MS} milliseconds' order by s.token_hash for no key update of s skip locked)
  update session s set last_used_at = now() from held where s.token_hash = held.token_hash returning held.asker::int as asker`

/**
 * SQL: a row for whoever of `asked` has a session by their `token_hash` in which `member_id` may move money now. For each by itself: a plan for all of
 * them may read every session that there is.
 */
export const VALID_SESSION = `lateral (select 1 as is_valid from session s join member m on m.id = s.member_id
    where s.token_hash = asked.token_hash and s.member_id = asked.member_id and ${SESSION_HOLDS} limit 1) valid`

function judgeRow(row: SessionRow | null): SessionRow | AuthRefusal {
  if (!row || row.revokedAt) return refuse('invalid-token')
  if (!row.isInTime) return refuse('EXPIRED_AUTH_TOKEN')
  return row.isActive ? row : refuse('INACTIVE_USER')
}

/** Judges anew whoever was let in before: they may have been put out since, or switched off. Null where nothing is wrong. */
export async function judgeAgain(queries: Queries, { tokenHash }: Member): Promise<AuthRefusal | null> {
  const [row = null] = await queries.query<SessionRow>(WHO, [[tokenHash]])
  const judged = judgeRow(row)
  return isRefusal(judged) ? judged : null
}

async function judgeSession(
  database: Database,
  tokenHash: Buffer,
  found: SessionRow | null,
): Promise<Member | AuthRefusal> {
  const row = judgeRow(found)
  if (isRefusal(row)) return row
  if (Date.now() - row.lastUsedAt.getTime() > TOUCH_EVERY_MS) {
    await database.together(TOUCH, [tokenHash], { mark: tokenHash.toString('base64') })
  }
  const member = { id: row.id, publicId: row.publicId, currency: row.currency, tokenHash }
  remember(member)
  return member
}
