// Where the embedded database lives, and making it the first time.
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from './files.ts'
import { PlainError } from './plain-error.ts'
import { copyBinaries, findBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { canEnter, canRun, choosePostgresUser, type PostgresUser } from './postgres-user.ts'
import { clearPredecessor } from './postmaster.ts'

export type Cluster = {
  binaries: PostgresBinaries
  user: PostgresUser | null
  /** The folder around the cluster; guarded on its own when it lies outside of the data folder. */
  home: string
  folder: string
  password: string
  /** The port of the last run; 0 when there was none. */
  port: number
}

type Remembered = { home: string | null; password: string; port: number }

const outsideHome = '/var/lib/kapao'

/** Finds the cluster of a data folder, or makes one. `say` gets a line when something deserves to be known. */
export async function prepareCluster(dataFolder: string, say: (line: string) => void): Promise<Cluster> {
  const remembered = readRemembered(dataFolder)
  const inside = join(realpathSync(dataFolder), 'database')
  const binaries = findBinaries()
  const major = binaries.version.split('.')[0]
  const known = remembered?.home ?? inside
  const user = choosePostgresUser(join(known, `cluster-${major}`))
  if (user !== null) letThrough(dataFolder)
  const reachable =
    user === null || (canEnter(user, realpathSync(dataFolder)) && canRun(user, binaries.postgres))
  const home =
    remembered?.home ?? (reachable || user === null ? inside : await homeOutside(dataFolder, user, say))
  const cluster: Cluster = {
    binaries: user === null || canRun(user, binaries.postgres) ? binaries : copyForUser(binaries),
    user,
    home,
    folder: join(home, `cluster-${major}`),
    password: remembered?.password ?? randomBytes(24).toString('hex'),
    port: remembered?.port ?? 0,
  }
  refuseOtherVersions(cluster)
  // Known before it is used: a cluster whose password was never written down would be lost.
  rememberCluster(dataFolder, cluster)
  if (!existsSync(cluster.folder)) makeCluster(cluster)
  else if (remembered === null) await resetPassword(cluster)
  return cluster
}

export function rememberCluster(
  dataFolder: string,
  cluster: Pick<Cluster, 'home' | 'password' | 'port'>,
): void {
  const outside = !cluster.home.startsWith(`${realpathSync(dataFolder)}/`)
  const remembered: Remembered = {
    home: outside ? cluster.home : null,
    password: cluster.password,
    port: cluster.port,
  }
  writeWhole(rememberedFile(dataFolder), JSON.stringify(remembered), 0o600)
}

/** The address of a database on the cluster of a data folder, as its last launcher left it; null when there is none. */
export function runningDatabase(dataFolder: string, name: string): string | null {
  const remembered = readRemembered(dataFolder)
  if (remembered === null || remembered.port === 0) return null
  return `postgresql://kapao:${remembered.password}@127.0.0.1:${remembered.port}/${name}`
}

function rememberedFile(dataFolder: string): string {
  return join(dataFolder, 'database.json')
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readRemembered(dataFolder: string): Remembered | null {
  const file = rememberedFile(dataFolder)
  if (!existsSync(file)) return null
  const value = parseOrNull(readFileSync(file, 'utf8'))
  if (
    typeof value !== 'object' ||
    value === null ||
    !('password' in value) ||
    typeof value.password !== 'string'
  ) {
    throw new PlainError(`${file} is damaged: it holds no password for the database.`)
  }
  const home = 'home' in value && typeof value.home === 'string' ? value.home : null
  const port = 'port' in value && typeof value.port === 'number' ? value.port : 0
  // Where the folder outside went, its data went too: better to make a new one than never to start again.
  return home !== null && !existsSync(home) ? null : { home, password: value.password, port }
}

/** A folder of its own under /var/lib for root whose clone the database's user cannot enter. */
async function homeOutside(
  dataFolder: string,
  user: PostgresUser,
  say: (line: string) => void,
): Promise<string> {
  const name = createHash('sha256').update(realpathSync(dataFolder)).digest('hex').slice(0, 12)
  const home = join(outsideHome, name)
  say(
    `The database's user (${user.name}) cannot look into ${realpathSync(dataFolder)}; the database lives in ${home}.`,
  )
  if (existsSync(home)) {
    // The data folder was deleted to begin anew. What it left here is put aside, not thrown away.
    for (const entry of readdirSync(home).filter((name) => name.startsWith('cluster-')))
      await clearPredecessor(join(home, entry))
    const aside = `${home}.before-${Date.now()}`
    renameSync(home, aside)
    say(`An earlier database of this folder was put aside as ${aside}.`)
  }
  return home
}

function copyForUser(binaries: PostgresBinaries): PostgresBinaries {
  mkdirSync(outsideHome, { recursive: true })
  letThrough(outsideHome)
  return copyBinaries(binaries, outsideHome)
}

function refuseOtherVersions(cluster: Cluster): void {
  const file = join(cluster.folder, 'PG_VERSION')
  if (!existsSync(file)) return
  const made = readFileSync(file, 'utf8').trim()
  const have = cluster.binaries.version.split('.')[0]
  if (made !== have)
    throw new PlainError(`${cluster.folder} belongs to PostgreSQL ${made}; this is PostgreSQL ${have}.`)
}

/** Removes what an interrupted start left half made. Its initdb may live a moment longer, and writes to its own folder alone. */
function clearUnfinished(home: string): void {
  for (const entry of readdirSync(home).filter((name) => name.startsWith('unfinished')))
    rmSync(join(home, entry), { recursive: true, force: true, maxRetries: 5 })
}

function makeCluster(cluster: Cluster): void {
  if (cluster.home.startsWith(outsideHome)) {
    mkdirSync(outsideHome, { recursive: true })
    letThrough(outsideHome)
  }
  // It is there already when an earlier start was interrupted in here.
  mkdirSync(cluster.home, { recursive: true, mode: 0o700 })
  clearUnfinished(cluster.home)
  const half = join(cluster.home, `unfinished-${process.pid}`)
  const passwordFile = join(cluster.home, 'password')
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 })
  if (cluster.user !== null) {
    for (const path of [cluster.home, passwordFile]) chownSync(path, cluster.user.uid, cluster.user.gid)
  }
  const made = run(
    cluster,
    cluster.binaries.initdb,
    [
      ['-D', half],
      ['--username', 'kapao', '--auth', 'scram-sha-256', '--pwfile', passwordFile],
      // The built-in provider sorts and folds the same way on every system, whatever locales it has.
      ['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ].flat(),
  )
  rmSync(passwordFile, { force: true })
  if (made.status !== 0) {
    rmSync(half, { recursive: true, force: true })
    throw new PlainError(`PostgreSQL could not be set up in ${cluster.home}: ${lastLines(made)}`)
  }
  renameSync(half, cluster.folder)
}

// The data folder is root's; its database user has to pass through it to reach its own.
function letThrough(folder: string): void {
  const mode = statSync(folder).mode & 0o777
  if ((mode & 0o011) !== 0o011) chmodSync(folder, mode | 0o011)
}

/** For a cluster whose remembered password is lost: the single-user server asks for none. */
async function resetPassword(cluster: Cluster): Promise<void> {
  await clearPredecessor(cluster.folder)
  const statement = `ALTER ROLE kapao PASSWORD '${cluster.password}'\n`
  const done = run(
    cluster,
    cluster.binaries.postgres,
    ['--single', '-D', cluster.folder, 'postgres'],
    statement,
  )
  if (done.status !== 0)
    throw new PlainError(`The database in ${cluster.folder} cannot be opened: ${lastLines(done)}`)
}

function run(cluster: Cluster, program: string, args: string[], input = '') {
  const identity = cluster.user === null ? {} : { uid: cluster.user.uid, gid: cluster.user.gid }
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' }
  return spawnSync(program, args, { cwd: '/', env, input, encoding: 'utf8', ...identity })
}

function lastLines(result: { stderr: string; error?: Error }): string {
  return result.error?.message ?? result.stderr.trim().split('\n').slice(-3).join(' ')
}
