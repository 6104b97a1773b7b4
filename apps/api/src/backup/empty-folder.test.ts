import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeEmptyFolder } from './empty-folder.ts'
import { KeepingError } from './manifest.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kapao-backup-'))
  writeFileSync(join(folder, 'file'), 'somebody’s')
})
afterEach(() => rmSync(folder, { recursive: true }))

it('the folder of a backup is made, with those above it, for nobody else to read', async () => {
  const made = join(folder, 'of', '2026', 'november')
  await takeEmptyFolder(made)
  expect(readdirSync(made).toSorted()).toEqual(['files', 'tables'])
  expect(statSync(made).mode & 0o077).toBe(0)
})

it('or is there, and empty', async () => {
  mkdirSync(join(folder, 'empty'))
  await takeEmptyFolder(join(folder, 'empty'))
  await expect(takeEmptyFolder(join(folder, 'empty'))).rejects.toThrow('is not empty: each backup gets')
})

it.each([
  ['a file', () => join(folder, 'file'), 'a file is in the way'],
  ['below a file', () => join(folder, 'file', 'backup'), 'a file is in the way'],
  ['where the system makes none', () => '/proc/nope/backup', 'no folder can be made there'],
])('is refused in words: %s', async (_what, path, reason) => {
  const refused = expect(takeEmptyFolder(path())).rejects
  await refused.toThrow(KeepingError)
  await refused.toThrow(`${path()} cannot be the folder of a backup: ${reason}.`)
  expect(readdirSync(folder)).toEqual(['file'])
})
