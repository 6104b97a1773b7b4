// What comes into an empty database by the command that makes it ready: somebody to be at first sight, and in production nobody at all.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createEmptyDatabase } from '../../../../scripts/test-database.ts'
import { openDatabase } from '../database/database.ts'

const command = fileURLToPath(new URL('../main-migrate.ts', import.meta.url))
const OWN = {
  KAPAO_FEED_SECRET: 'a-feed-secret-of-our-own',
  KAPAO_SEAL_SECRET: 'a-seal-secret-of-our-own',
  KAPAO_TRUELINK_SECRET: 'a-gift-secret-of-our-own',
  KAPAO_GATEWAY_URL: 'https://adapters.example',
}

/** Who can log in after the command was run in a mode. */
async function accountsIn(mode: 'production' | undefined) {
  const test = await createEmptyDatabase()
  try {
    const { PATH } = process.env
    const env = { PATH, DATABASE_URL: test.url, ...OWN, ...(mode && { KAPAO_MODE: mode }) }
    await promisify(execFile)(process.execPath, [command], { env })
    const database = openDatabase(test.url, 1)
    const members = await database.query('select 1 from member')
    const staff = await database.query('select 1 from staff')
    const banks = await database.query('select 1 from bank')
    await database.close()
    return { members: members.length, staff: staff.length, isSeeded: banks.length > 0 }
  } finally {
    await test.drop()
  }
}

it('in production there is neither member nor staff until somebody makes them', async () => {
  expect(await accountsIn('production')).toEqual({ members: 0, staff: 0, isSeeded: true })
})

it('elsewhere there is a member to play as, an agent and an admin', async () => {
  expect(await accountsIn(undefined)).toEqual({ members: 1, staff: 2, isSeeded: true })
})
