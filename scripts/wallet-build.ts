// Builds the wallet's static files when what they are made of has changed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram, type ServiceOptions } from './services.ts'
import { type Region, repositoryRoot } from './settings.ts'

const wallet = join(repositoryRoot, 'apps', 'wallet')
const vite = join(repositoryRoot, 'node_modules', 'vite', 'bin', 'vite.js')

export function walletFolder(region: Region): string {
  return join(wallet, `dist-${region}`)
}

export async function buildWallet(region: Region, options: ServiceOptions): Promise<void> {
  const target = walletFolder(region)
  const inputs = hashOfInputs(region, options.env)
  const stamp = join(target, '.inputs')
  if (existsSync(join(target, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs)
    return
  removeUnfinished(region)
  options.say('Building the wallet ...')
  const fresh = `${target}.new-${process.pid}`
  const env = { ...options.env, NODE_ENV: 'production' }
  const args = [vite, 'build', wallet, '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
  try {
    await runProgram({ name: 'wallet-build', title: "wallet's build", args }, { ...options, env })
    writeFileSync(join(fresh, '.inputs'), inputs)
    // Two builders in one clone (a test beside a running Kapao) both end with a whole folder.
    rmSync(target, { recursive: true, force: true })
    renameSync(fresh, target)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

function removeUnfinished(region: Region): void {
  for (const name of readdirSync(wallet)) {
    const pid = new RegExp(`^dist-${region}\\.new-(\\d+)$`).exec(name)?.[1]
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(wallet, name), { recursive: true, force: true })
  }
}

function hashOfInputs(region: Region, env: ServiceOptions['env']): string {
  // The one setting that is built into the page besides the region (apps/wallet/vite.config.ts).
  const secret = env.VITE_KAPAO_TRUELINK_SECRET ?? env.KAPAO_TRUELINK_SECRET ?? ''
  const hash = createHash('sha256').update(`${region}\0${secret}\0`)
  for (const folder of ['apps/wallet', 'packages']) addFolder(hash, join(repositoryRoot, folder))
  for (const file of ['package-lock.json', 'tsconfig.base.json'])
    hash.update(readFileSync(join(repositoryRoot, file)))
  return hash.digest('hex')
}

function addFolder(hash: ReturnType<typeof createHash>, folder: string): void {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (/^(node_modules|dist.*|\..*)$/.test(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue
    if (entry.isDirectory()) addFolder(hash, path)
    else if (entry.isFile()) hash.update(`${path}\0`).update(readFileSync(path))
  }
}
