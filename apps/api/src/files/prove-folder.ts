import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UNFINISHED } from './disk-store.ts'

/**
 * Makes a folder where it is not there. Throws an Error that names the variable by which it was found where files cannot be written into it: found out at the start, and
 * not by the first who sends one.
 */
export async function proveFolder(variable: string, folder: string): Promise<void> {
  // Tidied away by its ending, should the process die here.
  const probe = join(folder, `probe-${randomUUID()}${UNFINISHED}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Nothing is in it: a full disk is no wrong value, and has its alert.
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 })
    await rm(probe)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `${variable} must lead to a folder that can be written to, and ${folder} cannot: ${reason}`,
    )
  }
}
