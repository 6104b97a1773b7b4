import type { AuditAction } from '@kapao/contract/desk-admin'
import { whoCommands } from '../command-line.ts'
import type { Database } from '../database/database.ts'
import { audit } from '../staff/audit.ts'
import { normalisePhone } from './phone.ts'

const USAGE = `Members, by the phone that they log in with:
  npm run member -- log-out <phone>     ends every session; the member may log in again
  npm run member -- disable <phone>     the same, and no log-in until enabled
  npm run member -- enable <phone>`

/** What was asked for makes no sense, or cannot be; the message is for whoever typed it. */
class MemberCommandError extends Error {}

const DONE: Readonly<Record<string, { readonly action: AuditAction; readonly isActive: boolean | null }>> = {
  'log-out': { action: 'member-logged-out', isActive: null },
  disable: { action: 'member-disabled', isActive: false },
  enable: { action: 'member-enabled', isActive: true },
}

/** Does what the command's words say, and writes it down; answers what became of it. Throws MemberCommandError. */
export async function runMemberCommand(database: Database, words: readonly string[]): Promise<string> {
  const [verb = '', typed = '', ...rest] = words
  const asked = Object.hasOwn(DONE, verb) ? DONE[verb] : undefined
  if (asked === undefined || typed === '' || rest.length > 0) throw new MemberCommandError(USAGE)
  // Whichever region it is: no Thai phone is written as one of Laos.
  const phone = normalisePhone(typed, 'la')
  return database.transaction(async (tx) => {
    const [member] = await tx.query<{ id: bigint; publicId: string }>(
      'select id, public_id from member where username = $1 for update',
      [phone],
    )
    if (!member) throw new MemberCommandError(`There is no member with the phone ${typed}.`)
    if (asked.isActive !== null)
      await tx.query('update member set is_active = $2 where id = $1', [member.id, asked.isActive])
    const ended =
      asked.isActive === true
        ? []
        : await tx.query(
            'update session set revoked_at = now() where member_id = $1 and revoked_at is null returning 1',
            [member.id],
          )
    // The trail is kept for good: it names the member as the desk does, not by phone.
    const details = { member: member.publicId, sessions: ended.length, by: whoCommands() }
    await audit(tx, { staffId: null, action: asked.action, details })
    if (asked.isActive === true) return `${phone} may log in again.`
    const wayIn = asked.isActive === false ? 'may not log in' : 'may log in again'
    return `${phone} is logged out everywhere (sessions ended: ${ended.length}), and ${wayIn}.`
  })
}
