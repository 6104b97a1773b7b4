// apps/api/schema.sql shows the tables as they are: `npm run schema` writes it.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { roomNames, roomOf } from '../../../../scripts/schema/rooms.ts'
import { schemaPath, schemaText } from '../../../../scripts/schema/text.ts'
import { createTestDatabase, type TestDatabase } from '../../../../scripts/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function change(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

it('the schema that stands in the repository is what the migrations make', async () => {
  expect(await schemaText(database.url), 'run `npm run schema`').toBe(readFileSync(schemaPath, 'utf8'))
})

it.each([
  ['a column', 'alter table slip add column seen_by text', '  seen_by text,\n'],
  ['a default', 'alter table slip alter column checks set default 7', '  checks int not null default 7,\n'],
  [
    'a bound',
    "alter table slip add check (reason in ('a', 'b'))",
    "  reason text check (reason in ('a', 'b')),\n",
  ],
  ['an index', 'create index slip_seen on slip (checks)', 'create index slip_seen on slip (checks);\n'],
  [
    'a function',
    'create function otp(p_phone text) returns int language sql as $$ select 1 $$',
    'create function otp(p_phone text) returns int language sql;\n',
  ],
])('%s that no migration makes is seen in it', async (_, statement, line) => {
  expect(readFileSync(schemaPath, 'utf8')).not.toContain(line)
  await change(statement)
  expect(await schemaText(database.url)).toContain(line)
})

it('what no room takes is refused, and each room is a folder', () => {
  expect(() => roomOf('nobodys_table')).toThrow('nobodys_table belongs to no room')
  for (const room of roomNames)
    expect(statSync(join(import.meta.dirname, '..', room)).isDirectory()).toBe(true)
})
