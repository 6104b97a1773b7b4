import { randomUUID } from 'node:crypto'
import { activateGame, transfer } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
let others: readonly TestMember[]

async function player(): Promise<TestMember> {
  const made = await server.member()
  await server.payIn(made, '100.00')
  for (const code of ['PG', 'JOKER2'])
    await server.give(activateGame, { params: { code }, token: made.token })
  return made
}

beforeAll(async () => {
  server = await startTestServer()
  others = await Promise.all([player(), player(), player()])
})
beforeEach(async () => {
  member = await player()
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})

interface Wish {
  readonly from?: string
  readonly to?: string
  readonly amount?: number
  readonly key?: string
}

const move = (
  { token }: TestMember,
  { from = 'WALLET', to = 'PG', amount = 10, key = randomUUID() }: Wish = {},
) => server.ask(transfer, { body: { from, to, amount }, token, key })

/** The member is known from now on, and has moved 10. */
const becomeKnown = async () => expect((await move(member)).status).toBe(200)

const change = (of: string) =>
  server.database.query(`with changed as (update ${of} returning 1) select count(*) from changed`, [
    member.id,
  ])

const ends = [
  ['whose session was ended', 'session set revoked_at = now() where member_id = $1', 401, 'invalid-token'],
  [
    'whose session was left alone for a day',
    `session set last_used_at = now() - interval '25 hours' where member_id = $1`,
    401,
    'EXPIRED_AUTH_TOKEN',
  ],
  [
    'whose session is a month old',
    `session set created_at = now() - interval '31 days' where member_id = $1`,
    401,
    'EXPIRED_AUTH_TOKEN',
  ],
  ['who was switched off', 'member set is_active = false where id = $1', 403, 'INACTIVE_USER'],
] as const

describe.each(ends)('somebody known a moment ago, %s,', (_who, end, status, message) => {
  const refused = { status, message }

  it('moves nothing by themselves', async () => {
    await becomeKnown()
    await change(end)
    expect(await move(member)).toMatchObject(refused)
    expect(await server.balance(member)).toBe(parseDecimal('90.00'))
  })

  it('moves nothing among others, who do', async () => {
    await becomeKnown()
    const before = await Promise.all(others.map((one) => server.balance(one)))
    await change(end)
    const [own, ...rest] = await Promise.all([move(member), ...others.map((one) => move(one))])
    expect(own).toMatchObject(refused)
    expect(rest.map((one) => one.status)).toEqual([200, 200, 200])
    expect(await server.balance(member)).toBe(parseDecimal('90.00'))
    expect(await Promise.all(others.map((one) => server.balance(one)))).toEqual(
      before.map((balance) => balance - parseDecimal('10.00')),
    )
  })

  it('moves nothing from game to game', async () => {
    await becomeKnown()
    await change(end)
    expect(await move(member, { from: 'PG', to: 'JOKER2' })).toMatchObject(refused)
    const kept = await server.database.query('select 1 from game_transfer where member_id = $1', [member.id])
    expect(kept).toHaveLength(1)
  })

  it.each([
    ['too little', { amount: 0.5 }],
    ['a game that there is not', { to: 'NOWHERE' }],
    ['more than there is', { amount: 1_000 }],
  ])('is not told what is wrong with %s', async (_what, wish) => {
    await becomeKnown()
    await change(end)
    expect(await move(member, wish)).toMatchObject(refused)
  })

  it('is not told what was answered before', async () => {
    const key = randomUUID()
    expect((await move(member, { key })).status).toBe(200)
    await change(end)
    expect(await move(member, { key })).toMatchObject(refused)
  })
})

it('a member who is known asks for a repeat, for too much and for no game as before', async () => {
  const key = randomUUID()
  await becomeKnown()
  expect((await move(member, { key })).status).toBe(200)
  expect((await move(member, { key })).status).toBe(200)
  expect(await server.balance(member)).toBe(parseDecimal('80.00'))
  expect(await move(member, { key, amount: 11 })).toMatchObject({ status: 409, message: 'KEY_INVALID' })
  expect(await move(member, { amount: 81 })).toMatchObject({ status: 400, message: 'MONEY_NOT_ENOUGH' })
  expect(await move(member, { to: 'NOWHERE' })).toMatchObject({ status: 404, message: 'NO_GAME' })
})
