import { changeDeskPassword, deskLogin, deskLogout, deskMe, listColleagues } from '@kapao/contract/desk'
import type { Staff } from '@kapao/contract/desk-call'
import type { Queries } from '../database/database.ts'
import { callerOf } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import type { Asked } from '../http/route.ts'
import { takeBackLater } from '../http/take-back-later.ts'
import { wordsOfPlace } from '../session/easy-password.ts'
import { findGuesses, rememberNetwork } from '../session/familiar-network.ts'
import { hashPassword, verifyPassword } from '../session/password.ts'
import { wrongWithPassword } from '../staff/account.ts'
import { audit } from '../staff/audit.ts'
import { recoveryCodesLeft, takeSecondFactor } from '../staff/second-factor.ts'
import { cookieOf, endStaffSession, openStaffSession, type StaffMember } from '../staff/session.ts'
import { type DeskContext, mountDesk } from './route.ts'

const TRIES_PER_NAME = 5
const TRIES_PER_ADDRESS = 30
const REFUSED_UNCOUNTED = 5

interface StaffRow {
  readonly id: bigint
  readonly publicId: string
  readonly name: string
  readonly displayName: string
  readonly role: 'agent' | 'admin'
  readonly isActive: boolean
  readonly passwordHash: string
  readonly isPasswordExpired: boolean
}

async function findStaff(queries: Queries, name: string): Promise<StaffRow | undefined> {
  const [row] = await queries.query<StaffRow>(
    `select id, public_id, name, display_name, role, is_active, password_hash,
       coalesce(password_expires_at <= now(), false) as is_password_expired
     from staff where name = $1`,
    [name],
  )
  return row
}

function toStaff(row: Pick<StaffRow, 'publicId' | 'name' | 'displayName' | 'role'>): Staff {
  return { staffId: row.publicId, name: row.name, displayName: row.displayName, role: row.role }
}

async function logOut(tx: Queries, { id: staffId, tokenHash }: StaffMember, ip: string): Promise<void> {
  await endStaffSession(tx, tokenHash)
  await audit(tx, { staffId, action: 'logout', ip })
}

/** A log-in that failed, of an account that is named: unlike every other one, it had the password. */
async function auditRightPassword(tx: Queries, staffId: bigint, ip: string): Promise<void> {
  await audit(tx, { staffId, action: 'login-failed', ip })
}

/** Whether the password that was shown is still theirs; a change of it, which ends every session, waits until this one is open. */
async function holdPassword(tx: Queries, { id, passwordHash }: StaffRow): Promise<boolean> {
  const held = await tx.query('select 1 from staff where id = $1 and password_hash = $2 for no key update', [
    id,
    passwordHash,
  ])
  return held.length > 0
}

/** Logs in whoever has shown the password: the session's token, or what the second factor says against it. */
async function openWith(
  tx: Queries,
  { sealKeys, needsSecondFactor }: DeskContext,
  staffId: bigint,
  { code, ip, log }: { readonly code: string } & Pick<Asked<typeof deskLogin>, 'ip' | 'log'>,
) {
  const shown = await takeSecondFactor(tx, sealKeys, staffId, code)
  if (shown === 'has-none' && needsSecondFactor) {
    await auditRightPassword(tx, staffId, ip)
    return refuse('KEY_MISSING')
  }
  if (shown === 'nothing') {
    // Somebody has the password: one who never shows the code is to be seen.
    await audit(tx, { staffId, action: 'second-factor-asked', ip })
    return refuse('UNVERIFIED_OTP')
  }
  if (shown === 'unreadable')
    log.error('a second factor was sealed under another KAPAO_SEAL_SECRET: its codes cannot be judged')
  if (shown === 'wrong' || shown === 'unreadable') {
    await audit(tx, { staffId, action: 'second-factor-failed', ip })
    return refuse('OTP_CODE_INVALID')
  }
  await audit(tx, { staffId, action: 'login', ip })
  if (shown === 'recovery-code')
    await audit(tx, {
      staffId,
      action: 'recovery-code-used',
      details: { left: await recoveryCodesLeft(tx, staffId) },
      ip,
    })
  await tx.query('update staff set last_seen_at = now() where id = $1', [staffId])
  return { token: await openStaffSession(tx, staffId) }
}

