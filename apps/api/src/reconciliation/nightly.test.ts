import { withdraw } from '@kapao/contract/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconciling } from '../../test/reconciling.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { makeTraffic, type Traffic } from '../../test/traffic.ts'
import { heldBecause, holdPayouts, releasePayouts } from '../withdraw/payout-hold.ts'
import { beginningOf, settleDifferences } from './beginning.ts'
import { NightIncomplete, reconcileNight } from './nightly.ts'
import { beginByHand, reconcile } from './reconcile.ts'

let server: TestServer
let traffic: Traffic

beforeAll(async () => {
  server = await startTestServer()
  // Twelve hours away, in Bangkok, so that no night comes between two looks.
  await server.set('reconcileHour', (new Date().getUTCHours() + 7 + 12) % 24)
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

  /** As if the last night had been the one before. In two steps: on the way from row to row no two may be of one night. */
  const turn = () =>
    server.database
      .query(
        "update reconciliation set night = night - 1001, started_at = started_at - interval '1 day', since = since - interval '1 day'",
      )
      .then(() => server.database.query('update reconciliation set night = night + 1000'))
  const missing = () => server.transferEvent(traffic.member, '5.00')

  it('tell what differs until it is gone, however many nights have seen it', async () => {
    await forget()
    const { feed } = server.gateways.bank
    await night()
    await turn()
    feed.push(missing())
    for (let told = 0; told < 5; told += 1) {
      expect([told, await night()]).toMatchObject([told, { state: 'different', differences: 1 }])
      await turn()
    }
    const ofHand = reconcile(reconciling(server), await beginByHand(server.database))
    expect(await ofHand).toMatchObject({ state: 'different' })
    feed.pop()
    expect(await night()).toMatchObject({ state: 'equal' })
  })

  it('tell no more what was settled, but what differs after it', async () => {
    await forget()
    const { feed } = server.gateways.bank
    await night()
    await turn()
    feed.push(missing())
    await night()
    await turn()
    const { id } = await reconcile(reconciling(server), await beginByHand(server.database))
    // After the report that somebody has read, and before they say so.
    feed.push(missing())
    expect(await settleDifferences(server.database, id, 'written off')).toBe(true)
    const again = await reconcile(reconciling(server), await beginByHand(server.database))
    expect(again).toMatchObject({ state: 'different', differences: [{ kind: 'deposit-missing' }] })
    feed.pop()
    expect(await night()).toMatchObject({ state: 'equal' })
    await turn()
    feed.push(missing())
    expect(await night()).toMatchObject({ state: 'different' })
    const later = await server.database.query(
      "select 1 from reconciliation_difference where kind = 'deposit-missing' and reconciliation_id > $1",
      [again.id],
    )
    expect(later).toHaveLength(1)
    feed.splice(-2)
  })

  it('tell on what a night has found since the report that was settled, and what was not looked at whole', async () => {
    await forget()
    const { bank } = server.gateways
    const byHand = async () => (await reconcile(reconciling(server), await beginByHand(server.database))).id
    const settled = (id: bigint) => settleDifferences(server.database, id, 'written off')
    await night()
    await turn()
    expect(await settled(await byHand())).toBe(false)
    bank.feed.push(missing())
    const read = await byHand()
    bank.isDown = true
    expect(await settled(await byHand())).toBe(false)
    bank.isDown = false
    bank.feed.push(missing())
    await night()
    expect(await settled(read)).toBe(false)
    await turn()
    expect(await night()).toMatchObject({ state: 'different', differences: 2 })
    expect(await settled(await byHand())).toBe(true)
    bank.feed.splice(-2)
  })

  it('do not look further and further back for ever', async () => {
    await forget()
    const { feed } = server.gateways.bank
    for (let before = 0; before < 2; before += 1) {
      await night()
      await turn()
    }
    feed.push(missing())
    for (let told = 0; told < 3; told += 1) {
      await night()
      await turn()
    }
    feed.pop()
    const starts = () =>
      server.database.query<{ startedAt: Date }>('select started_at from reconciliation order by night')
    const [first, , , last] = await starts()
    expect(await beginningOf(server.database)).toMatchObject({ startedAt: first?.startedAt })
    await server.database.query("update reconciliation set started_at = started_at - interval '31 days'")
    const [, , , aged] = await starts()
    expect(aged).not.toEqual(last)
    expect(await beginningOf(server.database)).toMatchObject({ startedAt: aged?.startedAt })
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
