import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from './settings.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/** Of others: not our own packages, nor the types of what is named itself. */
function namedIn(path: string): string[] {
  const manifest = JSON.parse(read(path))
  return KINDS.flatMap((kind) => Object.keys(manifest[kind] ?? {})).filter(
    (name) => !/^@(kapao|types)\//.test(name),
  )
}

const manifests = globSync(
  ['package.json', '{apps,packages}/*/package.json', '{e2e,bench,prove}/package.json'],
  {
    cwd: repositoryRoot,
  },
)
const used = [...new Set(manifests.flatMap(namedIn))].sort()
/** The first cell of each row. */
const told = [...read('docs/decisions/dependencies.md').matchAll(/^\| (`[^|]+) \|/gm)].flatMap(
  ([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
)

test('every package of others has its line in docs/decisions, which says what it is for and why it', () => {
  expect(used.length).toBeGreaterThan(50)
  expect(used.filter((name) => !told.includes(name))).toEqual([])
})

test('each line is of a package that somebody depends on, once', () => {
  expect(told.toSorted()).toEqual(used)
})
