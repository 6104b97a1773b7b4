import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder that is taken away after the test that asks for it. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `kapao-${name}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
