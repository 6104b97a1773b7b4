import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { takePlace, walletSettings } from './page-builds.ts'
import { repositoryRoot } from './settings.ts'

/** Named by the wallet's build and its page, as Vite takes them over; the region is an argument. */
const built = [
  ...new Set(
    ['index.html', 'vite*.ts'].flatMap((pattern) =>
      globSync(pattern, { cwd: join(repositoryRoot, 'apps/wallet') }).flatMap(
        (file) =>
          readFileSync(join(repositoryRoot, 'apps/wallet', file), 'utf8').match(/\bVITE_KAPAO_\w+/g) ?? [],
      ),
    ),
  ),
].filter((name) => name !== 'VITE_KAPAO_REGION')

test('whatever is built into the wallet makes another build of it when it changes', () => {
  expect(built.sort()).toEqual(['VITE_KAPAO_API_ORIGIN', 'VITE_KAPAO_TRUELINK_SECRET'])
  const settings = [{}, ...built.map((name) => ({ [name]: 'https://else.example' }))].map((env) =>
    walletSettings('th', env).join('\0'),
  )
  expect(new Set(settings).size).toBe(settings.length)
})

test('a build takes the place of the one before, whole, and leaves nothing beside it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-place-'))
  const target = join(folder, 'dist')
  try {
    for (const word of ['first', 'second']) {
      const fresh = join(folder, 'fresh')
      mkdirSync(fresh)
      writeFileSync(join(fresh, word), word)
      takePlace(fresh, target)
      expect(readdirSync(target)).toEqual([word])
      expect(readdirSync(folder)).toEqual(['dist'])
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
