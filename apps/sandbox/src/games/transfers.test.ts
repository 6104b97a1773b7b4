import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxForTests, type TestSandbox } from '../sandbox-for-tests.ts'
import { LATE_STATUS_MS, SLOW_TRANSFER_MS } from '../timing.ts'

let sandbox: TestSandbox
let lastId = 0

beforeAll(async () => {
  sandbox = await sandboxForTests()
})
afterAll(() => sandbox.stop())

/** A fresh account at a game with 100 credits. */
async function player(code: string): Promise<string> {
  lastId += 1
  const username = `player${lastId}`
  await sandbox.post(`/games/${code}/accounts`, { username, password: 'secret-1' })
  await transfer(code, { username, type: 'deposit', amount: 100 })
  return username
}

function transfer(code: string, order: object) {
  lastId += 1
  return sandbox.post(`/games/${code}/transfers`, { transferId: `t${lastId}`, ...order })
}

async function balance(code: string, username: string): Promise<unknown> {
  return (await sandbox.get(`/control/games/${code}/${username}`)).body.balance
}

describe('a transfer', () => {
  it('moves credits in and out and says the new balance', async () => {
    const username = await player('PG')
    const out = await transfer('PG', { username, type: 'withdraw', amount: 30.25 })
    expect(out).toEqual({ status: 200, body: { status: 'success', amount: 30.25, balance: 69.75 } })
  })

  it('happens once, however often it is sent', async () => {
    const username = await player('PG')
    const order = { transferId: 'same', username, type: 'deposit', amount: 5 }
    const first = await transfer('PG', order)
    expect(await transfer('PG', order)).toEqual(first)
    expect(await balance('PG', username)).toBe(105)
    expect((await sandbox.get('/games/PG/transfers/same')).body).toEqual(first.body)
  })

  it.each([{ amount: 6 }, { type: 'withdraw' }])(
    'refuses its id for another transfer: %j',
    async (change) => {
      const username = await player('PG')
      const order = { transferId: `other-${username}`, username, type: 'deposit', amount: 5 }
      await transfer('PG', order)
      const again = await transfer('PG', { ...order, ...change })
      expect(again).toMatchObject({ status: 409, body: { code: 'DUPLICATE_ID' } })
      expect(await balance('PG', username)).toBe(105)
    },
  )

  it('is refused beyond the balance, and stays refused', async () => {
    const username = await player('PG')
    const order = { transferId: `big-${username}`, username, type: 'withdraw', amount: 100.01 }
    const refused = { status: 'refused', reason: 'INSUFFICIENT' }
    expect((await transfer('PG', order)).body).toEqual(refused)
    await transfer('PG', { username, type: 'deposit', amount: 50 })
    expect((await transfer('PG', order)).body).toEqual(refused)
  })

  it('keeps ids of different games apart', async () => {
    const username = await player('PG')
    await sandbox.post('/games/IMI/accounts', { username, password: 'secret-1' })
    const order = { transferId: `shared-${username}`, username, type: 'deposit', amount: 5 }
    await transfer('PG', order)
    expect((await transfer('IMI', order)).body).toMatchObject({ balance: 5 })
  })

  it('is unknown for an account that is not there', async () => {
    expect(await transfer('PG', { username: 'nobody', type: 'deposit', amount: 5 })).toMatchObject({
      status: 404,
    })
    expect(await sandbox.get('/games/PG/transfers/never')).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
  })
})

