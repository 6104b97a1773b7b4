import { listStatements } from '@kapao/contract/statement'
import { activateGame, getWallet, transfer } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
let other: TestMember

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
  await server.give(activateGame, { params: { code: 'PG' }, token: member.token })
  await server.give(activateGame, { params: { code: 'JOKER2' }, token: member.token })
})

function move(from: string, to: string, amount: number, key?: string) {
  return server.ask(transfer, {
    body: { from, to, amount },
    token: member.token,
    ...(key !== undefined && { key }),
  })
}

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

describe('a transfer into a game', () => {
  it('takes the amount from the wallet and gives the game its worth in credits', async () => {
    expect(await move('WALLET', 'JOKER2', 100)).toMatchObject({ ok: true, status: 200 })
    expect(await server.balance(member)).toBe(parseDecimal('900.00'))
    expect(await server.balance(member, 'hold')).toBe(0n)
    expect(await gameCredits('JOKER2')).toBe(parseDecimal('10.00'))
    expect(await statements()).toMatchObject([
      {
        statementType: 'transfer',
        status: 'SUCCESS',
        from: 'WALLET',
        to: 'JOKER2',
        amount: parseDecimal('100.00'),
      },
      { statementType: 'deposit' },
    ])
  })

  it('gives everything back before it says that the provider refused', async () => {
    server.gateways.game('PG').script = 'refuse'
    expect(await move('WALLET', 'PG', 100)).toMatchObject({ ok: false, message: 'TRANSFER_FAIL' })
    expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
    expect(await statements()).toMatchObject([{ status: 'FAILED' }, {}])
  })

  it('keeps the money on hold while the outcome is unknown, and settles it once the provider tells', async () => {
    server.gateways.game('PG').script = 'lost-after'
    expect(await move('WALLET', 'PG', 100)).toMatchObject({
      ok: true,
      status: 202,
      answer: { status: 'IN_PROGRESS' },
    })
    expect(await server.balance(member)).toBe(parseDecimal('900.00'))
    expect(await server.balance(member, 'hold')).toBe(parseDecimal('100.00'))
    expect(await statements()).toMatchObject([{ status: 'PENDING' }, {}])

    server.gateways.game('PG').script = 'ok'
    await server.work()
    await server.work()
    expect(await server.balance(member, 'hold')).toBe(0n)
    expect(await server.balance(member)).toBe(parseDecimal('900.00'))
    expect(await statements()).toMatchObject([{ status: 'SUCCESS' }, {}])
  })

  it('gives the money back when the provider has long never heard of it', async () => {
    server.gateways.game('PG').script = 'lost-before'
    expect(await move('WALLET', 'PG', 100)).toMatchObject({ status: 202 })
    await server.work()
    expect(await server.balance(member, 'hold')).toBe(parseDecimal('100.00'))
    await server.database.query(
      `update game_transfer set not_found_since = now() - interval '1 hour' where state = 'open'`,
    )
    await server.work()
    expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
    expect(await statements()).toMatchObject([{ status: 'FAILED' }, {}])
  })

  it('does not believe a provider that says "never heard of it" too early', async () => {
    server.gateways.game('PG').script = 'lost-then-late'
    expect(await move('WALLET', 'PG', 100)).toMatchObject({ status: 202 })
    server.gateways.game('PG').script = 'ok'
    await server.work()
    expect(await server.balance(member, 'hold')).toBe(parseDecimal('100.00'))
    await server.work()
    expect(await server.balance(member)).toBe(parseDecimal('900.00'))
    expect(await server.balance(member, 'hold')).toBe(0n)
  })

  it('is in doubt when the database goes away in the middle, and can be asked for again under its key', async () => {
    const goAway = () =>
      vi
        .spyOn(server.database, 'together')
        .mockRejectedValueOnce(new Error('Connection terminated unexpectedly'))
    const game = server.gateways.game('PG')
    game.beforeTransfer = async () => {
      game.beforeTransfer = null
      goAway()
    }
    const key = crypto.randomUUID()
    expect(await move('WALLET', 'PG', 100, key)).toMatchObject({
      status: 500,
      message: 'INTERNAL_SERVER_ERROR',
    })
    await server.work()
    expect(await move('WALLET', 'PG', 100, key)).toMatchObject({ ok: true, isReplay: true })
    expect(await server.balance(member)).toBe(parseDecimal('900.00'))
    // Before anything was begun it is a word to come again.
    goAway()
    expect(await move('WALLET', 'PG', 100)).toMatchObject({ status: 503, message: 'OVERLOADED' })
    // As it is where somebody was believed at first, and it goes away while it is asked who they are.
    vi.restoreAllMocks()
    const { together } = server.database
    vi.spyOn(server.database, 'together').mockImplementationOnce(together)
    goAway()
    expect(await move('WALLET', 'PG', 100, crypto.randomUUID())).toMatchObject({ status: 503 })
    expect(await server.balance(member)).toBe(parseDecimal('900.00'))
  })

  it('gives back what the provider did not take', async () => {
    server.gateways.game('PG').script = 'half'
    expect(await move('WALLET', 'PG', 100)).toMatchObject({
      ok: true,
      status: 200,
      answer: { amount: parseDecimal('50.00') },
    })
    expect(await server.balance(member)).toBe(parseDecimal('950.00'))
    expect(await statements()).toMatchObject([{ status: 'SUCCESS', amount: parseDecimal('50.00') }, {}])
  })
})

