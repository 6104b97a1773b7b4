import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileApi } from './api-compilation.ts'
import { Logs } from './logs.ts'

test('the API is compiled once in a cache, and again in another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-compiled-'))
  mkdirSync(join(folder, 'logs'))
  const logs = new Logs(folder)
  const began: string[] = []
  const compile = (cache: string) =>
    compileApi({
      env: { ...process.env, NODE_COMPILE_CACHE: join(folder, cache) },
      logs,
      say: () => {},
      started: () => began.push(cache),
    })
  try {
    for (const cache of ['one', 'one', 'another', 'another']) await compile(cache)
    expect(began).toEqual(['one', 'another'])
    const compiled = (cache: string) =>
      readdirSync(join(folder, cache), { recursive: true, withFileTypes: true }).length
    // A module has a file of its own.
    expect(compiled('one')).toBeGreaterThan(300)
    expect(compiled('another')).toBe(compiled('one'))
  } finally {
    logs.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
