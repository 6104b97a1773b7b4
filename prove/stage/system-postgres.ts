// The PostgreSQL of the system's packages: a server as an operator installs it, on a cluster of the proof's own.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-ports.ts'
import { choosePostgresUser } from '../../scripts/postgres-user.ts'
import type { Served } from './postgres-actor.ts'

const DEBIAN = '/usr/lib/postgresql'

/** The newest that Debian or Ubuntu has installed; null where there is none. */
export function findSystemPostgres(): string | null {
  if (!existsSync(DEBIAN)) return null
  const versions = readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one))
  const bin = versions.map((version) => join(DEBIAN, version, 'bin'))
  return bin.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

/** Makes a cluster below `parent` by the programs in `bin`. */
export async function makeSystemCluster(bin: string, parent: string): Promise<Served> {
  const home = join(parent, 'system-postgresql')
  const cluster = join(home, 'cluster')
  const user = choosePostgresUser(cluster)
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(home, 'password')
  mkdirSync(home, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user !== null) for (const path of [home, passwordFile]) chownSync(path, user.uid, user.gid)
  const flags = ['--username', 'kapao', '--auth', 'scram-sha-256', '--pwfile', passwordFile]
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', cluster, ...flags, '--encoding', 'UTF8', '--locale', 'C.UTF-8'],
    { cwd: '/', encoding: 'utf8', ...(user === null ? {} : { uid: user.uid, gid: user.gid }) },
  )
  rmSync(passwordFile)
  if (made.status !== 0) throw new Error(`initdb of ${bin}: ${made.stderr}`)
  return {
    home,
    password,
    plan: { postgres: join(bin, 'postgres'), cluster, port: await freePort(), user },
  }
}