describe('a transfer out of a game', () => {
  beforeEach(async () => {
    await move('WALLET', 'PG', 300)
  })

  it('brings winnings into the wallet', async () => {
    const [username = ''] = server.gateways.game('PG').balances.keys().toArray().slice(-1)
    server.gateways.game('PG').play(username, 5_000n)
    expect(await move('PG', 'WALLET', 350)).toMatchObject({ ok: true, status: 200 })
    expect(await server.balance(member)).toBe(parseDecimal('1050.00'))
  })

  it('says that there is not enough when the provider has less', async () => {
    expect(await move('PG', 'WALLET', 301)).toMatchObject({ ok: false, message: 'MONEY_NOT_ENOUGH' })
    expect(await server.balance(member)).toBe(parseDecimal('700.00'))
  })

  it('leaves no trace when there is not enough, and judges the same intent anew', async () => {
    const key = crypto.randomUUID()
    const before = await statements()
    expect(await move('PG', 'WALLET', 301, key)).toMatchObject({ ok: false, message: 'MONEY_NOT_ENOUGH' })
    expect(await statements()).toEqual(before)
    const [username = ''] = server.gateways.game('PG').balances.keys().toArray().slice(-1)
    server.gateways.game('PG').play(username, 100n)
    expect(await move('PG', 'WALLET', 301, key)).toMatchObject({ ok: true, isReplay: false })
  })

  it('ends as failed what was said to be under way, when there turns out not to be enough', async () => {
    server.gateways.game('PG').script = 'lost-after'
    expect(await move('PG', 'WALLET', 301)).toMatchObject({ status: 202 })
    expect(await statements()).toMatchObject([{ status: 'PENDING', from: 'PG' }, {}, {}])
    server.gateways.game('PG').script = 'ok'
    await server.work()
    expect(await server.balance(member)).toBe(parseDecimal('700.00'))
    expect(await statements()).toMatchObject([
      { status: 'FAILED', from: 'PG', to: 'WALLET', amount: parseDecimal('301.00') },
      { status: 'SUCCESS', from: 'WALLET' },
      {},
    ])
  })

  it('credits what the provider really paid when it pays less', async () => {
    server.gateways.game('PG').script = 'half'
    expect(await move('PG', 'WALLET', 100)).toMatchObject({ ok: true })
    expect(await server.balance(member)).toBe(parseDecimal('750.00'))
  })

  it('goes on to another game through the wallet', async () => {
    expect(await move('PG', 'JOKER2', 200)).toMatchObject({ ok: true, status: 200 })
    expect(await server.balance(member)).toBe(parseDecimal('700.00'))
    expect(await gameCredits('PG')).toBe(parseDecimal('100.00'))
    expect(await gameCredits('JOKER2')).toBe(parseDecimal('20.00'))
  })

  it('to another game judges the same intent anew, too, when there was not enough in the first', async () => {
    const key = crypto.randomUUID()
    expect(await move('PG', 'JOKER2', 350, key)).toMatchObject({ ok: false, message: 'MONEY_NOT_ENOUGH' })
    const [username = ''] = server.gateways.game('PG').balances.keys().toArray().slice(-1)
    server.gateways.game('PG').play(username, 5_000n)
    expect(await move('PG', 'JOKER2', 350, key)).toMatchObject({ ok: true, isReplay: false })
    expect(await move('PG', 'JOKER2', 350, key)).toMatchObject({ ok: true, isReplay: true })
  })

  it('leaves the money in the wallet when the second game refuses', async () => {
    server.gateways.game('JOKER2').script = 'refuse'
    expect(await move('PG', 'JOKER2', 200)).toMatchObject({ ok: false, message: 'TRANSFER_FAIL' })
    expect(await server.balance(member)).toBe(parseDecimal('900.00'))
  })
})

