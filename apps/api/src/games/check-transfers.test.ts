import { activateGame, transfer } from '@kapao/contract/wallet'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { takeAstray } from '../../test/astray.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { checkTransfersDue } from './check-transfers.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})

async function setRatio(ratio: string): Promise<void> {
  await server.database.query(
    `update game set ratios = ratios || jsonb_build_object('THB', $1::text) where code = 'JOKER2'`,
    [ratio],
  )
  await server.operator.reload()
}

/** A member whose 100 are at the game, which never said so. */
async function lostTransfer() {
  const member = await server.member()
  await server.payIn(member, '1000.00')
  await server.give(activateGame, { params: { code: 'JOKER2' }, token: member.token })
  const game = server.gateways.game('JOKER2')
  game.script = 'lost-after'
  await server.give(transfer, { body: { from: 'WALLET', to: 'JOKER2', amount: 100 }, token: member.token })
  game.script = 'ok'
  return { member, game }
}

it('an unknown transfer is settled by the ratio that it was ordered by, whatever the operator made of it since', async () => {
  const { member, game } = await lostTransfer()
  await setRatio('5')
  await server.work()
  expect(await server.balance(member, 'hold')).toBe(0n)
  expect(await server.balance(member)).toBe(parseDecimal('900.00'))
  await setRatio('10')
  game.script = 'lost-after'
  await server.give(transfer, { body: { from: 'JOKER2', to: 'WALLET', amount: 50 }, token: member.token })
  game.script = 'ok'
  await setRatio('20')
  await server.work()
  expect(await server.balance(member)).toBe(parseDecimal('950.00'))
  await setRatio('10')
})

it('a provider that knows neither a transfer nor its account is not believed: its address may be wrong', async () => {
  const member = await server.member()
  await server.payIn(member, '1000.00')
  const token = member.token
  await server.give(activateGame, { params: { code: 'JOKER2' }, token })
  const game = server.gateways.game('JOKER2')
  game.script = 'lost-before'
  await server.give(transfer, { body: { from: 'WALLET', to: 'JOKER2', amount: 100 }, token })
  game.script = 'ok'
  const accounts = [...game.balances]
  game.balances.clear()
  /** As if it had been said for an hour. */
  const sayForLong = async () => {
    await server.database.query(
      `update game_transfer set not_found_since = now() - interval '1 hour', next_check_at = now() where state = 'open'`,
    )
    await server.work()
  }
  await sayForLong()
  expect(await server.balance(member)).toBe(parseDecimal('900.00'))
  expect(await server.balance(member, 'hold')).toBe(parseDecimal('100.00'))
  for (const [username, credits] of accounts) game.balances.set(username, credits)
  await sayForLong()
  expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
  expect(await server.balance(member, 'hold')).toBe(0n)
})

it('a transfer that its provider finds minutes late is made, and not given back before, however impatient the operator is', async () => {
  await server.set('transferNotFoundSeconds', 1)
  const member = await server.member()
  await server.payIn(member, '1000.00')
  await server.give(activateGame, { params: { code: 'JOKER2' }, token: member.token })
  const game = server.gateways.game('JOKER2')
  game.script = 'lost-then-late'
  await server.give(transfer, { body: { from: 'WALLET', to: 'JOKER2', amount: 100 }, token: member.token })
  game.script = 'ok'
  for (const one of game.transfers.values()) if (one.hiddenFor > 0) one.hiddenFor = 2
  await server.work()
  await server.database.query(
    `update game_transfer set not_found_since = not_found_since - interval '1 minute' where state = 'open'`,
  )
  await server.work()
  expect(await server.balance(member, 'hold')).toBe(parseDecimal('100.00'))
  await server.work()
  expect(await server.balance(member)).toBe(parseDecimal('900.00'))
  expect(await server.balance(member, 'hold')).toBe(0n)
  await server.set('transferNotFoundSeconds', 300)
})

