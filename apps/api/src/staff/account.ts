import { randomBytes } from 'node:crypto'
import type { StaffRole } from '@kapao/contract/desk-call'
import { charactersIn } from '@kapao/contract/text'
import { whoCommands } from '../command-line.ts'
import type { Database } from '../database/database.ts'
import { hashPassword } from '../session/password.ts'
import { judgePassword } from '../session/password-rule.ts'
import { audit } from './audit.ts'

export const STAFF_NAME_SHAPE = /^[a-z0-9][a-z0-9._-]{1,39}$/
export const STAFF_PASSWORD_MIN = 10
export const STAFF_PASSWORD_MAX = 128
/** How long a password holds that nobody chose. */
export const FIRST_PASSWORD_HOURS = 24

function isOfLength(password: string): boolean {
  const length = charactersIn(password)
  return length >= STAFF_PASSWORD_MIN && length <= STAFF_PASSWORD_MAX
}

/**
 * What is wrong with a password that one of the staff would have; null for nothing. `own` are the names that a guesser knows, `breachedPasswords`
 * is the operator's list, null where there is none.
 */
export function wrongWithPassword(
  password: string,
  own: readonly string[],
  breachedPasswords: string | null,
): Promise<'length' | 'breached' | 'easy' | null> {
  return judgePassword(password, { isOfLength, own, breachedPasswords })
}

export interface NewStaff {
  readonly name: string
  readonly displayName: string
  readonly role: StaffRole
  readonly password: string
  /** Made for them: it runs out unless they choose their own. */
  readonly isFirstPassword?: boolean
}

/** False when the name is taken. */
export async function addStaff(database: Database, one: NewStaff): Promise<boolean> {
  const passwordHash = await hashPassword(one.password)
  return database.transaction(async (tx) => {
    const [row] = await tx.query<{ id: bigint }>(
      `insert into staff (public_id, name, display_name, role, password_hash, password_expires_at)
       values ($1, $2, $3, $4, $5, now() + make_interval(hours => $6))
       on conflict (name) do nothing returning id`,
      [
        randomBytes(9).toString('base64url'),
        one.name,
        one.displayName,
        one.role,
        passwordHash,
        one.isFirstPassword ? FIRST_PASSWORD_HOURS : null,
      ],
    )
    if (!row) return false
    const details = { name: one.name, role: one.role, by: whoCommands() }
    await audit(tx, { staffId: null, action: 'staff-added', details })
    return true
  })
}
