// A cluster for tests as a first start has it before it seeds anything: its databases are made with all migrations in them. To make it takes some seconds
// of a processor, a copy next to nothing, and a run begins a dozen. Whoever begins with a copy migrates and seeds as ever, and finds nothing to migrate.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { migrate } from '../apps/api/src/database/migrate.ts'
import { startDatabase } from './database.ts'
import { type Cluster, prepareCluster, rememberCluster } from './database-cluster.ts'
import { PlainError } from './plain-error.ts'
import { repositoryRoot } from './settings.ts'

const kept = join(repositoryRoot, 'node_modules', '.cache', 'kapao-cluster')

/** Whatever decides what is in it: the lock file names the versions of PostgreSQL and of pg-boss. */
const MADE_BY = [
  'package-lock.json',
  'apps/api/src/database/migrate.ts',
  'apps/api/src/worker/clock-schema.ts',
  'scripts/database-cluster.ts',
  'scripts/prepared-cluster.ts',
]
const MIGRATIONS = 'apps/api/migrations'

/** Its folder, made when this state of the code has none yet. */
export async function findPreparedCluster(): Promise<string> {
  const folder = join(kept, nameOf([...MADE_BY, ...migrations()]))
  if (!existsSync(folder)) await prepare(folder)
  return folder
}

/** Puts a copy into an empty data folder, where the launcher takes it for its own of an earlier start. */
export async function layPreparedCluster(dataFolder: string): Promise<void> {
  const from = await findPreparedCluster()
  const cluster = readdirSync(from).find((name) => name.startsWith('cluster-'))
  // Its user cannot look into folders for a while: the launcher makes one in the place that it chooses.
  if (cluster === undefined) return
  const home = join(realpathSync(dataFolder), 'database')
  mkdirSync(home, { mode: 0o700 })
  const owner = statSync(join(from, cluster))
  chownSync(home, owner.uid, owner.gid)
  copy(join(from, cluster), join(home, cluster))
  rememberCluster(dataFolder, { home, password: readFileSync(join(from, 'password'), 'utf8'), port: 0 })
}

const migrations = () =>
  readdirSync(join(repositoryRoot, MIGRATIONS))
    .sort()
    .map((name) => join(MIGRATIONS, name))

function nameOf(files: readonly string[]): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.getuid?.()}\0`)
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(repositoryRoot, file)))
  return hash.digest('hex').slice(0, 16)
}

async function prepare(folder: string): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kapao-prepared-'))
  const half = `${folder}.new-${process.pid}`
  try {
    const cluster = await prepareCluster(dataFolder, () => {})
    await fill(dataFolder)
    mkdirSync(half, { recursive: true, mode: 0o700 })
    writeFileSync(join(half, 'password'), cluster.password, { mode: 0o600 })
    if (isInside(dataFolder, cluster)) copy(cluster.folder, join(half, basename(cluster.folder)))
    else rmSync(cluster.home, { recursive: true, force: true })
    takePlace(half, folder)
  } finally {
    for (const one of [dataFolder, half]) rmSync(one, { recursive: true, force: true })
  }
}

const isInside = (dataFolder: string, { home }: Cluster) => home.startsWith(`${realpathSync(dataFolder)}/`)

/** Every database of a cluster is made as its `template1` is. */
async function fill(dataFolder: string): Promise<void> {
  let lost: string | null = null
  const database = await startDatabase({
    dataFolder,
    log: 'ignore',
    say: () => {},
    started: () => {},
    lost: (reason) => {
      lost = reason
    },
  })
  try {
    await migrate(await database.open('template1'))
  } finally {
    await database.stop()
  }
  if (lost !== null) throw new PlainError(`No cluster could be prepared: ${lost}`)
}

function copy(from: string, to: string): void {
  // With its owner: PostgreSQL does not run on another's folder, nor as root.
  const copied = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (copied.status !== 0) throw new PlainError(`${from} could not be copied: ${copied.stderr}`)
}

/** Another may have prepared one meanwhile, which is the same. What an earlier state of the code left here is of no more use. */
function takePlace(half: string, folder: string): void {
  for (const name of readdirSync(kept))
    if (!name.includes('.') && name !== basename(folder))
      rmSync(join(kept, name), { recursive: true, force: true })
  if (!existsSync(folder)) renameSync(half, folder)
}
