import { activateBonus, clearBonus } from '@kapao/contract/bonus'
import { receiveInviteBonus } from '@kapao/contract/invite'
import { getWallet, refreshSlots, transfer, transferAll, withdraw, withdrawAll } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import {
  activeBonus,
  letTransfersAge,
  offerBonus,
  openGame,
  proveBonuses,
  putIn,
} from '../../test/bonuses.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
let username: string

beforeAll(async () => {
  server = await startTestServer()
  await offerBonus(server, 'HALF')
})
afterAll(async () => {
  await proveBonuses(server)
  await server.stop()
})

async function switchPg(isEnabled: boolean): Promise<void> {
  await server.database.query("update game set is_enabled = $1 where code = 'PG'", [isEnabled])
  await server.operator.reload()
}

/** Of 1,000 paid in 300 are in the game, which is then switched off. */
async function leaveMoneyThere(): Promise<void> {
  await server.payIn(member, '1000.00')
  username = await openGame(server, member)
  await putIn(server, member, 300)
  await switchPg(false)
}

beforeEach(async () => {
  await switchPg(true)
  server.gateways.game('PG').isDown = false
  member = await server.member()
})

const move = (from: string, to: string, amount: number) =>
  server.ask(transfer, { body: { from, to, amount }, token: member.token })
const shown = async () =>
  (await server.give(getWallet, { token: member.token })).slots.find(({ code }) => code === 'PG')

it('a game that is switched off is seen while there is money in it, without a way in, and gives it back', async () => {
  await leaveMoneyThere()
  server.gateways.game('PG').play(username, parseDecimal('50.00'))
  const { slots, failed } = await server.give(refreshSlots, { token: member.token })
  expect(failed).toEqual([])
  expect(slots.find(({ code }) => code === 'PG')).toMatchObject({
    amount: parseDecimal('350.00'),
    isActive: true,
    web: null,
  })
  expect(await move('WALLET', 'PG', 10)).toMatchObject({ message: 'NO_GAME' })
  expect(await move('PG', 'WALLET', 350)).toMatchObject({ ok: true, status: 200 })
  expect(await server.balance(member)).toBe(parseDecimal('1050.00'))
  expect(await shown()).toBeUndefined()
})

it('its money is collected with that of the others, and withdrawn', async () => {
  await leaveMoneyThere()
  const body = { to: 'WALLET' }
  expect(await server.ask(transferAll, { body, token: member.token })).toMatchObject({
    ok: true,
    status: 200,
  })
  expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
  await switchPg(true)
  await putIn(server, member, 1000)
  await switchPg(false)
  const taken = await server.ask(withdrawAll, { body: { amount: 1000 }, token: member.token })
  expect(taken).toMatchObject({ ok: true })
})

it('a condition is met by what is in it, and can be cleared', async () => {
  await server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
  await leaveMoneyThere()
  server.gateways.game('PG').play(username, parseDecimal('100.00'))
  await server.give(refreshSlots, { token: member.token })
  expect(await activeBonus(server, member)).toMatchObject({ total: parseDecimal('1600.00') })
  expect(await server.ask(clearBonus, { token: member.token })).toMatchObject({ ok: true })
  expect(await server.balance(member)).toBe(parseDecimal('1100.00'))
})

it('nobody waits for the provider of one that is switched off and was empty', async () => {
  await server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
  await leaveMoneyThere()
  await move('PG', 'WALLET', 300)
  await server.database.query(
    `update game_transfer set created_at = created_at - interval '1 minute', settled_at = settled_at - interval '1 minute'
     where member_id = $1`,
    [member.id],
  )
  server.gateways.game('PG').isDown = true
  expect(await server.give(refreshSlots, { token: member.token })).toMatchObject({ failed: [] })
  expect(await server.ask(clearBonus, { token: member.token })).toMatchObject({ ok: true })
})

describe('of what is left in one that is switched off and whose provider is gone the last figure stands', () => {
  async function leaveBehind(more: number): Promise<void> {
    await server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
    await leaveMoneyThere()
    await switchPg(true)
    await putIn(server, member, more)
    await switchPg(false)
    server.gateways.game('PG').isDown = true
  }

  it('and a condition is cleared by it, where the wallet has what it takes', async () => {
    await leaveBehind(10)
    expect(await server.ask(clearBonus, { token: member.token })).toMatchObject({ ok: true })
    expect(await server.balance(member)).toBe(parseDecimal('690.00'))
  })

  it('but not where the bonus is in there, too', async () => {
    await leaveBehind(701)
    expect(await server.ask(clearBonus, { token: member.token })).toMatchObject({
      message: 'TRANSFER_FAIL',
    })
    expect(await server.balance(member)).toBe(parseDecimal('499.00'))
  })

  async function earnFromFriend(): Promise<void> {
    const friend = await server.member()
    await server.database.query('insert into invite (invitee_id, inviter_id) values ($1, $2)', [
      friend.id,
      member.id,
    ])
    await server.payIn(friend, '1000.00')
  }

  it('and what friends have earned is received', async () => {
    await leaveMoneyThere()
    server.gateways.game('PG').isDown = true
    await earnFromFriend()
    expect(await server.ask(receiveInviteBonus, { token: member.token })).toMatchObject({ ok: true })
  })

  describe('also where transfers beside each other have left more of it in doubt', () => {
    beforeEach(async () => {
      await leaveMoneyThere()
      server.gateways.game('PG').isDown = true
      await server.database.query('update game_account set doubt_minor = 5000 where member_id = $1', [
        member.id,
      ])
      await earnFromFriend()
      expect(await server.ask(receiveInviteBonus, { token: member.token })).toMatchObject({ ok: true })
    })

    it('and a condition begins without it, is met, and what the wallet has is withdrawn', async () => {
      const { base, total } = await activeBonus(server, member)
      expect(total).toBe(base)
      await server.payIn(member, '100000.00')
      expect(await activeBonus(server, member)).toMatchObject({ status: false })
      expect(await server.ask(withdraw, { body: { amount: 1000 }, token: member.token })).toMatchObject({
        ok: true,
      })
    })

    it('and a condition is cleared', async () => {
      expect(await server.ask(clearBonus, { token: member.token })).toMatchObject({ ok: true })
      expect(await server.balance(member)).toBe(parseDecimal('700.00'))
    })

    it('until it is switched on again: then nothing ends until it is known', async () => {
      await switchPg(true)
      await server.payIn(member, '100000.00')
      expect(await activeBonus(server, member)).toMatchObject({ status: true })
      server.gateways.game('PG').isDown = false
      await letTransfersAge(server, member)
      await server.give(refreshSlots, { token: member.token })
      expect(await activeBonus(server, member)).toMatchObject({ status: false })
    })
  })
})
