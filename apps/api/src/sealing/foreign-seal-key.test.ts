// A process whose secret opens nothing of what is there does not start: nobody else could open what it seals.
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { TestDatabase } from '../../../../scripts/test-database.ts'
import { onTestDatabase } from '../../test/on-test-database.ts'
import { logged } from '../../test/process-log.ts'
import type { Database } from '../database/database.ts'
import { readSealKeys } from '../environment/config.ts'
import { refuseForeignSealKey } from './foreign-seal-key.ts'
import { SealKeys, seal } from './seal.ts'

const [old, next] = [randomBytes(32), randomBytes(32)]
const before = new SealKeys(old)
const prepared = new SealKeys(old, [next])
const changed = new SealKeys(next, [old])
const after = new SealKeys(next)

let place: TestDatabase
let database: Database

onTestDatabase((itsPlace, itsDatabase) => {
  place = itsPlace
  database = itsDatabase
})

const REFUSED = 'KAPAO_SEAL_SECRET is not the one under which this database is sealed'
const check = (keys: SealKeys) => refuseForeignSealKey(database, keys)

/** Game passwords of the demo member, one in each of the first games. */
async function keep(...sealed: readonly Buffer[]): Promise<void> {
  await database.query(
    `insert into game_account (member_id, game_code, username, sealed_password)
     select member.id, game.code, 'kp' || game.code, sealed from member,
       (select code, row_number() over (order by code) as at from game) as game
       join unnest($1::bytea[]) with ordinality as one (sealed, at) using (at)`,
    [sealed],
  )
}

const keepFactor = (sealed: Buffer) =>
  database.query(
    'insert into staff_second_factor (staff_id, secret_sealed, last_step) select id, $1, 0 from staff limit 1',
    [sealed],
  )

it('where nothing is sealed any secret begins', () => check(after))

it.each([
  ['a game password', (sealed: Buffer) => keep(sealed)],
  ['a second factor', (sealed: Buffer) => keepFactor(sealed)],
  [
    'a gift on its way',
    (sealed: Buffer) =>
      database.query(
        `insert into voucher_redemption (id, member_id, code_hash, sealed_code, mobile, amount_minor, currency, next_check_at)
         select gen_random_uuid(), id, 'hash', $1, '0800000000', 100, currency, now() from member`,
        [sealed],
      ),
  ],
])('%s that is sealed under another one is told', async (_what, write) => {
  await write(seal(before, 'secret'))
  await check(before)
  await expect(check(after)).rejects.toThrow(REFUSED)
})

it('while the secret is changed each step starts beside the one before it', async () => {
  await keep(seal(before, 'one'), seal(prepared, 'two'), seal(changed, 'three'))
  for (const keys of [prepared, changed]) await check(keys)
})

it('what is damaged, or another’s, stops nobody who opens the rest', async () => {
  const damaged = seal(after, 'secret').fill(0, 15)
  await keep(damaged, seal(before, 'another’s'), seal(after, 'ours'))
  await check(after)
})

it('what was emptied because its secret is lost is nothing any more', async () => {
  await keep(seal(before, 'lost'))
  await keepFactor(seal(before, 'lost'))
  await expect(check(after)).rejects.toThrow(REFUSED)
  await database.query("update game_account set sealed_password = ''")
  await database.query("update staff_second_factor set secret_sealed = ''")
  await check(after)
})

it.each(['main-api', 'main-worker'])('%s does not start with another one', async (entry) => {
  const start = (secret: string) => logged(entry, { DATABASE_URL: place.url, KAPAO_SEAL_SECRET: secret })
  await keep(seal(readSealKeys({ KAPAO_SEAL_SECRET: 'the-secret-of-the-others' }), 'secret'))
  expect(await start('a-secret-of-its-own')).toContain(REFUSED)
  expect(await start('the-secret-of-the-others')).toContain('"msg":"stopping"')
})
