// Where the Kapao of a data folder finds the outside world, for the commands that work beside it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from './files.ts'
import { PlainError } from './plain-error.ts'
import type { Settings } from './settings.ts'

const rememberedFile = (dataFolder: string) => join(dataFolder, 'outside.json')

/** Where an environment says that the outside answers: KAPAO_SANDBOX_URL is the name of before, which is still read. */
function namedOutside(env: NodeJS.ProcessEnv): string | undefined {
  return env.KAPAO_GATEWAY_URL ?? env.KAPAO_SANDBOX_URL
}

/** As the environment says it; the sandbox of its port where nothing is said. */
export function outsideAddress(
  env: NodeJS.ProcessEnv,
  { sandboxPort }: Pick<Settings, 'sandboxPort'>,
): string {
  return namedOutside(env) ?? `http://127.0.0.1:${sandboxPort}`
}

function isOfThisPort(url: string, port: number): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, port: named } = new URL(url)
  return named === String(port) && ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0'].includes(hostname)
}

/** Whether the outside of such an environment is the sandbox of that port. */
export function isSandbox(
  env: NodeJS.ProcessEnv,
  { production, sandboxPort }: Pick<Settings, 'production' | 'sandboxPort'>,
): boolean {
  const named = namedOutside(env)
  return !production && (named === undefined || isOfThisPort(named, sandboxPort))
}

/**
 * Whether this launcher plays the outside world, too. Never for real: whoever is on the machine may have the sandbox sign a transfer that
 * nobody made. Nor where another outside is named, which the sandbox would only stand beside.
 */
export function playsSandbox(
  env: NodeJS.ProcessEnv,
  settings: Pick<Settings, 'production' | 'sandboxPort'>,
): boolean {
  if (settings.production && !namedOutside(env))
    throw new PlainError(
      'KAPAO_MODE=production starts no sandbox: set KAPAO_GATEWAY_URL to where your adapters of bank, SMS and games answer.',
    )
  return isSandbox(env, settings)
}

/** The sandbox signs as the bank and looks at our signatures; of what else guards this Kapao it knows nothing. */
export function sandboxEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const needed = ['KAPAO_FEED_SECRET', 'KAPAO_GATEWAY_SECRET']
  const isKept = (name: string) =>
    needed.includes(name) || !/SECRET|ACCESS_KEY|^REDIS_URL$|DATABASE_URL$|^PGPASS/.test(name)
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)))
}

/** Without these the outside does not know us, or what it tells is not recognised. */
const COMPARING_SECRETS = ['KAPAO_GATEWAY_SECRET', 'KAPAO_SEAL_SECRET', 'KAPAO_GIFT_SECRET']

const namesOfSecrets = (env: NodeJS.ProcessEnv) => COMPARING_SECRETS.filter((name) => env[name])

/** Of the secrets only which there are: none of them is written down. */
export function rememberOutside(dataFolder: string, url: string, env: NodeJS.ProcessEnv): void {
  writeWhole(rememberedFile(dataFolder), JSON.stringify({ url, secrets: namesOfSecrets(env) }), 0o600)
}

type Remembered = { url: string | null; secrets: readonly unknown[] }

/** As the last launcher of the data folder left it; nothing when there is none. */
function rememberedOutside(dataFolder: string): Remembered {
  try {
    const value: unknown = JSON.parse(readFileSync(rememberedFile(dataFolder), 'utf8'))
    if (typeof value !== 'object' || value === null) return { url: null, secrets: [] }
    return {
      url: 'url' in value && typeof value.url === 'string' ? value.url : null,
      secrets: 'secrets' in value && Array.isArray(value.secrets) ? value.secrets : [],
    }
  } catch {
    return { url: null, secrets: [] }
  }
}

/**
 * For a command that holds the outside's word against the books: with other secrets than the Kapao of its data folder was started with it would
 * find differences that are none, and store them.
 */
export function refuseMissingSecrets(
  env: NodeJS.ProcessEnv,
  dataFolder: string,
  needed: readonly string[] = COMPARING_SECRETS,
): void {
  const own = namesOfSecrets(env)
  const missing = rememberedOutside(dataFolder).secrets.filter(
    (name) => needed.some((one) => one === name) && !own.some((one) => one === name),
  )
  if (missing.length === 0) return
  throw new PlainError(
    `This Kapao was started with ${missing.join(' and ')}, which this shell does not have: set what it was started with. Nothing was done.`,
  )
}

/** For a command beside it: what its own environment names goes first, then what the Kapao of its data folder was started with. */
export function outsideBeside(
  env: NodeJS.ProcessEnv,
  settings: Pick<Settings, 'sandboxPort' | 'dataFolder'>,
): string {
  const isNamed = namedOutside(env) !== undefined || Boolean(env.SANDBOX_PORT)
  const remembered = isNamed ? null : rememberedOutside(settings.dataFolder).url
  return remembered ?? outsideAddress(env, settings)
}
