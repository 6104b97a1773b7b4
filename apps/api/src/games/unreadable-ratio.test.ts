import { activateBonus, checkMinimumBonus, clearBonus } from '@kapao/contract/bonus'
import { deskMember } from '@kapao/contract/desk-member'
import { activateGame, getWallet, refreshSlots, transfer, transferAll } from '@kapao/contract/wallet'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { activeBonus, offerBonus, openGame, proveBonuses, putIn } from '../../test/bonuses.ts'
import { asCustomer, conversationIdOf, newAgent, say } from '../../test/chat.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
const told: string[] = []

beforeAll(async () => {
  server = await startTestServer('th', { onLogLine: (line) => told.push(line) })
  await offerBonus(server, 'HALF')
})
afterAll(async () => {
  await proveBonuses(server)
  await server.stop()
})
beforeEach(async () => {
  member = await server.member()
  await server.payIn(member, '100.00')
  await openGame(server, member)
  await putIn(server, member, 40)
})
afterEach(() => write('{"THB": "1"}'))

/** Writes what PG's credits are worth as an operator's tool might, however wrong. */
async function write(ratios: string): Promise<void> {
  await server.database.query("update game set ratios = $1 where code = 'PG'", [ratios])
  await server.operator.reload()
}

const asMember = () => ({ token: member.token })
const move = (from: string, to: string) =>
  server.ask(transfer, { ...asMember(), body: { from, to, amount: 10 } })

describe.each(['{"THB": "1,000"}', '{"THB": "0"}', '{"LAK": "1"}', '{}', 'null', '"1"'])(
  'a game whose ratios are %s',
  (ratios) => {
    beforeEach(async () => {
      told.length = 0
      await write(ratios)
    })

    it('is left out, and that is told; all others are there', async () => {
      expect(told.join('')).toContain('game PG is not shown: no ratio for THB')
      const { slots } = await server.give(getWallet, asMember())
      expect(slots).toHaveLength(11)
      expect(slots.map((slot) => slot.code)).not.toContain('PG')
      expect((await server.give(refreshSlots, asMember())).slots).toEqual(slots)
    })

    it('is none to move money into or out of, or to open an account at', async () => {
      expect(await move('WALLET', 'PG')).toMatchObject({ status: 404, message: 'NO_GAME' })
      expect(await move('PG', 'WALLET')).toMatchObject({ status: 404, message: 'NO_GAME' })
      const all = await server.ask(transferAll, { ...asMember(), body: { to: 'WALLET' } })
      expect(all).toMatchObject({ message: 'MONEY_NOT_ENOUGH' })
      const { token } = await server.member()
      expect(await server.ask(activateGame, { token, params: { code: 'PG' } })).toMatchObject({
        status: 404,
        message: 'NO_GAME',
      })
      expect(await server.balance(member)).toBe(parseDecimal('60.00'))
    })

    it('keeps no deposit from its member, and what is in it counts for a condition', async () => {
      await server.give(activateBonus, { ...asMember(), params: { code: 'HALF' } })
      await server.payIn(member, '200.00')
      expect(await server.balance(member)).toBe(parseDecimal('360.00'))
      expect(await activeBonus(server, member)).toMatchObject({ base: parseDecimal('400.00') })
      expect(await server.give(checkMinimumBonus, asMember())).toMatchObject({ status: false })
      expect(await server.ask(clearBonus, asMember())).toMatchObject({ message: 'TRANSFER_FAIL' })
    })
  },
)

it('a transfer that is unknown is settled by the ratio that it was made by', async () => {
  const game = server.gateways.game('PG')
  game.script = 'lost-after'
  expect(await move('WALLET', 'PG')).toMatchObject({ answer: { status: 'IN_PROGRESS' } })
  game.script = 'ok'
  await write('{"THB": "1,000"}')
  await server.work()
  expect(await server.balance(member)).toBe(parseDecimal('50.00'))
})

it('the desk sees a member beside a game whose ratio cannot be read', async () => {
  const agent = await newAgent(server)
  const customer = await asCustomer(server, member)
  await say(server, customer, 'hello')
  const params = { conversationId: await conversationIdOf(server, customer) }
  await write('{"THB": "1,000"}')
  expect(await agent.give(deskMember, { params })).toMatchObject({ wallet: parseDecimal('60.00'), games: [] })
})
