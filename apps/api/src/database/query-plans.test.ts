import { randomUUID } from 'node:crypto'
import { deskInbox, inboxFilters, inboxOrders } from '@kapao/contract/desk'
import { listAudit } from '@kapao/contract/desk-admin'
import { deskMember, deskSlipPicture } from '@kapao/contract/desk-member'
import { listStatements } from '@kapao/contract/statement'
import {
  activateGame,
  getWallet,
  refreshSlots,
  transfer,
  transferAll,
  withdraw,
} from '@kapao/contract/wallet'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { everyCall, plausible, sendRaw } from '../../test/calls.ts'
import { asCustomer, conversationIdOf, newAgent, newGuest, say } from '../../test/chat.ts'
import { endOfLog } from '../../test/database-log.ts'
import {
  manyRead,
  partialIndexes,
  plansSince,
  type Told,
  tellPlans,
  tellRows,
  unbounded,
} from '../../test/plans.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { newTransRef, sendSlip, slipPng } from '../../test/slip-pictures.ts'
import { makeTraffic } from '../../test/traffic.ts'
import { lossMarking } from '../refund/loss-mark.ts'

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

  it('nor a look at a member from the desk, with their slips and the money that waits', async () => {
    const member = await server.member()
    const customer = await asCustomer(server, member)
    await say(server, customer, 'hello')
    const { reference = '' } = await sendSlip(server, member, await slipPng(newTransRef()))
    await server.judgeSlips()
    const agent = await newAgent(server)
    const params = { conversationId: await conversationIdOf(server, customer) }
    findings()
    await agent.give(deskMember, { params })
    await agent.give(deskSlipPicture, { params: { ...params, reference } })
    const [told] = plansSince(place)
    expect(told.map(({ text }) => text).join('\n')).toContain('from bank_event')
    expect(findings()).toEqual([])
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

  it('nor the marking of losses at the end of a period', async () => {
    await server.database.query(`update game_account set created_at = created_at - interval '1 month'`)
    findings()
    const turn = lossMarking({ ...server, providers: server.gateways.providers })
    while ((await turn()) !== 'rests');
    const [told] = plansSince(place)
    expect(told.filter(({ text }) => text.includes('under_way')).length).toBeGreaterThan(2)
    expect(findings().filter((one) => one.includes('loss_mark'))).toEqual([])
  })

  it('and a dropped index is noticed', async () => {
    await server.database.query('drop index statement_by_member')
    await server.give(listStatements, { body: { page: 1, limit: 10 }, token })
    expect(findings().join('\n')).toMatch(/reads all of statement/)
  })
})

describe('of somebody who has been here for years no more is read', () => {
  const MUCH = 3_000
  /** Pages, games, and what is found side by side. */
  const MOST_READ = 300
  let old: TestServer
  let member: TestMember
  let from: number
  const guest = newGuest()

  beforeAll(async () => {
    old = await startTestServer('th', { databaseSettings: tellRows })
    member = await old.member()
    await old.payIn(member, '1000.00')
    await old.give(activateGame, { params: { code: 'PG' }, token: member.token })
    await old.give(transfer, { body: { from: 'WALLET', to: 'PG', amount: 100 }, token: member.token })
    await say(old, guest, 'hello')
    for (let guests = 0; guests < 20; guests += 1) await say(old, newGuest(), 'hello')
    await old.database.query(
      `insert into game_transfer (id, member_id, game_code, username, direction, amount_minor, credits_minor, moved_minor, state,
         created_at, settled_at, next_check_at)
       select gen_random_uuid(), t.member_id, t.game_code, t.username, t.direction, t.amount_minor, t.credits_minor, t.moved_minor, t.state,
         at, at, at from game_transfer t, generate_series(1, $1::int) n, lateral (select now() - n * interval '1 hour' as at) long_ago`,
      [MUCH],
    )
    await old.database.query(
      `insert into chat_message (conversation_id, session_id, seq, client_id, sender, message_type, payload, created_at)
       select conversation_id, session_id, n + 1, gen_random_uuid(), sender, message_type, payload, created_at from chat_message, generate_series(1, $1::int) n where id = (select min(id) from chat_message)`,
      [MUCH],
    )
    await old.database.query(
      'update chat_conversation set last_seq = $1::int + 1 where id = (select min(id) from chat_conversation)',
      [MUCH],
    )
    // The server takes what was put in beside it for messages that it missed, and reads them all, once: before anything is counted here.
    const put = endOfLog()
    await say(old, guest, 'still here')
    const isCaughtUp = () =>
      plansSince(put)[0].some(({ text }) => text.includes('unnest($1::bigint[], $2::int[]'))
    await vi.waitUntil(isCaughtUp, { timeout: 30_000 })
    await old.database.query('analyze')
    from = endOfLog()
  })
  afterAll(() => old.stop())

  function found(): readonly string[] {
    const [told, end] = plansSince(from)
    from = end
    expect(told.length).toBeGreaterThan(0)
    return told.flatMap(({ text, plan }) =>
      manyRead(plan, MOST_READ).map((what) => `${what}: ${text.replace(/\s+/g, ' ')}`),
    )
  }

  it('where their games are asked, money is moved and withdrawn', async () => {
    const { token } = member
    await old.give(getWallet, { token })
    await old.give(refreshSlots, { token })
    await old.give(transfer, { body: { from: 'PG', to: 'WALLET', amount: 10 }, token })
    await old.give(transferAll, { body: { to: 'WALLET' }, token })
    await old.give(withdraw, { body: { amount: 300 }, token })
    expect(found()).toEqual([])
  })

  it('where an agent looks at the inbox, answers them and is told of the answer', async () => {
    const agent = await newAgent(old)
    const body = { filter: 'all', order: 'newest', page: 1, limit: 20 } as const
    const { conversations } = await agent.give(deskInbox, { body })
    expect(conversations).toHaveLength(20)
    await say(old, guest, 'one thing more')
    expect(found()).toEqual([])
  })
})
