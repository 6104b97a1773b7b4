// What the environment says, checked before anything starts.
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isSandbox } from './outside-address.ts'
import { PlainError, reasonOf } from './plain-error.ts'

export type Region = 'th' | 'la'
export type DevPorts = { walletPort: number; deskPort: number }
export type Settings = {
  port: number
  sandboxPort: number
  /** Where Vite's own servers listen under `npm run dev`; null otherwise. */
  dev: DevPorts | null
  region: Region
  /** Whether English is in disguise, to find what was forgotten. */
  pseudoLocale: boolean
  /** Whether it is for real: with secrets of its own, and without demo accounts. */
  production: boolean
  dataFolder: string
  /** Given from outside; null means the embedded database. */
  databaseUrl: string | null
}

export const repositoryRoot = dirname(import.meta.dirname)

/** Of what lives for one call; without it Node lets that grow by tens of megabytes, which an idle process goes on holding (docs/performance.md). The image has the same. */
export const YOUNG_HEAP = '--max-semi-space-size=8'

export function readSettings(env: NodeJS.ProcessEnv, dev: boolean): Settings {
  const production = isProduction(env.KAPAO_MODE)
  const port = readPort(env, 'PORT', 8080)
  const sandboxPort = readPort(env, 'SANDBOX_PORT', 8090)
  const devPorts = dev
    ? { walletPort: readPort(env, 'WALLET_PORT', port + 1), deskPort: readPort(env, 'DESK_PORT', port + 2) }
    : null
  refuseSamePorts({
    PORT: port,
    // Without a sandbox nothing listens there.
    ...(isSandbox(env, { production, sandboxPort }) && { SANDBOX_PORT: sandboxPort }),
    ...(devPorts && { WALLET_PORT: devPorts.walletPort, DESK_PORT: devPorts.deskPort }),
  })
  return {
    port,
    sandboxPort,
    dev: devPorts,
    region: readRegion(env.KAPAO_REGION),
    pseudoLocale: isPseudoLocale(env),
    production,
    dataFolder: prepareDataFolder(resolve(repositoryRoot, env.KAPAO_DATA || '.data')),
    databaseUrl: readDatabaseUrl(env.DATABASE_URL),
  }
}

// The services refuse it, too; here it is said before pages are built and a database is made.
function isProduction(text: string | undefined): boolean {
  if (text === undefined || text === '') return false
  if (text === 'production') return true
  throw new PlainError(`KAPAO_MODE must be production or nothing; it is "${text}".`)
}

function refuseSamePorts(ports: Record<string, number>): void {
  const all = Object.entries(ports)
  if (new Set(Object.values(ports)).size === all.length) return
  throw new PlainError(`${all.map(([name, port]) => `${name} (${port})`).join(', ')} must differ.`)
}

function readPort(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const port = /^\d+$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535)
    throw new PlainError(`${name} must be a port number from 1 to 65535; it is "${text}".`)
  return port
}

function readRegion(text: string | undefined): Region {
  if (text === undefined || text === '') return 'th'
  if (text === 'th' || text === 'la') return text
  throw new PlainError(`KAPAO_REGION must be th or la; it is "${text}".`)
}

export function isPseudoLocale(env: NodeJS.ProcessEnv): boolean {
  const text = env.KAPAO_LOCALE_PSEUDO
  if (text === undefined || text === '' || text === '0') return false
  if (text === '1') return true
  throw new PlainError(`KAPAO_LOCALE_PSEUDO must be 1 or nothing; it is "${text}".`)
}

function readDatabaseUrl(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  // The address may hold a password: it is never repeated.
  if (/^postgres(ql)?:\/\//.test(text)) return text
  throw new PlainError('DATABASE_URL must begin with postgresql:// and name a PostgreSQL database.')
}

/** More than all that the launcher itself writes down there. */
const PROBE_BYTES = 65_536

function prepareDataFolder(folder: string): string {
  const probe = join(folder, `.probe.${process.pid}`)
  try {
    mkdirSync(join(folder, 'logs'), { recursive: true })
    try {
      // A full disk takes a file that has nothing in it.
      writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { flush: true })
    } finally {
      rmSync(probe, { force: true })
    }
    return realpathSync(folder)
  } catch (error) {
    throw new PlainError(
      `Kapao cannot write to its data folder ${folder}: ${reasonOf(error)}. Set KAPAO_DATA to a folder that it may write to.`,
    )
  }
}
