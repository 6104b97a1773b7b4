// One launcher per folder. The lock is a file naming its holder; the lock of a holder that lives no more is void.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { codeOf, PlainError } from './plain-error.ts'
import { isAlive, type ProcessRecord, recordOf } from './processes.ts'

export type Lock = { release(): void }

/** Takes the lock at `path` or throws the one line that says who has it. `subject` begins that line. */
export function takeLock(path: string, subject: string): Lock {
  const own = recordOf('launcher', process.pid)
  if (own === null) throw new Error('this process cannot see itself')
  const candidate = `${path}.${process.pid}`
  writeFileSync(candidate, JSON.stringify(own))
  try {
    // A hard link either makes the name or finds it taken: two starts in the same moment cannot both succeed.
    for (let attempt = 0; attempt < 20; attempt++) {
      if (tryLink(candidate, path)) return { release: () => releaseLock(path, own) }
      const holder = readHolder(path)
      if (holder !== null && isAlive(holder)) {
        throw new PlainError(
          `${subject} is already in use by a running Kapao (process ${holder.pid}). Stop that one first.`,
        )
      }
      removeVoid(path, holder)
    }
  } finally {
    rmSync(candidate, { force: true })
  }
  throw new PlainError(`${subject} is being taken by another Kapao at this moment.`)
}

function tryLink(candidate: string, path: string): boolean {
  try {
    linkSync(candidate, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function readHolder(path: string): ProcessRecord | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('identity' in value))
      return null
    return { name: 'launcher', pid: Number(value.pid), identity: String(value.identity) }
  } catch {
    return null
  }
}

// Between looking and removing, another start may have put its own lock there: then that one is put back.
function removeVoid(path: string, seen: ProcessRecord | null): void {
  const aside = `${path}.void.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  const moved = readHolder(aside)
  if (moved !== null && moved.identity !== seen?.identity) tryLink(aside, path)
  rmSync(aside, { force: true })
}

function releaseLock(path: string, own: ProcessRecord): void {
  if (readHolder(path)?.identity === own.identity) rmSync(path, { force: true })
}
