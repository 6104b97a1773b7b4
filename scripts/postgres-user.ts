// PostgreSQL refuses to run as root, so root lends it a system user.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { PlainError } from './plain-error.ts'

export type PostgresUser = { uid: number; gid: number; name: string }

/** Who the database runs as: null means as oneself. An existing cluster keeps the owner it has. */
export function choosePostgresUser(existingCluster: string): PostgresUser | null {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(existingCluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `user ${owner.uid}` }
  const user = lookUp('kapao') ?? create('kapao') ?? lookUp('postgres') ?? lookUp('nobody')
  if (user === null) {
    throw new PlainError(
      'PostgreSQL does not run as root, and no system user could be made or found for it. ' +
        'Start Kapao as an ordinary user, or set DATABASE_URL.',
    )
  }
  if (!canRunAs(user)) {
    throw new PlainError(
      `PostgreSQL does not run as root, and this root may not start programs as the user ${user.name}. ` +
        'Start Kapao as an ordinary user, or set DATABASE_URL.',
    )
  }
  return user
}

function lookUp(name: string): PostgresUser | null {
  const uid = idOf('-u', name)
  const gid = idOf('-g', name)
  return uid === null || gid === null || uid === 0 ? null : { uid, gid, name }
}

function idOf(flag: string, name: string): number | null {
  const answer = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return answer.status === 0 ? Number(answer.stdout) >>> 0 : null
}

function create(name: string): PostgresUser | null {
  const flags = [
    '--system',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    '--user-group',
  ]
  // Debian's root may have no sbin on its PATH after `su`.
  const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` }
  const made = spawnSync('useradd', [...flags, name], { env })
  if (made.status !== 0) spawnSync('adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', name], { env })
  return lookUp(name)
}

function canRunAs(user: PostgresUser): boolean {
  return spawnSync('/bin/sh', ['-c', 'true'], { uid: user.uid, gid: user.gid, cwd: '/' }).status === 0
}

/** Whether that user can enter the folder. Asked of the system itself: modes alone do not tell (ACLs, mounts). */
export function canEnter(user: PostgresUser, folder: string): boolean {
  const answer = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
  })
  return answer.status === 0
}

/** Whether that user can run the program: it may be unreadable, or its libraries may be. */
export function canRun(user: PostgresUser, program: string): boolean {
  return spawnSync(program, ['--version'], { uid: user.uid, gid: user.gid, cwd: '/' }).status === 0
}
