// Files that are whole or not there, whatever happens in between.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { PlainError, reasonOf } from './plain-error.ts'

/** Writes by way of a second file, so that a reader (or the next start) never sees half of it. */
export function writeWhole(path: string, text: string, mode = 0o644): void {
  const half = `${path}.${process.pid}`
  try {
    writeFileSync(half, text, { mode, flush: true })
    renameSync(half, path)
  } catch (error) {
    rmSync(half, { force: true })
    throw new PlainError(`${path} cannot be written: ${reasonOf(error)}.`)
  }
}
