import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxForTests, type TestSandbox } from '../sandbox-for-tests.ts'
import { LATE_STATUS_MS } from '../timing.ts'

let sandbox: TestSandbox
let players = 0

beforeAll(async () => {
  sandbox = await sandboxForTests()
})
afterAll(() => sandbox.stop())

/** A fresh account with 100 credits. */
async function player(): Promise<string> {
  players += 1
  const username = `player${players}`
  await sandbox.post('/games/PG/accounts', { username, password: 'secret-1' })
  await transfer({ transferId: `first-${username}`, username, type: 'deposit', amount: 100 })
  return username
}

const transfer = (order: object) => sandbox.post('/games/PG/transfers', order)
const standing = (id: string) => sandbox.get(`/games/PG/transfers/${id}`)
const cancel = (id: string) => sandbox.call('DELETE', `/games/PG/transfers/${id}`)
const balance = async (username: string) => (await sandbox.get(`/control/games/PG/${username}`)).body.balance

const cancelled = { status: 200, body: { status: 'refused', reason: 'CANCELLED' } }

it('cancelling refuses one that has not come, whenever and however often it comes, and after a restart', async () => {
  const username = await player()
  const order = { transferId: `late-${username}`, username, type: 'deposit', amount: 7 }
  for (let times = 0; times < 2; times += 1) expect(await cancel(order.transferId)).toEqual(cancelled)
  expect(await transfer(order)).toEqual(cancelled)
  await sandbox.restart()
  expect(await transfer(order)).toEqual(cancelled)
  expect(await cancel(order.transferId)).toEqual(cancelled)
  expect(await standing(order.transferId)).toEqual(cancelled)
  expect(await balance(username)).toBe(100)
  // At another game the id is another's.
  await sandbox.post('/games/IMI/accounts', { username, password: 'secret-1' })
  expect((await sandbox.post('/games/IMI/transfers', order)).body).toMatchObject({ status: 'success' })
})

it('a cancelled id is no order of its list, and uses up no fault of an order’s', async () => {
  const username = await player()
  const listed = async () => (await sandbox.get('/games/PG/transfers?limit=500')).body.transfers
  const before = await listed()
  await cancel(`late-${username}`)
  await sandbox.fault('game:PG', 'refuse', 1)
  await transfer({ transferId: `late-${username}`, username, type: 'deposit', amount: 7 })
  expect(await listed()).toEqual(before)
  expect((await sandbox.get('/control/faults')).body.faults).toHaveLength(1)
  await sandbox.call('DELETE', '/control/faults')
})

it('cancelling tells of one that was made, or refused, what became of it', async () => {
  const username = await player()
  const order = { transferId: `m-${username}`, username, type: 'deposit', amount: 7 }
  const made = await transfer(order)
  expect(await cancel(`m-${username}`)).toEqual(made)
  expect(await balance(username)).toBe(107)
  const big = { transferId: `b-${username}`, username, type: 'withdraw', amount: 500 }
  const refused = await transfer(big)
  expect(refused.body).toEqual({ status: 'refused', reason: 'INSUFFICIENT' })
  expect(await cancel(`b-${username}`)).toEqual(refused)
})

it('cancelling tells of one that is made, and not to be seen yet, that it cannot tell', async () => {
  const username = await player()
  await sandbox.fault('game:PG', 'late-status', 1)
  const order = { transferId: `f-${username}`, username, type: 'deposit', amount: 7 }
  const hanging = transfer(order)
  await expect.poll(() => balance(username)).toBe(107)
  expect((await standing(`f-${username}`)).status).toBe(404)
  expect((await cancel(`f-${username}`)).body).toEqual({ status: 'pending' })
  sandbox.pass(LATE_STATUS_MS)
  expect((await cancel(`f-${username}`)).body).toEqual({ status: 'success', amount: 7, balance: 107 })
  await sandbox.outlast(hanging)
})

it('cancelling stops none that is being made', async () => {
  const username = await player()
  await sandbox.fault('game:PG', 'slow', 1)
  const order = { transferId: `f-${username}`, username, type: 'withdraw', amount: 7 }
  const hanging = transfer(order)
  await expect.poll(async () => (await standing(`f-${username}`)).body).toEqual({ status: 'pending' })
  expect((await cancel(`f-${username}`)).body).toEqual({ status: 'pending' })
  expect((await sandbox.outlast(hanging)).body).toEqual({ status: 'success', amount: 7, balance: 93 })
})

it('cancelling is no call of a game with no-cancel, nor of one in maintenance', async () => {
  await sandbox.fault('game:PG', 'no-cancel', 1)
  expect(await cancel('never')).toMatchObject({ status: 404, body: { code: 'NO_CALL' } })
  await sandbox.fault('game:PG', 'maintenance', 1)
  expect((await cancel('never')).status).toBe(503)
  expect((await standing('never')).status).toBe(404)
})