describe('faults that answer at once', () => {
  it.each([
    ['refuse', 'deposit', { status: 'refused', reason: 'REFUSED' }, 100],
    ['refuse', 'withdraw', { status: 'refused', reason: 'REFUSED' }, 100],
    ['round-open', 'withdraw', { status: 'refused', reason: 'ROUND_OPEN' }, 100],
    ['locked-funds', 'withdraw', { status: 'refused', reason: 'LOCKED_FUNDS' }, 100],
    ['partial', 'withdraw', { status: 'success', amount: 16.66, balance: 83.34 }, 83.34],
    ['wrong-ratio', 'deposit', { status: 'success', amount: 3.33, balance: 103.33 }, 103.33],
    ['wrong-ratio', 'withdraw', { status: 'success', amount: 3.33, balance: 96.67 }, 96.67],
  ])('%s on a %s', async (fault, type, answer, after) => {
    const username = await player('JOKER2')
    await sandbox.fault('game:JOKER2', fault, 1)
    const order = { transferId: `f-${username}`, username, type, amount: 33.33 }
    expect(await transfer('JOKER2', order)).toEqual({ status: 200, body: answer })
    expect(await balance('JOKER2', username)).toBe(after)
    expect((await sandbox.get(`/games/JOKER2/transfers/f-${username}`)).body).toEqual(answer)
    expect((await transfer('JOKER2', { username, type, amount: 1 })).body).toMatchObject({
      status: 'success',
    })
  })

  it.each([
    ['error-after', 500],
    ['duplicate-id', 409],
  ])('%s applies, then answers %i, and the status knows', async (fault, status) => {
    const username = await player('JOKER2')
    await sandbox.fault('game:JOKER2', fault, 1)
    const order = { transferId: `f-${username}`, username, type: 'deposit', amount: 7 }
    expect((await transfer('JOKER2', order)).status).toBe(status)
    const state = { status: 'success', amount: 7, balance: 107 }
    expect((await sandbox.get(`/games/JOKER2/transfers/f-${username}`)).body).toEqual(state)
    expect((await transfer('JOKER2', order)).body).toEqual(state)
    expect(await balance('JOKER2', username)).toBe(107)
  })

  it('round-open, partial and locked-funds leave deposits alone', async () => {
    const username = await player('USUN')
    for (const fault of ['round-open', 'partial', 'locked-funds']) await sandbox.fault('game:USUN', fault, 1)
    expect((await transfer('USUN', { username, type: 'deposit', amount: 1 })).body).toMatchObject({
      amount: 1,
    })
    expect((await sandbox.get('/control/faults')).body.faults).toHaveLength(3)
    await sandbox.call('DELETE', '/control/faults')
  })

  it('maintenance answers 503 to every call of that game, until it is cleared', async () => {
    const username = await player('CIRCUS')
    await sandbox.fault('game:CIRCUS', 'maintenance')
    const closed = { status: 503, body: { code: 'MAINTENANCE' } }
    expect(await sandbox.get(`/games/CIRCUS/accounts/${username}/balance`)).toMatchObject(closed)
    expect(await transfer('CIRCUS', { username, type: 'deposit', amount: 1 })).toMatchObject(closed)
    expect(await sandbox.post('/games/CIRCUS/accounts', { username: 'x', password: 'y' })).toMatchObject(
      closed,
    )
    expect(await sandbox.get('/games/PG/transfers/never')).toMatchObject({ status: 404 })
    await sandbox.call('DELETE', '/control/faults')
    expect((await sandbox.get(`/games/CIRCUS/accounts/${username}/balance`)).body).toMatchObject({
      balance: 100,
    })
  })

  it('exists says so, and the account is there', async () => {
    await sandbox.fault('game:IMI', 'exists', 1)
    const created = await sandbox.post('/games/IMI/accounts', { username: 'early', password: 'p' })
    expect(created).toMatchObject({ status: 409, body: { code: 'EXISTS' } })
    expect((await sandbox.get('/games/IMI/accounts/early/balance')).body).toEqual({ balance: 0, after: null })
  })

  it('stale-balance tells the balance from before the last transfer for 10 seconds, and up to which it counts', async () => {
    const username = await player('SLOTRACHA')
    const move = (transferId: string, type: string) =>
      transfer('SLOTRACHA', { transferId, username, type, amount: 40 })
    const told = async () => (await sandbox.get(`/games/SLOTRACHA/accounts/${username}/balance`)).body
    await move('in', 'deposit')
    expect(await told()).toEqual({ balance: 140, after: 'in' })
    await sandbox.fault('game:SLOTRACHA', 'stale-balance')
    await move('out', 'withdraw')
    await sandbox.post(`/control/games/SLOTRACHA/${username}/play`, { result: -60 })
    sandbox.pass(9_000)
    expect(await told()).toEqual({ balance: 140, after: 'in' })
    sandbox.pass(1_000)
    expect(await told()).toEqual({ balance: 40, after: 'out' })
    await sandbox.call('DELETE', '/control/faults')
  })

  it('of a balance before the first transfer, and of one that was refused, none is the last that it counts', async () => {
    const username = 'newcomer'
    await sandbox.post('/games/SLOTRACHA/accounts', { username, password: 'secret-1' })
    await sandbox.fault('game:SLOTRACHA', 'stale-balance', 1)
    await transfer('SLOTRACHA', { transferId: 'first', username, type: 'deposit', amount: 40 })
    const told = async () => (await sandbox.get(`/games/SLOTRACHA/accounts/${username}/balance`)).body
    expect(await told()).toEqual({ balance: 0, after: null })
    await transfer('SLOTRACHA', { transferId: 'second', username, type: 'withdraw', amount: 500 })
    expect(await told()).toEqual({ balance: 40, after: 'first' })
  })
})

