// Installs the packages when they are missing or out of date, and finds the repository's own Node (24).
// Plain JavaScript on built-in modules: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repositoryRoot = dirname(dirname(fileURLToPath(import.meta.url)))

const modules = join(repositoryRoot, 'node_modules')
const marker = join(modules, '.kapao-lock')
const ownNode = join(modules, '.bin', 'node')
const wantedMajor = 24

/** Its message is for people: what went wrong and what to do. */
export class InstallError extends Error {}

/** Installs when needed. Returns the path of a Node 24 that runs TypeScript as it is. */
export async function prepareRepository() {
  if (!isInstalled()) await install()
  return await findNode()
}

function isInstalled() {
  const hash = lockHash()
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return true
  if (!matchesInstalledVersions()) return false
  // Someone ran npm by hand; what it installed is what the lock file wants.
  tryTo(() => writeFileSync(marker, hash))
  return true
}

function lockHash() {
  const lock = readFileSync(join(repositoryRoot, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
}

function matchesInstalledVersions() {
  const installedFile = join(modules, '.package-lock.json')
  if (!existsSync(installedFile)) return false
  const installed = tryTo(() => JSON.parse(readFileSync(installedFile, 'utf8')).packages)
  if (!installed) return false
  const wanted = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link || entry.optional || entry.devOptional || entry.peer)
      return true
    return installed[path]?.version === entry.version
  })
}

async function install() {
  try {
    accessSync(repositoryRoot, constants.W_OK)
    if (existsSync(modules)) accessSync(modules, constants.W_OK)
  } catch {
    throw new InstallError(
      `Kapao cannot write to ${repositoryRoot}, so it cannot install its packages there.`,
    )
  }
  console.log('Installing packages (the first time takes a minute or two) ...')
  // Development and optional packages hold the database, the builder and Node itself, so they are asked for by
  // name: NODE_ENV=production or an `omit` in somebody's .npmrc would leave them out.
  const result = await runNpm(
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
    repositoryRoot,
  )
  if (result.code !== 0) {
    const lines = result.output
      .split('\n')
      .filter((line) => /^npm (error|ERR!)/i.test(line) && !/complete log/i.test(line))
    const shown = (lines.length > 0 ? lines : result.output.trim().split('\n')).slice(0, 12)
    throw new InstallError(
      [
        'npm could not install the packages. It says:',
        ...shown.map((line) => `  ${line}`),
        'Run the command again once that is solved.',
      ].join('\n'),
    )
  }
  writeFileSync(marker, lockHash())
}

/** npm under the Node it came with: never under node_modules/.bin/node, which `npm ci` removes while it works. */
function runNpm(args, cwd) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !/node_modules[\\/]\.bin[\\/]?$/.test(entry))
  const env = { ...process.env, PATH: path.join(delimiter) }
  const onPath = path.some((entry) => existsSync(join(entry, 'npm')))
  const fallback = process.env.npm_execpath
  if (!onPath && !fallback)
    throw new InstallError('Kapao needs npm to install its packages, and there is none on the PATH.')
  const [command, first] = onPath ? ['npm', []] : [process.execPath, [fallback]]
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const stop = (signal) => {
      child.kill(signal)
      process.exit(130)
    }
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
    child.on('error', (error) => reject(new InstallError(`npm could not be started: ${error.message}`)))
    child.on('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop)
      resolve({ code, output })
    })
  })
}

async function findNode() {
  if (majorOf(ownNode) === wantedMajor) return ownNode
  if (Number(process.versions.node.split('.')[0]) === wantedMajor) return process.execPath
  // The package `node` brings its binary by an install script, which npm may have been told not to run.
  const reason = await repairNode()
  if (majorOf(ownNode) === wantedMajor) return ownNode
  throw new InstallError(
    [
      `Kapao runs on Node ${wantedMajor}, which its package "node" should have brought; ${ownNode} is missing or does not run.`,
      ...(reason ? [reason] : []),
      `Install Node ${wantedMajor} from https://nodejs.org and run the command with it.`,
    ].join('\n'),
  )
}

function majorOf(binary) {
  if (!existsSync(binary)) return null
  const answer = spawnSync(binary, ['--version'], { encoding: 'utf8' })
  const match = /^v(\d+)\./.exec(answer.stdout ?? '')
  return match ? Number(match[1]) : null
}

/** Fetches the platform's own Node package, which needs no script. Returns what went wrong, or null. */
async function repairNode() {
  const version = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')).devDependencies.node
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${prefix}-${process.platform}-${process.arch}`
  let folder
  try {
    folder = mkdtempSync(join(modules, '.kapao-node-'))
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    console.log(`Fetching Node ${version}, whose install script did not run ...`)
    const args = [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `${name}@${version}`,
    ]
    const result = await runNpm(args, folder)
    if (result.code !== 0)
      return `npm could not fetch ${name}@${version}: ${result.output.trim().split('\n').slice(-3).join(' ')}`
    const target = join(modules, 'node', 'bin', 'node')
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(join(folder, 'node_modules', name, 'bin', 'node'), `${target}.new`)
    chmodSync(`${target}.new`, 0o755)
    renameSync(`${target}.new`, target)
    rmSync(ownNode, { force: true })
    mkdirSync(dirname(ownNode), { recursive: true })
    symlinkSync(join('..', 'node', 'bin', 'node'), ownNode)
    return null
  } catch (error) {
    if (error instanceof InstallError) return error.message
    return `It could not be repaired: ${error.message}`
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}

function tryTo(action) {
  try {
    return action()
  } catch {
    return undefined
  }
}
