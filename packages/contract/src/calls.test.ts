import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from './calls.ts'
import { deskCalls } from './desk-calls.ts'

const files = globSync('*.ts', { cwd: import.meta.dirname, exclude: ['*.test.ts'] })

async function callsOf(file: string): Promise<readonly unknown[]> {
  const module: Readonly<Record<string, unknown>> = await import(join(import.meta.dirname, file))
  return Object.values(module).filter(
    (value) => typeof value === 'object' && value !== null && 'method' in value && 'path' in value,
  )
}

test('every call is among those that tests, server and reference know', async () => {
  const known = new Set<unknown>([...calls.values(), ...deskCalls.values()])
  const declared = (await Promise.all(files.map(callsOf))).flat()
  expect(declared.filter((one) => !known.has(one))).toEqual([])
  expect(declared).toHaveLength(known.size)
})
