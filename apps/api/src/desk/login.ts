import { changeDeskPassword, deskLogin, deskLogout, deskMe, listColleagues } from '@kapao/contract/desk'
import type { Staff } from '@kapao/contract/desk-call'
import type { Queries } from '../database.ts'
import { refuse } from '../http/refusal.ts'
import { wordsOfPlace } from '../session/easy-password.ts'
import { bucketOfGuesses, rememberNetwork } from '../session/familiar-network.ts'
import { hashPassword, verifyPassword } from '../session/password.ts'
import { wrongWithPassword } from '../staff/account.ts'
import { audit } from '../staff/audit.ts'
import { cookieOf, endStaffSession, openStaffSession } from '../staff/session.ts'
import { type DeskContext, mountDesk } from './route.ts'

const TRIES_PER_NAME = 5
const TRIES_PER_ADDRESS = 30

interface StaffRow {
  readonly id: bigint
  readonly publicId: string
  readonly name: string
  readonly displayName: string
  readonly role: 'agent' | 'admin'
  readonly isActive: boolean
  readonly passwordHash: string
}

async function findStaff(queries: Queries, name: string): Promise<StaffRow | undefined> {
  const [row] = await queries.query<StaffRow>(
    'select id, public_id, name, display_name, role, is_active, password_hash from staff where name = $1',
    [name],
  )
  return row
}

function toStaff(row: Pick<StaffRow, 'publicId' | 'name' | 'displayName' | 'role'>): Staff {
  return { staffId: row.publicId, name: row.name, displayName: row.displayName, role: row.role }
}

function mountLogin(context: DeskContext): void {
  const { database, limits } = context
  mountDesk(context, deskLogin, async ({ body, ip, setHeader }) => {
    const name = body.name.trim().toLowerCase()
    const account = `desk-login:${name}`
    const byName = await bucketOfGuesses(database, account, ip)
    const byAddress = `desk-login-address:${ip}`
    // Counted before the password is looked at: guesses sent all at once are counted too.
    const secondsLeft =
      (await limits.hit(byName, TRIES_PER_NAME)) ?? (await limits.hit(byAddress, TRIES_PER_ADDRESS))
    if (secondsLeft !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter: secondsLeft })
    const staff = await findStaff(database, name)
    // Nobody's name costs the same time as a wrong password.
    const isRight = await verifyPassword(staff?.passwordHash, body.password)
    if (!staff || !isRight) {
      await audit(database, {
        staffId: null,
        action: 'login-failed',
        details: { name: name.slice(0, 40) },
        ip,
      })
      return refuse('WRONG_CREDENTIAL')
    }
    await limits.takeBack(byName)
    await limits.takeBack(byAddress)
    await rememberNetwork(database, account, ip)
    if (!staff.isActive) return refuse('INACTIVE_USER')
    const token = await database.transaction(async (tx) => {
      await audit(tx, { staffId: staff.id, action: 'login', ip })
      await tx.query('update staff set last_seen_at = now() where id = $1', [staff.id])
      return openStaffSession(tx, staff.id)
    })
    setHeader('set-cookie', cookieOf(token, context.isSecure))
    return { staff: toStaff(staff) }
  })
}

function mountPassword(context: DeskContext): void {
  const { database, operator, limits } = context
  mountDesk(context, changeDeskPassword, async ({ body, guarded: staff, ip }) => {
    const bucket = `desk-password:${staff.publicId}`
    const retryAfter = await limits.hit(bucket, TRIES_PER_NAME)
    if (retryAfter !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter })
    const row = await findStaff(database, staff.name)
    if (!(await verifyPassword(row?.passwordHash, body.oldPassword)))
      return refuse('WRONG_PASSWORD', { field: 'oldPassword' })
    const own = [...wordsOfPlace(operator.current()), staff.name, staff.displayName]
    if ((await wrongWithPassword(body.newPassword, own)) !== null)
      return refuse('INVALID_USER_INFO', { field: 'newPassword' })
    const passwordHash = await hashPassword(body.newPassword)
    await database.transaction(async (tx) => {
      await tx.query('update staff set password_hash = $2 where id = $1', [staff.id, passwordHash])
      await tx.query(
        `update staff_session set revoked_at = now() where staff_id = $1 and token_hash <> $2 and revoked_at is null`,
        [staff.id, staff.tokenHash],
      )
      await audit(tx, { staffId: staff.id, action: 'password-changed', ip })
    })
    await limits.takeBack(bucket)
    return { message: 'SUCCESS' as const }
  })
}

/** Logging in and out of the desk, and who is there. */
export function mountDeskLogin(context: DeskContext): void {
  const { database, operator } = context
  mountLogin(context)
  mountPassword(context)
  mountDesk(context, deskLogout, async ({ guarded: staff, ip, setHeader }) => {
    setHeader('set-cookie', cookieOf('', context.isSecure))
    if (staff) {
      await database.transaction(async (tx) => {
        await endStaffSession(tx, staff.tokenHash)
        await audit(tx, { staffId: staff.id, action: 'logout', ip })
      })
    }
    return { message: 'SUCCESS' as const }
  })
  mountDesk(context, deskMe, async ({ guarded: staff }) => ({
    staff: toStaff(staff),
    operatorName: operator.current().name,
  }))
  mountDesk(context, listColleagues, async () => ({
    colleagues: await database.query<{ staffId: string; displayName: string }>(
      'select public_id as staff_id, display_name from staff where is_active order by display_name, id',
    ),
  }))
}
