import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { walletSettings } from './page-builds.ts'
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