it('a transfer whose money the books cannot let go is not ended: it is asked about again, and ended when they can', async () => {
  const { member } = await lostTransfer()
  const bringBack = await takeAstray(server, member, '100.00')
  await expect(server.work()).rejects.toThrow(/^transfer-in \S+ was insufficient$/)
  const stands = () =>
    server.database.query(
      `select t.state, s.status from game_transfer t join statement s on s.source_kind = 'game_transfer' and s.source_id = t.id::text
       where t.member_id = $1`,
      [member.id],
    )
  expect(await stands()).toEqual([{ state: 'open', status: 'PENDING' }])
  await bringBack()
  await server.work()
  expect(await stands()).toEqual([{ state: 'confirmed', status: 'SUCCESS' }])
  expect(await server.balance(member)).toBe(parseDecimal('900.00'))
})

it('a silent game with many unknown transfers keeps no other game’s waiting, and is asked ever more seldom', async () => {
  const member = await server.member()
  const token = member.token
  await server.payIn(member, '1000.00')
  for (const code of ['JOKER2', 'PG']) await server.give(activateGame, { params: { code }, token })
  const [silent, other] = [server.gateways.game('JOKER2'), server.gateways.game('PG')]
  silent.isDown = true
  for (let times = 0; times < 25; times += 1)
    await server.give(transfer, { body: { from: 'WALLET', to: 'JOKER2', amount: 10 }, token })
  other.script = 'lost-after'
  await server.give(transfer, { body: { from: 'WALLET', to: 'PG', amount: 100 }, token })
  other.script = 'ok'
  const dueSince = (code: string, ago: string) =>
    server.database.query(
      `update game_transfer set next_check_at = now() - interval '${ago}' where state = 'open' and game_code = $1`,
      [code],
    )
  await dueSince('JOKER2', '1 hour')
  await dueSince('PG', '1 second')
  await checkTransfersDue({ ...server, providers: server.gateways.providers })
  const open = () =>
    server.database.query<{ gameCode: string; pause: number }>(
      `select game_code, max(extract(epoch from next_check_at - now()))::float8 as pause from game_transfer where state = 'open' group by 1`,
    )
  expect(await open()).toMatchObject([{ gameCode: 'JOKER2' }])
  await server.database.query(
    "update game_transfer set checks = 500, next_check_at = now() where state = 'open'",
  )
  await checkTransfersDue({ ...server, providers: server.gateways.providers })
  expect((await open())[0]?.pause).toBeGreaterThan(30)
  silent.isDown = false
  await dueSince('JOKER2', '1 second')
  await server.work()
})

it('a provider’s no to a transfer that it has confirmed to the worker meanwhile is not told as a failure: the money has moved', async () => {
  const member = await server.member()
  const token = member.token
  await server.payIn(member, '200.00')
  await server.give(activateGame, { params: { code: 'PG' }, token })
  const game = server.gateways.game('PG')
  const send = game.transfer.bind(game)
  const sent = vi.spyOn(game, 'transfer').mockImplementationOnce(async (order) => {
    await send(order)
    await server.work()
    return { kind: 'refused', reason: 'REFUSED' }
  })
  const key = crypto.randomUUID()
  const into = () => server.ask(transfer, { body: { from: 'WALLET', to: 'PG', amount: 100 }, token, key })
  expect(await into()).toMatchObject({ status: 202, answer: { status: 'IN_PROGRESS' } })
  expect(await server.balance(member)).toBe(parseDecimal('100.00'))
  expect(await into()).toMatchObject({
    status: 200,
    isReplay: true,
    answer: { amount: parseDecimal('100.00') },
  })
  sent.mockRestore()
})

it('of a transfer into a game that makes more of it no more is told than left the wallet', async () => {
  const member = await server.member()
  const token = member.token
  await server.payIn(member, '200.00')
  await server.give(activateGame, { params: { code: 'JOKER2' }, token })
  const game = server.gateways.game('JOKER2')
  game.script = 'more'
  const answer = await server.give(transfer, { body: { from: 'WALLET', to: 'JOKER2', amount: 105 }, token })
  game.script = 'ok'
  expect(answer).toMatchObject({ message: 'SUCCESS', amount: parseDecimal('105.00') })
  expect(await server.balance(member)).toBe(parseDecimal('95.00'))
})
