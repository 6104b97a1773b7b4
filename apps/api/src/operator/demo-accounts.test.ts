// A database in which a trial was is not served as production while everybody can log in to it.
import { expect, it } from 'vitest'
import type { TestDatabase } from '../../../../scripts/test-database.ts'
import { onTestDatabase } from '../../test/on-test-database.ts'
import { logged } from '../../test/process-log.ts'
import type { Database } from '../database/database.ts'
import { hashPassword } from '../session/password.ts'
import { refuseDemoAccounts } from './demo-accounts.ts'

let place: TestDatabase
let database: Database

onTestDatabase((itsPlace, itsDatabase) => {
  place = itsPlace
  database = itsDatabase
})

const refused = (production = true) => refuseDemoAccounts(database, { production, region: 'th' })
const switchOff = (name: string) =>
  database.query('update staff set is_active = false where name = $1', [name])

it('each one that still opens is named, with what switches it off', async () => {
  await expect(refused()).rejects.toThrow(
    /\(demo, demo-admin, 0690000001\).*: npm run staff -- disable demo; npm run staff -- disable demo-admin; npm run member -- disable 0690000001$/,
  )
  await switchOff('demo')
  await expect(refused()).rejects.toThrow('(demo-admin, 0690000001)')
})

it('one that is switched off, or has another password, is nobody’s way in', async () => {
  await switchOff('demo')
  await switchOff('demo-admin')
  const passwordHash = await hashPassword('a password of my own')
  await database.query('update member set password_hash = $1', [passwordHash])
  await refused()
})

it('a try is served with them', () => refused(false))

const PRODUCTION = {
  KAPAO_MODE: 'production',
  KAPAO_FEED_SECRET: 'a-feed-secret-of-our-own',
  KAPAO_SEAL_SECRET: 'a-seal-secret-of-our-own',
  KAPAO_TRUELINK_SECRET: 'a-gift-secret-of-our-own',
}

it.each(['main-api', 'main-worker'])('%s does not start in production before they are off', async (entry) => {
  const start = () => logged(entry, { ...PRODUCTION, DATABASE_URL: place.url })
  expect(await start()).toContain('demo accounts whose password everybody knows may log in')
  await database.query('update staff set is_active = false')
  await database.query('update member set is_active = false')
  expect(await start()).toContain('"msg":"stopping"')
})
