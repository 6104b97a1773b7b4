import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Logs } from './logs.ts'
import { playsSandbox } from './outside-address.ts'
import { readSettings } from './settings.ts'
import { summary } from './summary.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kapao-summary-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function told(env: NodeJS.ProcessEnv): string {
  const logs = new Logs(folder)
  const settings = readSettings({ ...env, KAPAO_DATA: folder }, false)
  const text = summary(settings, logs, playsSandbox(env, settings))
  logs.close()
  return text
}

it('names the demo accounts of its region, where there are any', () => {
  expect(told({})).toMatch(/Demo member +0690000001, password kapao-demo-1/)
  expect(told({ KAPAO_REGION: 'la' })).toMatch(/Demo member +02010000001, password/)
})

it('names none in production, where nobody is there to begin with, but how the first agent is made', () => {
  const text = told({ KAPAO_MODE: 'production', KAPAO_GATEWAY_URL: 'https://adapters.example' })
  expect(text).not.toMatch(/demo/i)
  expect(text).toContain('npm run staff -- add <name> --role admin')
})

it('names the sandbox’s console only where there is one', () => {
  expect(told({ SANDBOX_PORT: '18090' })).toMatch(/Sandbox console +http:\/\/localhost:18090/)
  expect(told({ KAPAO_GATEWAY_URL: 'https://adapters.example' })).not.toMatch(/sandbox/i)
})