function mountLogin(context: DeskContext): void {
  const { database, limits } = context
  mountDesk(context, deskLogin, async ({ body, ip, log, setHeader, guarded: before }) => {
    const name = body.name.trim().toLowerCase()
    const account = `desk-login:${name}`
    const guesses = await findGuesses(database, account, ip)
    const byAddress = `desk-login-address:${callerOf(ip)}`
    // Counted before the password is looked at: guesses sent all at once are counted too.
    const secondsLeft = await limits.hitEach([
      { bucket: guesses.bucket, perMinute: TRIES_PER_NAME },
      { bucket: byAddress, perMinute: TRIES_PER_ADDRESS },
    ])
    if (secondsLeft !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter: secondsLeft })
    const staff = await findStaff(database, name)
    // Nobody's name costs the same time as a wrong password.
    const isRight = await verifyPassword(staff?.passwordHash, body.password)
    if (!staff || !isRight) {
      await audit(database, {
        staffId: null,
        action: 'login-failed',
        // One of the staff's, or none: what else is typed there may be a password, and the trail is kept for good.
        ...(staff && { details: { name: staff.name } }),
        ip,
      })
      return refuse('WRONG_CREDENTIAL')
    }
    const opened = await database.transaction(async (tx) => {
      if (!staff.isActive) {
        await auditRightPassword(tx, staff.id, ip)
        return refuse('INACTIVE_USER')
      }
      // Before the second factor: no code is used up by a log-in that cannot be.
      if (staff.isPasswordExpired) {
        await auditRightPassword(tx, staff.id, ip)
        return refuse('OTP_EXPIRED')
      }
      if (!(await holdPassword(tx, staff))) {
        await auditRightPassword(tx, staff.id, ip)
        return refuse('WRONG_CREDENTIAL')
      }
      const outcome = await openWith(tx, context, staff.id, { code: body.code, ip, log })
      if ('refused' in outcome) return outcome
      // Only now: the password alone makes nobody's network familiar.
      if (!guesses.isRemembered) await rememberNetwork(tx, account, ip)
      // This browser's session of before has no cookie from here on; nobody shall go on with it elsewhere.
      if (before) await logOut(tx, before, ip)
      return outcome
    })
    // A wrong code is a guess like a wrong password.
    if ('refused' in opened && opened.refused === 'OTP_CODE_INVALID') return opened
    if ('refused' in opened) {
      // The right password is no guess. Beyond some a minute it is counted all the same: each is a line of the trail, which nobody can take out.
      const secondsOver = await limits.hit(`desk-login-refused:${staff.publicId}`, REFUSED_UNCOUNTED)
      if (secondsOver === null) takeBackLater(limits, log, guesses.bucket, byAddress)
      return opened
    }
    takeBackLater(limits, log, guesses.bucket, byAddress)
    setHeader('set-cookie', cookieOf(opened.token, context.isSecure))
    return { staff: toStaff(staff) }
  })
}

function mountPassword(context: DeskContext): void {
  const { database, operator, limits, breachedPasswords } = context
  mountDesk(context, changeDeskPassword, async ({ body, guarded: staff, ip, log }) => {
    // Chosen anew, a first password would be theirs for good.
    if (body.newPassword === body.oldPassword) return refuse('INVALID_USER_INFO', { field: 'newPassword' })
    const own = [...wordsOfPlace(operator.current()), staff.name, staff.displayName]
    if ((await wrongWithPassword(body.newPassword, own, breachedPasswords)) !== null)
      return refuse('INVALID_USER_INFO', { field: 'newPassword' })
    // Only now: what was refused by then is no guess at the old one.
    const bucket = `desk-password:${staff.publicId}`
    const retryAfter = await limits.hit(bucket, TRIES_PER_NAME)
    if (retryAfter !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter })
    const row = await findStaff(database, staff.name)
    if (!(await verifyPassword(row?.passwordHash, body.oldPassword)))
      return refuse('WRONG_PASSWORD', { field: 'oldPassword' })
    const passwordHash = await hashPassword(body.newPassword)
    const isChanged = await database.transaction(async (tx) => {
      const changed = await tx.query(
        'update staff set password_hash = $3, password_expires_at = null where id = $1 and password_hash = $2 returning id',
        [staff.id, row?.passwordHash, passwordHash],
      )
      if (changed.length === 0) return false
      await tx.query(
        `update staff_session set revoked_at = now() where staff_id = $1 and token_hash <> $2 and revoked_at is null`,
        [staff.id, staff.tokenHash],
      )
      await audit(tx, { staffId: staff.id, action: 'password-changed', ip })
      return true
    })
    // Somebody else was quicker, from another session.
    if (!isChanged) return refuse('WRONG_PASSWORD', { field: 'oldPassword' })
    takeBackLater(limits, log, bucket)
    return { message: 'SUCCESS' as const }
  })
}

/** Logging in and out of the desk, and who is there. */
export function mountDeskLogin(context: DeskContext): void {
  const { database, operator } = context
  mountLogin(context)
  mountPassword(context)
  mountDesk(context, deskLogout, async ({ guarded: staff, ip, setHeader }) => {
    if (staff) {
      await database.transaction((tx) => logOut(tx, staff, ip))
    }
    // Only now: without the cookie, a log-out that failed could not be tried again.
    setHeader('set-cookie', cookieOf('', context.isSecure))
    return { message: 'SUCCESS' as const }
  })
  mountDesk(context, deskMe, async ({ guarded: staff }) => {
    const [row] = await database.query<{ passwordExpiresAt: Date | null }>(
      'select password_expires_at from staff where id = $1',
      [staff.id],
    )
    return {
      staff: toStaff(staff),
      operatorName: operator.current().name,
      passwordExpiresAt: row?.passwordExpiresAt?.toISOString() ?? null,
    }
  })
  mountDesk(context, listColleagues, async () => ({
    colleagues: await database.query<{ staffId: string; displayName: string }>(
      'select public_id as staff_id, display_name from staff where is_active order by display_name, id',
    ),
  }))
}
