import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../../../scripts/test-database.ts'
import { migrate } from './migrate.ts'
import { grantServing } from './serving-user.ts'

const owner = `owner_${randomBytes(6).toString('hex')}`
const serving = `serving_${randomBytes(6).toString('hex')}`
const other = `other_${randomBytes(6).toString('hex')}`
let database: TestDatabase
let ownerUrl: string

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function addressOf(user: string, password: string): string {
  const url = new URL(database.url)
  url.username = user
  url.password = password
  return url.href
}

beforeAll(async () => {
  database = await createEmptyDatabase()
  const { pathname } = new URL(database.url)
  await asAdmin(
    `create role ${owner} login password 'owner'; alter database ${pathname.slice(1)} owner to ${owner}`,
  )
  ownerUrl = addressOf(owner, 'owner')
  await migrate(ownerUrl)
})
afterAll(() => database.drop())

it('one who may not make users is told what they need', async () => {
  await expect(grantServing(ownerUrl, addressOf(serving, 'one'))).rejects.toThrow(
    `the owner of the database, ${owner}, may not make the user ${serving} of KAPAO_SERVING_DATABASE_URL. Let an administrator of PostgreSQL say: alter role "${owner}" createrole; and run the migrations again`,
  )
})

it('one who may make users, and nothing else, makes it, and changes its password with a later release', async () => {
  await asAdmin(`alter role ${owner} createrole`)
  await grantServing(ownerUrl, addressOf(serving, 'one'))
  await grantServing(ownerUrl, addressOf(serving, 'another'))
  const client = new pg.Client({ connectionString: addressOf(serving, 'another') })
  await client.connect()
  expect((await client.query('select 1 as one from member limit 0')).rows).toEqual([])
  await client.end()
})

it('a user that somebody else has made is given along first', async () => {
  await asAdmin(`create role ${other} login`)
  await expect(grantServing(ownerUrl, addressOf(other, 'one'))).rejects.toThrow(
    `may not change the user ${other} of KAPAO_SERVING_DATABASE_URL. Let an administrator of PostgreSQL say: alter role "${owner}" createrole; grant "${other}" to "${owner}" with admin option`,
  )
  await asAdmin(`grant ${other} to ${owner} with admin option`)
  await grantServing(ownerUrl, addressOf(other, 'one'))
})

it('a user that could make databases and users is left neither, by an owner who may take both', async () => {
  await asAdmin(`alter role ${other} createdb createrole; alter role ${owner} createdb`)
  await grantServing(ownerUrl, addressOf(other, 'one'))
  const client = new pg.Client({ connectionString: addressOf(other, 'one') })
  await client.connect()
  const { rows } = await client.query(
    'select rolcreatedb, rolcreaterole from pg_roles where rolname = current_user',
  )
  await client.end()
  expect(rows).toEqual([{ rolcreatedb: false, rolcreaterole: false }])
})
