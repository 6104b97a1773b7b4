import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WIRE_VERSION } from '@kapao/contract/version'
import { expect, test } from 'vitest'
import { repositoryRoot } from './settings.ts'

test.each(['package.json', 'package-lock.json'])('%s has the version of the wire', (path) => {
  expect(JSON.parse(readFileSync(join(repositoryRoot, path), 'utf8')).version).toBe(WIRE_VERSION)
})
