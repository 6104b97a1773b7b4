import { parseArgs } from 'node:util'
import type { AuditAction } from '@kapao/contract/desk-admin'
import { staffRoles } from '@kapao/contract/desk-call'
import { toString as drawQr } from 'qrcode'
import { whoCommands } from '../command-line.ts'
import type { Database, Queries } from '../database/database.ts'
import type { SealKeys } from '../sealing/seal.ts'
import { wordsOfPlace } from '../session/easy-password.ts'
import { hashPassword } from '../session/password.ts'
import {
  addStaff,
  FIRST_PASSWORD_HOURS,
  STAFF_NAME_SHAPE,
  STAFF_PASSWORD_MAX,
  STAFF_PASSWORD_MIN,
  wrongWithPassword,
} from './account.ts'
import { audit } from './audit.ts'
import { freeConversations } from './free-conversations.ts'
import { randomGroups } from './random-groups.ts'
import { enrol, SecondFactor, switchOff } from './second-factor.ts'

export const USAGE = `Staff of the desk:
  npm run staff -- add <name> --role agent|admin [--display "Name that customers see"] [--generate]
  npm run staff -- list
  npm run staff -- reset <name> [--generate]     a new password; ends the sessions
  npm run staff -- disable <name>                ends the sessions, and gives open conversations back to nobody
  npm run staff -- enable <name>
  npm run staff -- second-factor <name>          a code from an app beside the password; ends the sessions
  npm run staff -- second-factor-off <name>
The password is asked for; with --generate, or without a terminal, one is made and shown once. It is a first password:
it runs out after ${FIRST_PASSWORD_HOURS} hours unless its owner has chosen their own at the desk.`

/** What was asked for makes no sense, or cannot be; the message is for whoever typed it. */
export class StaffCommandError extends Error {}

export interface Terminal {
  say(line: string): void
  /** Empty where nobody answers. */
  ask(question: string): Promise<string>
  /** Without showing what is typed. Null where nobody can be asked. */
  readonly askPassword: ((question: string) => Promise<string>) | null
  /** A file that no password may be in; null for none. */
  readonly breachedPasswords: string | null
  /** Read when something is to be sealed: everything else does without. */
  sealKeys(): SealKeys
}

/** Whose Kapao it is. */
async function readPlace(database: Database): Promise<{ readonly name: string; readonly website: string }> {
  const rows = await database.query<{ name: string; value: unknown }>(
    "select name, value from operator_setting where name in ('name', 'website')",
  )
  return {
    name: '',
    website: '',
    ...Object.fromEntries(rows.map(({ name, value }) => [name, String(value)])),
  }
}

/** The names that a guesser of this one's password knows. */
async function namesAround(database: Database, own: readonly string[]): Promise<readonly string[]> {
  return [...wordsOfPlace(await readPlace(database)), ...own]
}

interface Chosen {
  readonly password: string
  readonly isFirstPassword: boolean
}

async function choosePassword(
  database: Database,
  { name, display, isGenerated }: Asked,
  terminal: Terminal,
): Promise<Chosen> {
  if (isGenerated || terminal.askPassword === null) {
    const password = randomGroups(4)
    terminal.say(`Password: ${password}`)
    terminal.say('It is shown this once and kept nowhere.')
    terminal.say(`It runs out in ${FIRST_PASSWORD_HOURS} hours: ${name} chooses another at the desk before.`)
    return { password, isFirstPassword: true }
  }
  const password = await terminal.askPassword('Password: ')
  const around = await namesAround(database, [name, display ?? ''])
  const wrong = await wrongWithPassword(password, around, terminal.breachedPasswords)
  if (wrong === 'length')
    throw new StaffCommandError(
      `A password has ${STAFF_PASSWORD_MIN} to ${STAFF_PASSWORD_MAX} characters. Nothing was changed.`,
    )
  if (wrong === 'breached')
    throw new StaffCommandError('That one is in the list of breached passwords. Nothing was changed.')
  if (wrong === 'easy')
    throw new StaffCommandError('That one is among the first that are guessed. Nothing was changed.')
  if ((await terminal.askPassword('Again: ')) !== password)
    throw new StaffCommandError('The two are not the same. Nothing was changed.')
  return { password, isFirstPassword: false }
}