describe('refusals change nothing', () => {
  it.each([
    ['an amount of zero', { from: 'WALLET', to: 'PG', amount: 0 }, 'TRANSFER_MINIMUM'],
    ['less than the minimum', { from: 'WALLET', to: 'PG', amount: 0.99 }, 'TRANSFER_MINIMUM'],
    ['a negative amount', { from: 'WALLET', to: 'PG', amount: -5 }, 'TRANSFER_MINIMUM'],
    ['three decimals', { from: 'WALLET', to: 'PG', amount: 1.005 }, 'TRANSFER_MINIMUM'],
    ['an amount as text', { from: 'WALLET', to: 'PG', amount: '100' }, 'TRANSFER_MINIMUM'],
    ['no amount', { from: 'WALLET', to: 'PG' }, 'TRANSFER_MINIMUM'],
    ['more than any call may name', { from: 'WALLET', to: 'PG', amount: 100_000_000.01 }, 'TRANSFER_MINIMUM'],
    ['infinity', '{"from":"WALLET","to":"PG","amount":1e309}', 'TRANSFER_MINIMUM'],
    ['more than there is', { from: 'WALLET', to: 'PG', amount: 1000.01 }, 'MONEY_NOT_ENOUGH'],
    ['the same place twice', { from: 'WALLET', to: 'WALLET', amount: 10 }, 'TRANSFER_FAIL'],
    ['a game that does not exist', { from: 'WALLET', to: 'NOPE', amount: 10 }, 'NO_GAME'],
    ['a game without an account', { from: 'WALLET', to: 'UFABET', amount: 10 }, 'SLOT_NO_ACCOUNT'],
    ['no whole step of credits', { from: 'WALLET', to: 'JOKER2', amount: 10.05 }, 'TRANSFER_FAIL'],
    ['a source of the wrong type', { from: 7, to: 'PG', amount: 10 }, 'NO_GAME'],
    ['malformed JSON', '{"from":', 'BAD_REQUEST'],
    ['a list', [], 'BAD_REQUEST'],
  ])('%s', async (_what, body, message) => {
    expect(await server.ask(transfer, { body, token: member.token })).toMatchObject({ ok: false, message })
    expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
    expect(await statements()).toHaveLength(1)
  })

  it('another member’s money is out of reach', async () => {
    other = await server.member()
    expect(
      await server.ask(transfer, { body: { from: 'PG', to: 'WALLET', amount: 10 }, token: other.token }),
    ).toMatchObject({ message: 'SLOT_NO_ACCOUNT' })
  })
})
