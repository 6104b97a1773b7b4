import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { repositoryRoot } from './settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kapao-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What a program says where no file can be longer than nothing, as on a full disk: its name is taken, its bytes are not. */
function withoutRoom(...words: string[]): string {
  const command = ['-c', 'ulimit -f 0 && exec "$@"', 'sh', process.execPath, ...words]
  const env = { ...process.env, KAPAO_DATA: join(folder, 'data') }
  const { stdout, stderr } = spawnSync('/bin/sh', command, { cwd: repositoryRoot, env, encoding: 'utf8' })
  return stdout + stderr
}

test('a data folder that takes a name and no bytes is one clear line, and nothing of the try stays behind', () => {
  expect(withoutRoom('scripts/launch.ts')).toBe(
    `Kapao cannot write to its data folder ${join(folder, 'data')}: no file may be that long (ulimit -f). Set KAPAO_DATA to a folder that it may write to.\n`,
  )
  expect(readdirSync(join(folder, 'data'))).toEqual(['logs'])
})

test('what cannot be written whole leaves nothing behind, and says why', () => {
  const path = join(folder, 'processes.json')
  const program = `const { writeWhole } = await import('./scripts/files.ts')
    try { writeWhole(${JSON.stringify(path)}, '[]') } catch (error) { console.log(error.constructor.name, error.message) }`
  expect(withoutRoom('--input-type=module', '-e', program)).toBe(
    `PlainError ${path} cannot be written: no file may be that long (ulimit -f).\n`,
  )
  expect(readdirSync(folder)).toEqual([])
})