describe('faults that hang', () => {
  it('timeout-before never applies, and the same id works afterwards', async () => {
    const username = await player('BETFLIX')
    await sandbox.fault('game:BETFLIX', 'timeout-before', 1)
    const order = { transferId: `f-${username}`, username, type: 'deposit', amount: 7 }
    expect((await sandbox.outlast(transfer('BETFLIX', order))).status).toBe(504)
    expect((await sandbox.get(`/games/BETFLIX/transfers/f-${username}`)).status).toBe(404)
    expect((await transfer('BETFLIX', order)).body).toMatchObject({ status: 'success', balance: 107 })
  })

  it('timeout-after applies, and the status knows while the call still hangs', async () => {
    const username = await player('AREASLOT')
    await sandbox.fault('game:AREASLOT', 'timeout-after', 1)
    const hanging = transfer('AREASLOT', {
      transferId: `f-${username}`,
      username,
      type: 'deposit',
      amount: 7,
    })
    await expect
      .poll(async () => (await sandbox.get(`/games/AREASLOT/transfers/f-${username}`)).body)
      .toEqual({ status: 'success', amount: 7, balance: 107 })
    expect((await sandbox.outlast(hanging)).status).toBe(504)
    expect(await balance('AREASLOT', username)).toBe(107)
  })

  it('late-status is not found at first and a success later', async () => {
    const username = await player('PGSLOT')
    await sandbox.fault('game:PGSLOT', 'late-status', 1)
    const hanging = transfer('PGSLOT', { transferId: `f-${username}`, username, type: 'deposit', amount: 7 })
    await expect.poll(() => balance('PGSLOT', username)).toBe(107)
    const status = () => sandbox.get(`/games/PGSLOT/transfers/f-${username}`)
    expect((await status()).status).toBe(404)
    sandbox.pass(LATE_STATUS_MS)
    expect((await status()).body).toMatchObject({ status: 'success' })
    expect((await sandbox.outlast(hanging)).status).toBe(504)
  })

  it('slow is pending while it hangs, then applied', async () => {
    const username = await player('HUAYHD')
    await sandbox.fault('game:HUAYHD', 'slow', 1)
    const hanging = transfer('HUAYHD', { transferId: `f-${username}`, username, type: 'withdraw', amount: 7 })
    await expect
      .poll(async () => (await sandbox.get(`/games/HUAYHD/transfers/f-${username}`)).body)
      .toEqual({ status: 'pending' })
    expect(await balance('HUAYHD', username)).toBe(100)
    expect((await sandbox.outlast(hanging)).body).toEqual({ status: 'success', amount: 7, balance: 93 })
    expect(await balance('HUAYHD', username)).toBe(93)
  })
})

describe('a slow transfer', () => {
  it('is applied once after a restart in the middle of it', async () => {
    const username = await player('ASKMEBET')
    await sandbox.fault('game:ASKMEBET', 'slow', 1)
    const order = { transferId: `f-${username}`, username, type: 'withdraw', amount: 7 }
    const hanging = transfer('ASKMEBET', order).catch(() => 'broken')
    await expect
      .poll(async () => (await sandbox.get(`/games/ASKMEBET/transfers/f-${username}`)).body)
      .toEqual({ status: 'pending' })
    await sandbox.restart()
    expect(await hanging).toBe('broken')
    sandbox.pass(SLOW_TRANSFER_MS)
    await expect.poll(() => balance('ASKMEBET', username)).toBe(93)
    expect((await transfer('ASKMEBET', order)).body).toMatchObject({ status: 'success', amount: 7 })
    expect(await balance('ASKMEBET', username)).toBe(93)
  })
})
