import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Space } from './file-store.ts'
import { spaceAt } from './free-space.ts'
import { proveFolder } from './prove-folder.ts'

const user = process.getuid?.()

/** Where files that come lie until they have been read. One for each user of the machine: nobody else may look into it, nor write there. */
export const UPLOADS_FOLDER = join(tmpdir(), user === undefined ? 'kapao-uploads' : `kapao-uploads-${user}`)

/** At each upload: what tidies a machine's temporary files takes empty folders away. */
export async function makeUploadsFolder(): Promise<void> {
  await mkdir(UPLOADS_FOLDER, { recursive: true, mode: 0o700 })
}

export async function spaceForUploads(): Promise<Space> {
  await makeUploadsFolder()
  return spaceAt(UPLOADS_FOLDER)
}

/** Throws an Error that says what is wrong where no upload could be taken. */
export function proveUploadsFolder(): Promise<void> {
  return proveFolder('TMPDIR', UPLOADS_FOLDER)
}
