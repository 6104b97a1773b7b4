import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outsideBeside, rememberOutside } from './outside-address.ts'
import { readSettings } from './settings.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kapao-outside-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function askedBy(env: NodeJS.ProcessEnv): string {
  return outsideBeside(env, readSettings({ KAPAO_DATA: folder, ...env }, false))
}

test('a command asks the sandbox of the Kapao that was started on its data folder, wherever that listens', () => {
  rememberOutside(folder, 'http://127.0.0.1:18090')
  expect(askedBy({})).toBe('http://127.0.0.1:18090')
  expect(askedBy({ SANDBOX_PORT: '' })).toBe('http://127.0.0.1:18090')
})

test('what its own environment names goes first', () => {
  rememberOutside(folder, 'http://127.0.0.1:18090')
  expect(askedBy({ SANDBOX_PORT: '28090' })).toBe('http://127.0.0.1:28090')
  expect(askedBy({ KAPAO_SANDBOX_URL: 'https://adapters.example' })).toBe('https://adapters.example')
})

test('where no Kapao was started yet it is the usual port', () => {
  expect(askedBy({})).toBe('http://127.0.0.1:8090')
})
