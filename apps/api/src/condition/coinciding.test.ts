// What comes in between while the games are asked for what a condition would begin with, or before money leaves.

import { receiveInviteBonus } from '@kapao/contract/invite'
import { addRefundToWallet } from '@kapao/contract/refund'
import { withdrawAll } from '@kapao/contract/wallet'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { openGame, putIn } from '../../test/bonuses.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import type { Queries } from '../database/database.ts'
import { askBalances } from '../games/ask-balances.ts'
import { lockWallet } from '../ledger/accounts.ts'

const WAITING =
  "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"

let server: TestServer
let member: TestMember
onTestServer((started) => {
  server = started
})
beforeEach(async () => {
  member = await server.member()
})
afterEach(() => {
  vi.restoreAllMocks()
  server.gateways.game('PG').beforeBalance = null
})

/** As of another request of theirs that was there first: it ends while this one waits for it. */
async function meanwhile<T>(ask: () => Promise<T>, work: (tx: Queries) => Promise<unknown>): Promise<T> {
  const { asked } = await server.database.transaction(async (tx) => {
    await lockWallet(tx, member.id)
    const begun = ask()
    await expect.poll(() => server.database.query(WAITING)).toHaveLength(1)
    await work(tx)
    return { asked: begun }
  })
  return asked
}

describe('what was not there when the games were asked begins no condition, whose base would be what they told before', () => {
  it('a refund that is collected at the same moment waits for the next time', async () => {
    const add = () => server.ask(addRefundToWallet, { token: member.token })
    const early = await meanwhile(add, async (tx) => {
      await tx.query(
        "insert into loss_mark (member_id, period_start, lost_minor) values ($1, 'yesterday', 10000)",
        [member.id],
      )
      await tx.query(
        "insert into refund (member_id, period_start, loss_minor, amount_minor) values ($1, 'yesterday', 10000, 500)",
        [member.id],
      )
    })
    expect(early).toMatchObject({ message: 'NO_REFUND' })
    expect(await server.balance(member)).toBe(0n)
    expect(await add()).toMatchObject({ ok: true })
    expect(await server.balance(member)).toBe(parseDecimal('5.00'))
  })

  it('so does a share of a friend’s deposit that comes at the same moment', async () => {
    const friend = await server.member()
    await server.database.query('insert into invite (invitee_id, inviter_id) values ($1, $2)', [
      friend.id,
      member.id,
    ])
    const receive = () => server.ask(receiveInviteBonus, { token: member.token })
    const early = await meanwhile(receive, (tx) =>
      tx.query('update invite set deposited_at = now(), earned_minor = 500 where invitee_id = $1', [
        friend.id,
      ]),
    )
    expect(early).toMatchObject({ ok: false })
    expect(await server.balance(member)).toBe(0n)
    expect(await receive()).toMatchObject({ ok: true })
    expect(await server.balance(member)).toBe(parseDecimal('5.00'))
  })
})

it.each([
  ['put out', 'session set revoked_at = now() where member_id = $1', 401, 'invalid-token'],
  [
    'past their session’s time',
    `session set created_at = now() - interval '31 days' where member_id = $1`,
    401,
    'EXPIRED_AUTH_TOKEN',
  ],
  ['switched off', 'member set is_active = false where id = $1', 403, 'INACTIVE_USER'],
])('who is %s while the games are asked takes no money out', async (_how, end, status, message) => {
  await server.payIn(member, '500.00')
  await openGame(server, member)
  await putIn(server, member, 200)
  server.gateways.game('PG').beforeBalance = async () => {
    await server.database.query(`update ${end}`, [member.id])
  }
  const asked = server.ask(withdrawAll, { body: { amount: 500 }, token: member.token })
  expect(await asked).toMatchObject({ status, message })
  expect(await server.database.query('select 1 from withdrawal where member_id = $1', [member.id])).toEqual(
    [],
  )
  expect((await server.balance(member)) + (await server.balance(member, 'hold'))).toBe(parseDecimal('500.00'))
})

it('an answer that comes behind that of a later question is no silence, and is not asked for again', async () => {
  await openGame(server, member)
  const game = server.gateways.game('PG')
  const late = Promise.withResolvers<void>()
  let asked = 0
  game.beforeBalance = async () => {
    asked += 1
    if (asked === 1) await late.promise
  }
  const context = { ...server, providers: server.gateways.providers }
  const first = askBalances(context, member.id)
  await expect.poll(() => asked).toBe(1)
  expect(await askBalances(context, member.id)).toEqual([])
  late.resolve()
  expect(await first).toEqual([])
  expect(asked).toBe(2)
})
