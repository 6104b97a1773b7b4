import { newQueryClient } from '@kapao/browser/query-client'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkBalance } from './check-balance.ts'
import { walletQuery } from './member-queries.ts'
import { storeToken } from './session-token.ts'

const READ_AT_MS = Date.parse('2026-11-27T02:00:00Z')
const CHECKED_AT_MS = READ_AT_MS + 60_000

const game = (amount: number) => ({
  code: 'PG',
  name: 'Lotus Lantern',
  category: 'slot',
  isActive: true,
  ftWalletSlot: 1,
  amount,
})
const bank = { nameTH: 'ธนาคารกรุงไทย', nameEN: 'Krungthai Bank' }
const wallet = (amount: number) => ({
  profile: {
    _id: 'm-1',
    name: 'Mali',
    username: '0812345678',
    coin: 3,
    createdAt: '2026-11-01T03:04:05.000Z',
  },
  bankAccount: { bankCode: 'KTB', bankAccountName: 'MALI JAIDEE', bankAccountNo: '9990001112', bank },
  wallet: { amount },
  invite: { amount: 0, success: 200, fail: 10 },
  slots: [game(20)],
  gamesAgeSeconds: 30,
})

let walletAnswer = () => Response.json(wallet(100))
let queries: QueryClient
let leave = () => {}

beforeEach(async () => {
  vi.useFakeTimers({ now: READ_AT_MS })
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith('/wallet') ? walletAnswer() : Response.json({ slots: [game(75)], failed: [] }),
  )
  storeToken('token-1', true)
  walletAnswer = () => Response.json(wallet(100))
  queries = newQueryClient()
  await queries.fetchQuery(walletQuery)
  leave = new QueryObserver(queries, walletQuery).subscribe(() => {})
  vi.setSystemTime(CHECKED_AT_MS)
})

afterEach(() => {
  leave()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the games’ new figures make no new one of a wallet that did not come', async () => {
  walletAnswer = () => new Response('<h1>Busy</h1>', { status: 503 })
  await checkBalance(queries)
  const { data, dataUpdatedAt } = queries.getQueryState(walletQuery.queryKey) ?? {}
  expect(data).toMatchObject({ wallet: { amount: 10_000n }, slots: [{ amount: 7_500n }], gamesAgeSeconds: 0 })
  expect(dataUpdatedAt).toBe(READ_AT_MS)
})

test('with the wallet that comes after them all of it is new', async () => {
  walletAnswer = () => Response.json({ ...wallet(300), slots: [game(75)], gamesAgeSeconds: 0 })
  await checkBalance(queries)
  const { data, dataUpdatedAt } = queries.getQueryState(walletQuery.queryKey) ?? {}
  expect(data).toMatchObject({ wallet: { amount: 30_000n }, slots: [{ amount: 7_500n }], gamesAgeSeconds: 0 })
  expect(dataUpdatedAt).toBe(CHECKED_AT_MS)
})
