import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { KeepingError } from './manifest.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is in the way',
  EEXIST: 'a file is in the way',
  ENOENT: 'no folder can be made there',
}

/** Why a disk takes no more of a backup that was begun; null for any other error. */
export function fullBecause(error: unknown): string | null {
  const full: Readonly<Record<string, string>> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk is full',
    EFBIG: 'no file may be that long (ulimit -f)',
  }
  return full[codeOf(error)] ?? null
}

/** With those above it. Level by level: Node's own `recursive` asks for ever where the system makes no folder and says that none is there (/proc). */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    await makeFolder(dirname(folder))
    await mkdir(folder, { mode: 0o700 })
  }
}

/** Makes the folder of a backup, or takes one that is empty. */
export async function takeEmptyFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder)
    if ((await readdir(folder)).length > 0)
      throw new KeepingError(`${folder} is not empty: each backup gets a folder of its own.`)
    await mkdir(join(folder, 'tables'), { mode: 0o700 })
    await mkdir(join(folder, 'files'), { mode: 0o700 })
  } catch (error) {
    const reason = reasons[codeOf(error)]
    if (reason === undefined) throw error
    throw new KeepingError(`${folder} cannot be the folder of a backup: ${reason}.`)
  }
}
