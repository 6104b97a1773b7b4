import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Logs } from './logs.ts'
import { readSettings } from './settings.ts'
import { summary } from './summary.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kapao-summary-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function told(env: NodeJS.ProcessEnv): string {
  const logs = new Logs(folder)
  const text = summary(readSettings({ ...env, KAPAO_DATA: folder }, false), logs)
  logs.close()
  return text
}

it('names the demo accounts of its region, where there are any', () => {
  expect(told({})).toMatch(/Demo member +0690000001, password kapao-demo-1/)
  expect(told({ KAPAO_REGION: 'la' })).toMatch(/Demo member +02010000001, password/)
})

it('names none in production, where nobody is there to begin with, but how the first agent is made', () => {
  const text = told({ KAPAO_MODE: 'production' })
  expect(text).not.toMatch(/demo/i)
  expect(text).toContain('npm run staff -- add <name> --role admin')
})
