import { withdraw } from '@kapao/contract/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconciling } from '../../test/reconciling.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { makeTraffic, type Traffic } from '../../test/traffic.ts'
import { NightIncomplete, reconcileNight } from './nightly.ts'
import { heldBecause, holdPayouts, releasePayouts } from './payout-hold.ts'

let server: TestServer
let traffic: Traffic

beforeAll(async () => {
  server = await startTestServer()
  traffic = await makeTraffic(server)
})
afterAll(() => server.stop())

describe('the nights', () => {
  const night = () => reconcileNight(reconciling(server), server.log)
  const rows = () =>
    server.database.query<{ night: string; state: string; tries: number; since: Date | null }>(
      'select night::text, state, tries, since from reconciliation where night is not null order by night',
    )
  const differences = () => server.database.query('select number, kind, ours from reconciliation_difference')
  const forget = () =>
    server.database
      .query('delete from reconciliation_difference')
      .then(() => server.database.query('delete from reconciliation'))

  it('are done once', async () => {
    await forget()
    expect(await night()).toMatchObject({ state: 'equal', differences: 0 })
    expect(await rows()).toMatchObject([{ state: 'equal', tries: 1, since: null }])
    expect(await night()).toBeNull()
    expect(await rows()).toMatchObject([{ tries: 1 }])
  })

  it('that nobody was up for are made up by the next, from where the last but one whole one began', async () => {
    await server.database.query(
      "update reconciliation set night = night - 4, started_at = now() - interval '4 days'",
    )
    await server.database.query(
      `insert into reconciliation (night, state, started_at, finished_at, next_try_at, cursors)
       select night + 1, 'equal', now() - interval '3 days', now(), now(), cursors from reconciliation`,
    )
    expect(await night()).not.toBeNull()
    const [first, , made] = await rows()
    expect(first?.state).toBe('equal')
    const ago = Date.now() - (made?.since?.getTime() ?? 0)
    expect(Math.round(ago / 86_400_000)).toBe(4)
  })

  it('are to be tried again when somebody did not answer, and when a worker died', async () => {
    await forget()
    server.gateways.bank.isDown = true
    await expect(night()).rejects.toThrow(NightIncomplete)
    expect(await rows()).toMatchObject([{ state: 'incomplete' }])
    server.gateways.bank.isDown = false
    expect(await night()).toMatchObject({ state: 'equal' })
    expect(await rows()).toMatchObject([{ state: 'equal', tries: 2 }])
    await server.database.query("update reconciliation set state = 'running', finished_at = null")
    expect(await night()).toMatchObject({ state: 'equal' })
    expect(await rows()).toMatchObject([{ state: 'equal', tries: 3 }])
  })

  it('leave one report when two workers took the same one, each for dead', async () => {
    await forget()
    const { feed } = server.gateways.bank
    feed.push(server.transferEvent(traffic.member, '5.00'))
    await Promise.allSettled([night(), night()])
    feed.pop()
    expect(await rows()).toMatchObject([{ state: 'different' }])
    expect(await differences()).toHaveLength(1)
    expect(await night()).toBeNull()
  })

  it('keep what they found', async () => {
    await forget()
    const { feed } = server.gateways.bank
    feed.push(server.transferEvent(traffic.member, '5.00'))
    await night()
    feed.pop()
    expect(await differences()).toEqual([{ number: 1, kind: 'deposit-missing', ours: 'not in the books' }])
  })
})

describe('payouts that are held', () => {
  it('do not leave until they are released', async () => {
    await holdPayouts(server.database, 'restored')
    await holdPayouts(server.database, 'again')
    expect(await heldBecause(server.database)).toBe('restored')
    await server.give(withdraw, { body: { amount: 100 }, token: traffic.member.token })
    const calls = server.gateways.bank.payOutCalls
    await server.work()
    expect(server.gateways.bank.payOutCalls).toBe(calls)
    await releasePayouts(server.database, 'compared')
    expect(await heldBecause(server.database)).toBe(null)
    await server.work()
    expect(server.gateways.bank.payOutCalls).toBe(calls + 1)
  })
})
