import { activateGame, transfer } from '@kapao/contract/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

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

it('an unknown transfer is settled by the ratio that it was ordered by, whatever the operator made of it since', async () => {
  const member = await server.member()
  await server.payIn(member, '1000.00')
  await server.give(activateGame, { params: { code: 'JOKER2' }, token: member.token })
  const game = server.gateways.game('JOKER2')
  game.script = 'lost-after'
  await server.give(transfer, { body: { from: 'WALLET', to: 'JOKER2', amount: 100 }, token: member.token })
  game.script = 'ok'
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
