// Builds the static files of the apps that people look at, when what they are made of has changed.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readTruelinkSecret } from '../apps/wallet/vite-settings.ts'
import { hashOfInputs } from './inputs.ts'
import { codeOf } from './plain-error.ts'
import { runProgram, type ServiceOptions } from './services.ts'
import { isPseudoLocale, type Region, repositoryRoot } from './settings.ts'

/** `settings` are those that are built into the page, besides its files. */
type Build = { name: string; app: string; target: string; settings: string[] }

const appFolder = (name: string) => join(repositoryRoot, 'apps', name)
const vite = join(repositoryRoot, 'node_modules', 'vite', 'bin', 'vite.js')

/** The builds whose English is the pseudo-locale stand beside the others. */
const disguise = (pseudoLocale: boolean) => (pseudoLocale ? '-pseudo' : '')

export function walletFolder(region: Region, pseudoLocale = false): string {
  return join(appFolder('wallet'), `dist-${region}${disguise(pseudoLocale)}`)
}

/** One build for every region: the desk's language is its agent's. */
export function deskFolder(pseudoLocale = false): string {
  return join(appFolder('desk'), `dist${disguise(pseudoLocale)}`)
}

/** Whatever of the environment is in the wallet's files: another value of it is another build. */
export function walletSettings(region: Region, env: NodeJS.ProcessEnv): string[] {
  return [
    region,
    readTruelinkSecret(env),
    disguise(isPseudoLocale(env)),
    // Where its API is, when that is on another host.
    env.VITE_KAPAO_API_ORIGIN ?? '',
  ]
}

export function buildWallet(region: Region, options: ServiceOptions): Promise<void> {
  const target = walletFolder(region, isPseudoLocale(options.env))
  const settings = walletSettings(region, options.env)
  return build({ name: 'wallet', app: appFolder('wallet'), target, settings }, options)
}

export function buildDesk(options: ServiceOptions): Promise<void> {
  const pseudoLocale = isPseudoLocale(options.env)
  const target = deskFolder(pseudoLocale)
  return build({ name: 'desk', app: appFolder('desk'), target, settings: [disguise(pseudoLocale)] }, options)
}

async function build({ name, app, target, settings }: Build, options: ServiceOptions): Promise<void> {
  const inputs = hashOfInputs(app, settings)
  const stamp = join(target, '.inputs')
  if (existsSync(join(target, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs)
    return
  removeUnfinished(target)
  options.say(`Building the ${name} ...`)
  const fresh = `${target}.new-${process.pid}`
  const env = { ...options.env, NODE_ENV: 'production' }
  const args = [vite, 'build', app, '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
  try {
    await runProgram({ name: `${name}-build`, title: `${name}'s build`, args }, { ...options, env })
    writeFileSync(join(fresh, '.inputs'), inputs)
    takePlace(fresh, target)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Two builders in one clone (a test beside a running Kapao) both end with a whole folder: what was there goes aside at once, and who comes between goes, too. */
export function takePlace(fresh: string, target: string): void {
  const aside = `${target}.old-${process.pid}`
  for (;;) {
    renameIfThere(target, aside)
    rmSync(aside, { recursive: true, force: true })
    try {
      renameSync(fresh, target)
      return
    } catch (error) {
      if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error
    }
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

function removeUnfinished(target: string): void {
  for (const name of readdirSync(dirname(target))) {
    const pid = new RegExp(`^${basename(target)}\\.(?:new|old)-(\\d+)$`).exec(name)?.[1]
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(dirname(target), name), { recursive: true, force: true })
  }
}
