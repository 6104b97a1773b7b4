// What a member is told of a withdrawal on its way. How it is paid: withdraw.test.ts.
import { listStatements } from '@kapao/contract/statement'
import { withdraw } from '@kapao/contract/wallet'
import { describe, expect, it, vi } from 'vitest'
import { takeAstray } from '../../test/astray.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import { openLogger } from '../http/logger.ts'
import { payOutDue } from './pay-out.ts'

let server: TestServer

onTestServer(async (started) => {
  server = started
})

async function told(member: TestMember) {
  const answer = await server.give(listStatements, { body: { page: 1, limit: 2 }, token: member.token })
  return answer.statements.map(({ payout }) => payout)
}

async function tryAgain() {
  await server.database.query('update withdrawal set next_try_at = now()')
  await server.work()
}

it('its member is told when it was sent and when it ended, the sending once however often it is tried', async () => {
  const member = await server.member()
  await server.payIn(member, '1000.00')
  server.gateways.bank.script = 'lost-before'
  await server.give(withdraw, { body: { amount: 300 }, token: member.token })
  const ofDeposit = undefined
  expect(await told(member)).toEqual([{}, ofDeposit])
  await server.work()
  const [sent] = await told(member)
  expect(Math.abs(Date.parse(sent?.sentAt ?? '') - Date.now())).toBeLessThan(60_000)
  expect(sent?.endedAt).toBeUndefined()
  server.gateways.bank.script = 'ok'
  await tryAgain()
  const [ended] = await told(member)
  expect(ended?.sentAt).toBe(sent?.sentAt)
  expect(Date.parse(ended?.endedAt ?? '')).toBeGreaterThan(Date.parse(sent?.sentAt ?? ''))
})

it('nobody is told that it was sent while nothing has left for the bank, nor a time that is not its own', async () => {
  const member = await server.member()
  await server.payIn(member, '1000.00')
  server.gateways.bank.script = 'not-sent'
  await server.give(withdraw, { body: { amount: 300 }, token: member.token })
  await server.work()
  await tryAgain()
  expect((await told(member))[0]).toEqual({})
  server.gateways.bank.script = 'lost-after'
  await tryAgain()
  const [sent] = await told(member)
  expect(sent?.sentAt).toBeDefined()
  expect(sent?.endedAt).toBeUndefined()
  // When an older version sent it was not kept.
  await server.database.query('update withdrawal set sent_at = null where member_id = $1', [member.id])
  server.gateways.bank.script = 'ok'
  await tryAgain()
  expect((await told(member))[0]).toEqual({ endedAt: expect.any(String) })
})

it('nor where a worker has died before it sent it, once the bank knows of none and it has not left again', async () => {
  const member = await server.member()
  await server.payIn(member, '1000.00')
  await server.give(withdraw, { body: { amount: 300 }, token: member.token })
  await server.database.query(
    "update withdrawal set state = 'sent', tries = 1, sent_at = now(), next_try_at = now() where member_id = $1",
    [member.id],
  )
  server.gateways.bank.script = 'not-sent'
  await server.work()
  expect((await told(member))[0]).toEqual({})
  server.gateways.bank.script = 'ok'
  await tryAgain()
  expect((await told(member))[0]).toEqual({ sentAt: expect.any(String), endedAt: expect.any(String) })
})

it('is not settled where the books cannot let it go: it is asked about again, and settled when they can', async () => {
  const member = await server.member()
  await server.payIn(member, '1000.00')
  server.gateways.bank.script = 'ok'
  await server.give(withdraw, { body: { amount: 300 }, token: member.token })
  const bringBack = await takeAstray(server, member, '300.00')
  await expect(payOutDue(server.database, server.gateways.bank, server.log)).rejects.toThrow(
    'was insufficient',
  )
  const stands = () =>
    server.database.query(
      `select w.state, s.status from withdrawal w join statement s on s.source_kind = 'withdrawal' and s.source_id = w.id::text
       where w.member_id = $1`,
      [member.id],
    )
  expect(await stands()).toEqual([{ state: 'sent', status: 'PENDING' }])
  await bringBack()
  await tryAgain()
  expect(await stands()).toEqual([{ state: 'settled', status: 'SUCCESS' }])
})

it('of several that fail in one turn each is named in the log', async () => {
  const member = await server.member()
  await server.payIn(member, '1000.00')
  for (const amount of [100, 200]) await server.give(withdraw, { body: { amount }, token: member.token })
  const { bank } = server.gateways
  const sent = vi.spyOn(bank, 'payOut').mockRejectedValue(new Error('a bug'))
  const lines: string[] = []
  const log = openLogger('test', 'error', { write: (line) => lines.push(line) })
  await expect(payOutDue(server.database, bank, log)).rejects.toThrow('a bug')
  sent.mockRestore()
  const due = await server.database.query<{ id: string }>('select id from withdrawal where member_id = $1', [
    member.id,
  ])
  expect(lines).toHaveLength(2)
  for (const { id } of due) expect(lines).toContainEqual(expect.stringContaining(`"withdrawal":"${id}"`))
  await tryAgain()
})

it.each([
  ['paid without the bank’s reference', `state = 'settled'`],
  ['given back without a reason', `state = 'refused'`],
  ['both', `state = 'settled', trans_ref = 'PO1', refused_reason = 'REFUSED'`],
])('is never written down as %s', async (_how, ended) => {
  const member = await server.member()
  await server.payIn(member, '1000.00')
  await server.give(withdraw, { body: { amount: 300 }, token: member.token })
  const write = server.database.query(
    `update withdrawal set ${ended}, ended_at = now() where member_id = $1`,
    [member.id],
  )
  await expect(write).rejects.toThrow('violates check constraint "withdrawal_')
  await server.work()
})

describe('a turn of the worker’s', () => {
  const takeMany = async (member: TestMember, howMany: number) => {
    for (let taken = 0; taken < howMany; taken += 1)
      await server.give(withdraw, { body: { amount: 100 }, token: member.token })
  }
  const payOut = () => payOutDue(server.database, server.gateways.bank, server.log)
  const countPaid = async (member: TestMember) => {
    const rows = await server.database.query(
      "select 1 from withdrawal where member_id = $1 and state = 'settled'",
      [member.id],
    )
    return rows.length
  }

  it('pays each member’s oldest withdrawal before anybody’s second, however many one has asked for', async () => {
    const [many, few] = [await server.member(), await server.member()]
    for (const member of [many, few]) await server.payIn(member, '2000.00')
    await takeMany(many, 12)
    await takeMany(few, 2)
    expect(await payOut()).toBe(10)
    expect([await countPaid(many), await countPaid(few)]).toEqual([8, 2])
    expect(await payOut()).toBe(4)
    expect(await countPaid(many)).toBe(12)
  })

  it('pays ten of one member where nobody else waits', async () => {
    const alone = await server.member()
    await server.payIn(alone, '2000.00')
    await takeMany(alone, 11)
    expect(await payOut()).toBe(10)
    expect(await countPaid(alone)).toBe(10)
    expect(await payOut()).toBe(1)
  })

  it('leaves to another worker what that one is taking', async () => {
    const member = await server.member()
    await server.payIn(member, '2000.00')
    await takeMany(member, 12)
    await server.database.transaction(async (other) => {
      await other.query(
        `select 1 from withdrawal where id in (
           select id from withdrawal where member_id = $1 order by next_try_at, id limit 9) for update`,
        [member.id],
      )
      expect(await payOut()).toBe(3)
    })
    expect(await payOut()).toBe(9)
    expect(await countPaid(member)).toBe(12)
  })
})