interface Asked {
  readonly name: string
  readonly role: string | undefined
  readonly display: string | undefined
  readonly isGenerated: boolean
}

async function add(database: Database, asked: Asked, terminal: Terminal) {
  const { name, role, display } = asked
  const known = staffRoles.find((one) => one === role)
  if (!known) throw new StaffCommandError(`--role is ${staffRoles.join(' or ')}.`)
  if (!STAFF_NAME_SHAPE.test(name))
    throw new StaffCommandError(
      'A name has 2 to 40 small letters, digits, dots, - or _, and begins with a letter or digit.',
    )
  const [taken] = await database.query('select 1 from staff where name = $1', [name])
  if (taken) throw new StaffCommandError(`There is a ${name} already.`)
  const displayName = (display ?? name).trim()
  if (displayName === '' || [...displayName].length > 40)
    throw new StaffCommandError('--display has 1 to 40 characters.')
  const chosen = await choosePassword(database, asked, terminal)
  const isAdded = await addStaff(database, { name, displayName, role: known, ...chosen })
  if (!isAdded) throw new StaffCommandError(`There is a ${name} already.`)
  terminal.say(`Added ${name}, ${known}. Customers see ${displayName}.`)
}

async function endSessions(tx: Queries, staffId: bigint): Promise<void> {
  await tx.query('update staff_session set revoked_at = now() where staff_id = $1 and revoked_at is null', [
    staffId,
  ])
}

/** Changes one of the staff, and writes it down, or says that there is none of that name. */
async function change(
  database: Database,
  name: string,
  action: AuditAction,
  work: (tx: Queries, id: bigint) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const [row] = await tx.query<{ id: bigint }>('select id from staff where name = $1 for update', [name])
    if (!row) throw new StaffCommandError(`There is no ${name}.`)
    await work(tx, row.id)
    await audit(tx, { staffId: null, action, details: { name, by: whoCommands() } })
  })
}

async function enable(database: Database, name: string, terminal: Terminal): Promise<void> {
  await change(database, name, 'staff-enabled', async (tx, id) => {
    await tx.query('update staff set is_active = true where id = $1', [id])
  })
  terminal.say(`${name} may log in again.`)
}

async function disable(database: Database, name: string, terminal: Terminal): Promise<void> {
  let freed = 0
  await change(database, name, 'staff-disabled', async (tx, id) => {
    await tx.query('update staff set is_active = false where id = $1', [id])
    await endSessions(tx, id)
    freed = await freeConversations(tx, id)
  })
  terminal.say(`${name} is logged out and may not log in.`)
  if (freed > 0) terminal.say(`Open conversations that are nobody’s from now on: ${freed}.`)
}

async function reset(database: Database, asked: Asked, terminal: Terminal): Promise<void> {
  const { name } = asked
  await mustKnow(database, name)
  const { password, isFirstPassword } = await choosePassword(database, asked, terminal)
  const passwordHash = await hashPassword(password)
  await change(database, name, 'staff-reset', async (tx, id) => {
    await tx.query(
      `update staff set password_hash = $2, password_expires_at = now() + make_interval(hours => $3) where id = $1`,
      [id, passwordHash, isFirstPassword ? FIRST_PASSWORD_HOURS : null],
    )
    await endSessions(tx, id)
  })
  terminal.say(`${name} has a new password and is logged out everywhere.`)
}

async function mustKnow(database: Database, name: string): Promise<void> {
  const [known] = await database.query('select 1 from staff where name = $1', [name])
  if (!known) throw new StaffCommandError(`There is no ${name}.`)
}

