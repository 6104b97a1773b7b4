import { randomUUID } from 'node:crypto'
import type { Database } from '../src/database/database.ts'
import { createMember } from '../src/member/register.ts'
import { hashPassword } from '../src/session/password.ts'
import { openSession } from '../src/session/session.ts'

/** Of all test members of this process. */
export const PASSWORD = `pass-${randomUUID()}`
/** Made for the first who needs it: the work of a hash is more than that of all the rest of a member. */
let passwordHash: Promise<string> | undefined

interface Newcomer {
  readonly phone: string
  readonly bankCode: string
  readonly bankAccountNo: string
  readonly bankAccountName: string
  readonly currency: string
}

/** Writes a member and their session by the product's own functions, without the calls that lead to them. */
export async function makeMember(
  database: Database,
  newcomer: Newcomer,
): Promise<{ readonly id: bigint; readonly token: string }> {
  passwordHash ??= hashPassword(PASSWORD)
  const member = { ...newcomer, name: 'Test Player', passwordHash: await passwordHash }
  const id = await database.transaction((tx) =>
    createMember(tx, { ...member, sourceCode: '', inviteCode: '' }),
  )
  const token = await openSession(database, { id, passwordHash: member.passwordHash })
  if (token === null) throw new Error('a member was made without a session')
  return { id, token }
}
