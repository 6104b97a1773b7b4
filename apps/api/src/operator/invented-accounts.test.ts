// What the seed invents so that a try has something to show must not be where real players pay.
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../../scripts/test-database.ts'
import { logged } from '../../test/process-log.ts'
import { openDatabase } from '../database/database.ts'
import { inventedAccounts } from './invented-accounts.ts'
import { openOperator } from './operator.ts'

it.each(['th', 'la'] as const)('every account of the seed is known for one (%s)', async (region) => {
  const place = await createTestDatabase(region)
  const database = openDatabase(place.url, 2)
  const { accounts, wallets } = (await openOperator(database, () => undefined)).current()
  const shown = [...accounts.filter(({ purpose }) => purpose !== 'payout'), ...wallets]
  expect(shown.length).toBeGreaterThan(2)
  expect(inventedAccounts({ accounts, wallets })).toEqual(shown.map(({ accountNo }) => accountNo))
  const own = accounts.map((one) => ({ ...one, accountNo: '0123456789' }))
  expect(inventedAccounts({ accounts: own, wallets: [] })).toEqual([])
  const kept = accounts.map((one) => ({ ...one, isOffered: false }))
  expect(inventedAccounts({ accounts: kept, wallets: [] })).toEqual([])
  await database.close()
  await place.drop()
})

it('a start of the API in production names them', async () => {
  const place = await createTestDatabase()
  const database = openDatabase(place.url, 1)
  await database.query('update staff set is_active = false')
  await database.query('update member set is_active = false')
  await database.close()
  const said = await logged('main-api', {
    DATABASE_URL: place.url,
    KAPAO_MODE: 'production',
    KAPAO_FEED_SECRET: 'a-feed-secret-of-our-own',
    KAPAO_SEAL_SECRET: 'a-seal-secret-of-our-own',
    KAPAO_TRUELINK_SECRET: 'a-gift-secret-of-our-own',
  })
  expect(said).toMatch(
    /"accounts":\["9991000001",[^\]]*"0700000001"\],"msg":"players are led to accounts that are invented/,
  )
  await place.drop()
})
