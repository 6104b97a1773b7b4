// docs/data.md gives every table of the database a class.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../../scripts/settings.ts'

const page = readFileSync(join(repositoryRoot, 'docs', 'data.md'), 'utf8')
const folder = join(repositoryRoot, 'apps', 'api', 'migrations')
const migrations = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))

it('every table of the database has one class, and no other table is named', () => {
  const made = migrations.flatMap((sql) =>
    [...sql.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name]) => name),
  )
  const listed = [...page.matchAll(/^\| (`[^|]+) \| (?:secret|personal|books|open)[\w, ]* \|/gm)].flatMap(
    ([, tables = '']) => [...tables.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name),
  )
  expect(listed.toSorted()).toEqual(made.toSorted())
})
