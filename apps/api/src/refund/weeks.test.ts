import { checkRefund, receiveRefund } from '@kapao/contract/refund'
import { fromMinorUnits } from '@kapao/money/minor'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { letTransfersAge, openGame, putIn } from '../../test/bonuses.ts'
import { beginWeeksTomorrow, letAWeekPass, letMarksMove, makeItNoon } from '../../test/days.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { lossMarking } from './loss-mark.ts'

let server: TestServer
onTestServer(async (started) => {
  server = started
  await makeItNoon(server)
  await beginWeeksTomorrow(server)
  await letMarksMove(server)
})

async function markAll(): Promise<void> {
  const turn = lossMarking({ ...server, providers: server.gateways.providers })
  while ((await turn()) !== 'rests');
}

/** What is won or lost with 1,000 more in the game, or all is lost that is there; and whether the member asks for the refund of a week only when the next is played. */
const week = fc.record({
  results: fc.array(fc.oneof(fc.integer({ min: -100, max: 100 }), fc.constant('all')), { maxLength: 2 }),
  isAskedLate: fc.boolean(),
})

it('whatever is played in whatever weeks, and whenever it is asked for, each week’s net loss is refunded once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(week, { maxLength: 5 }), async (weeks) => {
      const member = await server.member()
      const { token } = member
      await server.payIn(member, '10000.00')
      const username = await openGame(server, member)
      const game = server.gateways.game('PG')
      const receive = () =>
        Promise.all([server.ask(receiveRefund, { token }), server.ask(receiveRefund, { token })])
      let due = 0n
      for (const { results, isAskedLate } of weeks) {
        let lost = 0n
        for (const result of results) {
          await putIn(server, member, 1000)
          const won = result === 'all' ? -(game.balances.get(username) ?? 0n) : BigInt(result) * 100n
          game.play(username, fromMinorUnits(won))
          lost -= won
        }
        await letTransfersAge(server, member)
        await receive()
        await letAWeekPass(server)
        await markAll()
        const refund = (lost * 5n) / 100n
        if (refund >= parseDecimal('1.00')) due += refund
        if (!isAskedLate) await receive()
      }
      await receive()
      expect((await server.give(checkRefund, { token })).refundCollected).toBe(due)
    }),
    { numRuns: 10 },
  )
})
