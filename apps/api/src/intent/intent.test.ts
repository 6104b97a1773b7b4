import { clearBonus } from '@kapao/contract/bonus'
import { receiveInviteBonus } from '@kapao/contract/invite'
import { receiveRefund } from '@kapao/contract/refund'
import { activateGame, transfer, transferAll, withdraw, withdrawAll } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})
beforeEach(async () => {
  server.gateways.game('PG').script = 'ok'
  member = await server.member()
  await server.payIn(member, '1000.00')
  await server.give(activateGame, { params: { code: 'PG' }, token: member.token })
})

function move(from: string, to: string, amount: number, key: string) {
  return server.ask(transfer, { body: { from, to, amount }, token: member.token, key })
}

describe('one intent', () => {
  it('moves money once however often it is sent', async () => {
    const key = crypto.randomUUID()
    const first = await move('WALLET', 'PG', 100, key)
    const again = await move('WALLET', 'PG', 100, key)
    expect(first).toMatchObject({ ok: true, isReplay: false })
    expect(again).toMatchObject({ ok: true, isReplay: true, status: 200 })
    expect(await server.balance(member)).toBe(parseDecimal('900.00'))
  })

  it('moves money once when it is sent ten times at the same moment', async () => {
    const key = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => move('WALLET', 'PG', 100, key)))
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(answers.filter((answer) => !answer.isReplay)).toHaveLength(1)
    expect(await server.balance(member)).toBe(parseDecimal('900.00'))
  })

  it('is the same with its key in capitals', async () => {
    const key = crypto.randomUUID()
    await move('WALLET', 'PG', 100, key)
    expect(await move('WALLET', 'PG', 100, key.toUpperCase())).toMatchObject({ ok: true, isReplay: true })
    expect(await server.balance(member)).toBe(parseDecimal('900.00'))
  })

  it('is answered again whatever has changed since, and moves nothing more', async () => {
    const key = crypto.randomUUID()
    const ask = () => server.ask(withdrawAll, { body: { amount: 1000 }, token: member.token, key })
    expect(await ask()).toMatchObject({ ok: true, isReplay: false })
    await server.set('withdrawMax', { THB: 100 })
    expect(await ask()).toMatchObject({ ok: true, isReplay: true })
    await server.set('withdrawMax', { THB: 100_000 })
    await server.payIn(member, '500.00')
    expect(await ask()).toMatchObject({ ok: true, isReplay: true })
    expect(await server.balance(member)).toBe(parseDecimal('500.00'))
  })

  it('is refused for another call before anything of that call is judged', async () => {
    const key = crypto.randomUUID()
    await move('WALLET', 'PG', 100, key)
    const another = { ok: false, status: 409, message: 'KEY_INVALID' }
    // Each would be refused for another reason: too little money, no such game, no refund, no bonus.
    expect(await move('WALLET', 'PG', 1_000_000, key)).toMatchObject(another)
    expect(await move('WALLET', 'NONE', 100, key)).toMatchObject(another)
    for (const call of [receiveRefund, clearBonus, receiveInviteBonus]) {
      expect(await server.ask(call, { token: member.token, key })).toMatchObject(another)
    }
    const body = { amount: 1_000_000 }
    expect(await server.ask(withdraw, { body, token: member.token, key })).toMatchObject(another)
  })

  it('that says it has a key and brings none is KEY_MISSING', async () => {
    expect(await move('WALLET', 'PG', 100, '')).toMatchObject({ status: 400, message: 'KEY_MISSING' })
    expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
  })

  it('is refused with another amount', async () => {
    const key = crypto.randomUUID()
    await move('WALLET', 'PG', 100, key)
    expect(await move('WALLET', 'PG', 101, key)).toMatchObject({
      ok: false,
      status: 409,
      message: 'KEY_INVALID',
    })
    expect(await server.balance(member)).toBe(parseDecimal('900.00'))
  })

  it('keeps a failure that touched the ledger, and judges anew what was refused before', async () => {
    const failed = crypto.randomUUID()
    server.gateways.game('PG').script = 'refuse'
    await move('WALLET', 'PG', 100, failed)
    server.gateways.game('PG').script = 'ok'
    expect(await move('WALLET', 'PG', 100, failed)).toMatchObject({
      ok: false,
      message: 'TRANSFER_FAIL',
      isReplay: true,
    })

    const tooMuch = crypto.randomUUID()
    expect(await move('WALLET', 'PG', 1500, tooMuch)).toMatchObject({ message: 'MONEY_NOT_ENOUGH' })
    await server.payIn(member, '600.00')
    expect(await move('WALLET', 'PG', 1500, tooMuch)).toMatchObject({ ok: true, isReplay: false })
  })

  it('of everything is judged anew when there was nothing to move', async () => {
    const fresh = await server.member()
    await server.give(activateGame, { params: { code: 'PG' }, token: fresh.token })
    const key = crypto.randomUUID()
    const all = () => server.ask(transferAll, { body: { to: 'PG' }, token: fresh.token, key })
    expect(await all()).toMatchObject({ ok: false, message: 'MONEY_NOT_ENOUGH' })
    await server.payIn(fresh, '50.00')
    expect(await all()).toMatchObject({ ok: true, isReplay: false })
  })

  it('keeps "in progress" as its answer even after the transfer is settled', async () => {
    const key = crypto.randomUUID()
    server.gateways.game('PG').script = 'lost-after'
    await move('WALLET', 'PG', 100, key)
    server.gateways.game('PG').script = 'ok'
    await server.work()
    expect(await move('WALLET', 'PG', 100, key)).toMatchObject({ status: 202, isReplay: true })
    expect(await server.balance(member)).toBe(parseDecimal('900.00'))
  })
})
