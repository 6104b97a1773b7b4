// The operator makes weeks begin on another day.
import { checkRefund, receiveRefund } from '@kapao/contract/refund'
import { expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { openGame, putIn } from '../../test/bonuses.ts'
import { beginWeeksTomorrow, makeItNoon } from '../../test/days.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'

let server: TestServer
onTestServer(async (started) => {
  server = started
  await makeItNoon(server)
})

it('a loss is refunded once where weeks begin earlier since, and what was lost in the days between with the next', async () => {
  const member = await server.member()
  const username = await openGame(server, member)
  await server.payIn(member, '2000.00')
  await putIn(server, member, 1000)
  const lose = (credits: string) => server.gateways.game('PG').play(username, -parseDecimal(credits))
  await server.database.query("update game_account set created_at = created_at - interval '1 month'")
  await server.database.query("update game_transfer set created_at = created_at - interval '1 month'")
  const check = () => server.give(checkRefund, { token: member.token })
  lose('400.00')
  expect((await check()).refundAmount).toBe(parseDecimal('20.00'))
  lose('600.00')

  await beginWeeksTomorrow(server)
  expect((await check()).refundAmount).toBe(parseDecimal('20.00'))
  expect(await server.ask(receiveRefund, { token: member.token })).toMatchObject({ status: 200 })
  expect(await check()).toMatchObject({ result: false, refundAmount: 0n })
  const marks = await server.database.query<{ lostMinor: bigint }>('select lost_minor from loss_mark')
  expect(marks).toEqual([{ lostMinor: parseDecimal('400.00') }])
})
