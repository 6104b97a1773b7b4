// What something is made of, so that it is made anew when that has changed.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './settings.ts'

/** Of all that is made of an app's sources and those of the packages; `settings` are what else is in it. */
export function hashOfInputs(app: string, settings: string[]): string {
  const hash = createHash('sha256').update(settings.map((setting) => `${setting}\0`).join(''))
  for (const folder of [app, join(repositoryRoot, 'packages')]) addFolder(hash, folder)
  for (const file of ['package-lock.json', 'tsconfig.base.json'])
    hash.update(readFileSync(join(repositoryRoot, file)))
  return hash.digest('hex')
}

function addFolder(hash: ReturnType<typeof createHash>, folder: string): void {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (/^(node_modules|dist.*|\..*)$/.test(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue
    if (entry.isDirectory()) addFolder(hash, path)
    else if (entry.isFile()) hash.update(`${path}\0`).update(readFileSync(path))
  }
}
