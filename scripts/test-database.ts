// Databases for tests. In a test file under apps/api:
//
//   import { createTestDatabase } from '../../../../scripts/test-database.ts'
//   const database = await createTestDatabase()          // or createTestDatabase('la')
//   ... database.url ...
//   await database.drop()                                // afterAll
//
// Each is a clone of a template that holds the migrations and the seed of its region, made in some 50 ms on the one
// PostgreSQL of the run (scripts/test-database-setup.ts). Vitest's `api` project starts it and names it in the
// environment as KAPAO_TEST_DATABASE_URL; anyone else who sets that variable can use this file too.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Region } from './settings.ts'

export const databaseUrlVariable = 'KAPAO_TEST_DATABASE_URL'
/** The file that takes what PostgreSQL says. */
export const databaseLogVariable = 'KAPAO_TEST_DATABASE_LOG'

export type TestDatabase = { url: string; drop(): Promise<void> }

export function templateOf(region: Region): string {
  return `template_${region}`
}

/** A database with nothing in it, not even migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createFrom('template0')
}

export function createTestDatabase(region: Region = 'th'): Promise<TestDatabase> {
  return createFrom(templateOf(region))
}

async function createFrom(template: string): Promise<TestDatabase> {
  const adminUrl = process.env[databaseUrlVariable]
  if (adminUrl === undefined)
    throw new Error(`${databaseUrlVariable} is not set: run this test by \`npx vitest run\``)
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    // Connections that a test forgot must not keep its database alive.
    drop: () => asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
