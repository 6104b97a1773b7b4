import { randomUUID } from 'node:crypto'
import { deskInbox, inboxFilters, inboxOrders } from '@kapao/contract/desk'
import { listAudit } from '@kapao/contract/desk-admin'
import { listStatements } from '@kapao/contract/statement'
import { activateGame, transfer } from '@kapao/contract/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyCall, plausible, sendRaw } from '../test/calls.ts'
import { newAgent, newGuest, say } from '../test/chat.ts'
import { endOfLog } from '../test/database-log.ts'
import { partialIndexes, plansSince, type Told, tellPlans, unbounded } from '../test/plans.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { makeTraffic } from '../test/traffic.ts'

let server: TestServer
let token: string
let place: number
let partial: ReadonlySet<string>

beforeAll(async () => {
  server = await startTestServer('th', { databaseSettings: tellPlans })
  partial = await partialIndexes(server)
  place = endOfLog()
  const traffic = await makeTraffic(server)
  token = traffic.member.token
  await moveTogether()
})
afterAll(() => server.stop())

/** Transfers of several members at the same moment, which are written together. */
async function moveTogether(): Promise<void> {
  const members = [await server.member(), await server.member(), await server.member()]
  for (const member of members) {
    await server.payIn(member, '10.00')
    await server.give(activateGame, { params: { code: 'PG' }, token: member.token })
  }
  for (const [from, to] of [
    ['WALLET', 'PG'],
    ['PG', 'WALLET'],
  ])
    await Promise.all(
      members.map(({ token }) =>
        server.ask(transfer, { body: { from, to, amount: 5 }, token, key: randomUUID() }),
      ),
    )
}

/** What the plans say that were made since the last look, each statement once. */
function findings(): readonly string[] {
  const [told, end] = plansSince(place)
  place = end
  const found = told.flatMap(({ text, plan }: Told) =>
    unbounded(plan, partial).map((what) => `${what}: ${text.replace(/\s+/g, ' ')}`),
  )
  return [...new Set(found)].sort()
}

describe('no statement of a call reads more the more there is', () => {
  it('neither where money moves nor in any call of the contract', async () => {
    for (const [, call] of everyCall) {
      await sendRaw(server, call, { token, ...(call.body && { payload: JSON.stringify(plausible) }) })
    }
    const [told] = plansSince(place)
    const texts = told.map((one) => one.text).join('\n')
    // What was run inside of functions was heard, too.
    for (const name of [
      'game_transfer_settle',
      'game_transfer_open_each',
      'game_transfer_confirm_each',
      'insert into ledger_entry',
      'from statement s',
    ])
      expect(texts).toContain(name)
    expect(findings()).toEqual([])
  })

  it('nor a look at the inbox, however many conversations are open', async () => {
    for (let guests = 0; guests < 3; guests += 1) await say(server, newGuest(), 'hello')
    const agent = await newAgent(server)
    plansSince(place)
    for (const filter of inboxFilters)
      for (const order of inboxOrders)
        await agent.give(deskInbox, { body: { filter, order, page: 1, limit: 20 } })
    expect(findings().filter((one) => one.includes('chat_conversation'))).toEqual([])
  })

  it('nor a look at what the staff did, however long the trail is', async () => {
    const admin = await newAgent(server, 'admin')
    plansSince(place)
    for (const [staffId, action] of [
      ['', ''],
      [admin.staffId, ''],
      ['', 'login'],
      [admin.staffId, 'login'],
    ] as const)
      await admin.give(listAudit, { body: { staffId, action, page: 2, limit: 20 } })
    expect(findings().filter((one) => one.includes('staff_audit'))).toEqual([])
  })

  it('and a dropped index is noticed', async () => {
    await server.database.query('drop index statement_by_member')
    await server.give(listStatements, { body: { page: 1, limit: 10 }, token })
    expect(findings().join('\n')).toMatch(/reads all of statement/)
  })
})