/** Nothing is kept before a code has shown that the app has it. */
async function addSecondFactor(database: Database, name: string, terminal: Terminal): Promise<void> {
  await mustKnow(database, name)
  // First: whoever has scanned it takes it for theirs.
  const sealKeys = terminal.sealKeys()
  const { name: issuer } = await readPlace(database)
  const factor = SecondFactor.make(issuer, name)
  terminal.say(await drawQr(factor.address, { type: 'terminal', small: true }))
  terminal.say(`Scan it with an authenticator app, or give the app this:\n${factor.address}`)
  const step = factor.stepOf(await terminal.ask('Code that the app shows: '))
  if (step === null)
    throw new StaffCommandError(
      'That is not its code. Is the clock right, here and on the phone? Nothing was changed.',
    )
  let codes: readonly string[] = []
  await change(database, name, 'staff-second-factor-on', async (tx, id) => {
    codes = await enrol(tx, id, { sealKeys, factor, step })
    await endSessions(tx, id)
  })
  terminal.say(`${name} logs in with a code from now on, and is logged out everywhere.`)
  terminal.say('Without the app each of these works once. They are shown this once:')
  for (const code of codes) terminal.say(`  ${code}`)
}

async function dropSecondFactor(database: Database, name: string, terminal: Terminal): Promise<void> {
  await change(database, name, 'staff-second-factor-off', async (tx, id) => {
    if (!(await switchOff(tx, id))) throw new StaffCommandError(`${name} has no second factor.`)
  })
  terminal.say(`${name} logs in with nothing but the password.`)
}

async function list(database: Database, terminal: Terminal): Promise<void> {
  const rows = await database.query<{
    name: string
    displayName: string
    role: string
    isActive: boolean
    lastSeenAt: Date | null
    passwordExpiresAt: Date | null
    hasSecondFactor: boolean
  }>(
    `select name, display_name, role, is_active, last_seen_at, password_expires_at,
       exists (select from staff_second_factor f where f.staff_id = staff.id) as has_second_factor
     from staff order by name`,
  )
  if (rows.length === 0) terminal.say('There are no staff yet.')
  const width = Math.max(0, ...rows.map((row) => row.name.length))
  for (const row of rows) {
    const seen = row.lastSeenAt ? `last seen ${row.lastSeenAt.toISOString()}` : 'never logged in'
    const state = row.isActive ? seen : 'disabled'
    const first = row.passwordExpiresAt
      ? `, first password, until ${row.passwordExpiresAt.toISOString()}`
      : ''
    const factor = row.hasSecondFactor ? ', second factor' : ''
    terminal.say(
      `${row.name.padEnd(width)}  ${row.role.padEnd(5)}  ${row.displayName}  (${state}${first}${factor})`,
    )
  }
}

/** Does what the command's words say. Throws StaffCommandError with what is wrong with them. */
export async function runStaffCommand(
  database: Database,
  words: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const { values, positionals } = parse(words)
  const [verb = '', typed, ...rest] = positionals
  const name = typed?.toLowerCase() ?? ''
  const isListed = verb === 'list' && typed === undefined
  if (rest.length > 0 || (name === '' && !isListed)) throw new StaffCommandError(USAGE)
  const asked = { name, role: values.role, display: values.display, isGenerated: values.generate === true }
  if (isListed) return list(database, terminal)
  if (verb === 'add') return add(database, asked, terminal)
  if (verb === 'reset') return reset(database, asked, terminal)
  if (verb === 'second-factor') return addSecondFactor(database, name, terminal)
  if (verb === 'second-factor-off') return dropSecondFactor(database, name, terminal)
  if (verb === 'enable') return enable(database, name, terminal)
  if (verb === 'disable') return disable(database, name, terminal)
  throw new StaffCommandError(USAGE)
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { role: { type: 'string' }, display: { type: 'string' }, generate: { type: 'boolean' } },
    })
  } catch {
    throw new StaffCommandError(USAGE)
  }
}
