import { lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Space } from './file-store.ts'
import { spaceAt } from './free-space.ts'
import { proveFolder } from './prove-folder.ts'

const user = process.getuid?.()
const OF_OTHERS = 0o077

/** Where files that come lie until they have been read. One for each user of the machine: nobody else may look into it, nor write there. */
export const UPLOADS_FOLDER = join(tmpdir(), user === undefined ? 'kapao-uploads' : `kapao-uploads-${user}`)

/** At each upload: what tidies a machine's temporary files takes empty folders away. */
export async function makeUploadsFolder(): Promise<void> {
  await mkdir(UPLOADS_FOLDER, { recursive: true, mode: 0o700 })
  if (user === undefined) return
  // Its name can be guessed: whoever was there before us could look into it, and change what is in it.
  const { uid, mode } = await lstat(UPLOADS_FOLDER)
  if (uid !== user || (mode & OF_OTHERS) !== 0)
    throw new Error(`TMPDIR leads to ${UPLOADS_FOLDER}, which others may look into`)
}

export async function spaceForUploads(): Promise<Space> {
  await makeUploadsFolder()
  return spaceAt(UPLOADS_FOLDER)
}

/** Throws an Error that says what is wrong where no upload could be taken. */
export async function proveUploadsFolder(): Promise<void> {
  await proveFolder('TMPDIR', UPLOADS_FOLDER)
  await makeUploadsFolder()
}
