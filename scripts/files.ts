// Files that are whole or not there, whatever happens in between.
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/** Writes by way of a second file, so that a reader (or the next start) never sees half of it. */
export function writeWhole(path: string, text: string, mode = 0o644): void {
  const half = `${path}.${process.pid}`
  const file = openSync(half, 'w', mode)
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
  renameSync(half, path)
}
