import { randomUUID } from 'node:crypto'
import { activateGame, transfer } from '@kapao/contract/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

const MEMBERS = 8

let server: TestServer
let members: readonly TestMember[]

beforeAll(async () => {
  server = await startTestServer()
  const made: TestMember[] = []
  for (let count = 0; count < MEMBERS; count += 1) {
    const member = await server.member()
    await server.payIn(member, '100.00')
    await server.give(activateGame, { params: { code: 'PG' }, token: member.token })
    made.push(member)
  }
  members = made
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})

const move = (member: TestMember, from: string, to: string, amount: number, key: string = randomUUID()) =>
  server.ask(transfer, { body: { from, to, amount }, token: member.token, key })

const balances = () => Promise.all(members.map((member) => server.balance(member)))

/** How many transactions wrote the movements of a kind. */
async function transactions(kind: string): Promise<number> {
  const [row] = await server.database.query<{ count: number }>(
    'select count(distinct xmin::text)::int as count from ledger_movement where kind = $1',
    [kind],
  )
  return row?.count ?? 0
}

it('transfers of many members at one moment are written together, each with its own outcome', async () => {
  const [first] = members
  if (!first) throw new Error('nobody is there')
  const outcomes = await Promise.all(
    members.map((member, at) => move(member, 'WALLET', 'PG', at === 0 ? 100.01 : at)),
  )
  expect(outcomes.map(({ status }) => status)).toEqual([400, 200, 200, 200, 200, 200, 200, 200])
  expect(outcomes[0]).toMatchObject({ message: 'MONEY_NOT_ENOUGH' })
  expect(await balances()).toEqual(
    members.map((_member, at) => parseDecimal(at === 0 ? '100.00' : `${100 - at}.00`)),
  )
  expect(await transactions('transfer-hold')).toBeLessThan(MEMBERS - 1)
  const back = await Promise.all(members.map((member, at) => move(member, 'PG', 'WALLET', Math.max(1, at))))
  expect(back.map(({ status }) => status)).toEqual([400, 200, 200, 200, 200, 200, 200, 200])
  expect(await transactions('transfer-out')).toBeLessThan(MEMBERS - 1)
  expect(await balances()).toEqual(members.map(() => parseDecimal('100.00')))
})

it('the same intent, sent several times among those of others, moves money once', async () => {
  const before = await balances()
  const keys = members.map(() => randomUUID())
  const outcomes = await Promise.all(
    [...members, ...members, ...members].map((member, at) =>
      move(member, 'WALLET', 'PG', 10, keys[at % MEMBERS]),
    ),
  )
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await balances()).toEqual(before.map((balance) => balance - parseDecimal('10.00')))
})

it('a member whose wallet is held by somebody else holds up nobody', async () => {
  const [slow, ...others] = members
  if (!slow) throw new Error('nobody is there')
  const before = await balances()
  let held: ReturnType<typeof move> | undefined
  await server.database.transaction(async (tx) => {
    await tx.query('select 1 from ledger_account where member_id = $1 for update', [slow.id])
    held = move(slow, 'WALLET', 'PG', 10)
    const outcomes = await Promise.all(others.map((member) => move(member, 'WALLET', 'PG', 10)))
    expect(outcomes.map(({ status }) => status)).toEqual(others.map(() => 200))
  })
  expect(await held).toMatchObject({ status: 200 })
  expect(await balances()).toEqual(before.map((balance) => balance - parseDecimal('10.00')))
})

it('one member at a time is written for: nobody finds their own row held, or goes alone because of it', async () => {
  const [first] = members
  if (!first) throw new Error('nobody is there')
  const before = await transactions('transfer-hold')
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => members.map((member) => move(member, 'WALLET', 'PG', 1))).flat(),
  )
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200]))
  // Four rounds of all, and a few of those who came first or last by themselves.
  expect((await transactions('transfer-hold')) - before).toBeLessThan((4 * MEMBERS) / 2)
})

it('a list of postings with the same account twice is refused whole', async () => {
  const [member] = members
  const accounts = await server.database.query<{ kind: string; id: bigint }>(
    'select kind, id from ledger_account where member_id = $1',
    [member?.id],
  )
  const id = (kind: string) => accounts.find((account) => account.kind === kind)?.id
  const post = server.database.query('select ledger_post_each($1, $2, $3, $4, $5)', [
    ['test', 'test'],
    ['twice-1', 'twice-2'],
    [id('wallet'), id('wallet')],
    [id('hold'), id('hold')],
    [100n, 100n],
  ])
  await expect(post).rejects.toThrow(/ledger_entry_version/)
})
