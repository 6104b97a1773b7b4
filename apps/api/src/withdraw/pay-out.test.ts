// What a member is told of a withdrawal on its way. How it is paid: withdraw.test.ts.
import { listStatements } from '@kapao/contract/statement'
import { withdraw } from '@kapao/contract/wallet'
import { expect, it } from 'vitest'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'

let server: TestServer

onTestServer(async (started) => {
  server = started
})

it('its member is told when it was sent and when it ended, the sending once however often it is tried', async () => {
  const member = await server.member()
  await server.payIn(member, '1000.00')
  const told = async () => {
    const answer = await server.give(listStatements, { body: { page: 1, limit: 2 }, token: member.token })
    return answer.statements.map(({ payout }) => payout)
  }
  server.gateways.bank.script = 'lost-before'
  await server.give(withdraw, { body: { amount: 300 }, token: member.token })
  const ofDeposit = undefined
  expect(await told()).toEqual([{}, ofDeposit])
  await server.work()
  const [sent] = await told()
  expect(Math.abs(Date.parse(sent?.sentAt ?? '') - Date.now())).toBeLessThan(60_000)
  expect(sent?.endedAt).toBeUndefined()
  server.gateways.bank.script = 'ok'
  await server.database.query('update withdrawal set next_try_at = now()')
  await server.work()
  const [ended] = await told()
  expect(ended?.sentAt).toBe(sent?.sentAt)
  expect(Date.parse(ended?.endedAt ?? '')).toBeGreaterThan(Date.parse(sent?.sentAt ?? ''))
})
