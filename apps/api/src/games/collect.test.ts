import { listStatements } from '@kapao/contract/statement'
import { activateGame, getWallet, transfer, transferAll } from '@kapao/contract/wallet'
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
  server.gateways.game('PG').isDown = false
  server.gateways.game('JOKER2').script = 'ok'
  member = await server.member()
  await server.payIn(member, '1000.00')
  for (const [code, amount] of [
    ['PG', 300],
    ['JOKER2', 100],
  ] as const) {
    await server.give(activateGame, { params: { code }, token: member.token })
    await server.give(transfer, { body: { from: 'WALLET', to: code, amount }, token: member.token })
  }
})

const moveAll = (to: string, key: string = crypto.randomUUID()) =>
  server.ask(transferAll, { body: { to }, token: member.token, key })

async function gameCredits(code: string): Promise<bigint> {
  const { slots } = await server.give(getWallet, { token: member.token })
  return slots.find((slot) => slot.code === code)?.amount ?? -1n
}

async function statements() {
  const { statements } = await server.give(listStatements, {
    body: { page: 1, limit: 10 },
    token: member.token,
  })
  return statements
}

describe('a transfer of everything', () => {
  it('empties every game into the wallet', async () => {
    const answered = await moveAll('WALLET')
    expect(answered).toMatchObject({ ok: true, status: 200 })
    expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
  })

  it('fills one game with all there is, but for what is no whole step of its credits', async () => {
    await server.payIn(member, '0.05')
    expect(await moveAll('JOKER2')).toMatchObject({
      ok: true,
    })
    expect(await server.balance(member)).toBe(parseDecimal('0.05'))
    expect(await gameCredits('JOKER2')).toBe(parseDecimal('100.00'))
  })

  it('names a game that gave less than it had', async () => {
    server.gateways.game('PG').script = 'half'
    const answered = await moveAll('WALLET')
    expect(answered).toMatchObject({ ok: true, answer: { failed: ['PG'] } })
    expect(await server.balance(member)).toBe(parseDecimal('850.00'))
  })

  it('names the games that did not answer and moves the rest', async () => {
    server.gateways.game('PG').isDown = true
    const answered = await moveAll('WALLET')
    expect(answered).toMatchObject({ ok: true, answer: { failed: ['PG'] } })
    expect(await server.balance(member)).toBe(parseDecimal('700.00'))
  })

  it('that moved nothing because no game told what it has is tried anew under the same key', async () => {
    await server.give(transferAll, { body: { to: 'PG' }, token: member.token })
    const key = crypto.randomUUID()
    server.gateways.game('PG').isDown = true
    const failed = { ok: false, status: 400, message: 'TRANSFER_FAIL' }
    expect(await moveAll('WALLET', key)).toMatchObject(failed)
    expect(await moveAll('WALLET', key)).toMatchObject({ ...failed, isReplay: false })
    server.gateways.game('PG').isDown = false
    expect(await moveAll('WALLET', key)).toMatchObject({ ok: true })
    expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
  })

  it('leaves the money in the wallet, and says so, when the game that it was for refuses', async () => {
    server.gateways.game('JOKER2').script = 'refuse'
    expect(await moveAll('JOKER2')).toMatchObject({ ok: false, status: 400, message: 'TRANSFER_FAIL' })
    expect(await server.balance(member)).toBe(parseDecimal('900.00'))
  })

  it('is under way while a game has not told what it gave, also when the one that it was for refuses', async () => {
    server.gateways.game('PG').script = 'lost-after'
    server.gateways.game('JOKER2').script = 'refuse'
    const key = crypto.randomUUID()
    const underWay = { ok: true, status: 202, answer: { message: 'SUCCESS', status: 'IN_PROGRESS' } }
    expect(await moveAll('JOKER2', key)).toMatchObject(underWay)
    expect(await moveAll('JOKER2', key)).toMatchObject({ ...underWay, isReplay: true })
    expect(await server.balance(member)).toBe(parseDecimal('600.00'))
    // What nobody knows and what failed are each told by its own line.
    expect(await statements()).toMatchObject([
      { status: 'FAILED', from: 'WALLET', to: 'JOKER2' },
      { status: 'PENDING', from: 'PG', to: 'WALLET' },
      {},
      {},
      {},
    ])
    server.gateways.game('PG').script = 'ok'
    await server.work()
    await server.work()
    expect(await server.balance(member)).toBe(parseDecimal('900.00'))
  })
})
