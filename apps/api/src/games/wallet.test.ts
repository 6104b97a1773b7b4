import { activateGame, getWallet, refreshSlots, transfer, withdraw } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { sendRaw } from '../../test/calls.ts'
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
  for (const code of ['PG', 'JOKER2', 'IMI']) server.gateways.game(code).isDown = false
  member = await server.member()
})

const open = (code: string) => server.give(activateGame, { params: { code }, token: member.token })
const refresh = () => server.give(refreshSlots, { token: member.token })

/** The member’s own account at a game, as the provider keeps it. */
async function providerAccount(code: string) {
  const [row] = await server.database.query<{ username: string }>(
    'select username from game_account where member_id = $1 and game_code = $2',
    [member.id, code],
  )
  const username = row?.username ?? ''
  return { username, provider: server.gateways.game(code) }
}

describe('the wallet', () => {
  it('shows everything the home screen needs, in one answer', async () => {
    await server.payIn(member, '1234.50')
    const wallet = await server.give(getWallet, { token: member.token })
    expect(wallet).toMatchObject({
      profile: { username: member.phone, name: 'Test Player' },
      bankAccount: { bankCode: 'SCB', bankAccountNo: member.bankAccountNo },
      wallet: { amount: parseDecimal('1234.50'), currency: 'THB' },
      invite: { amount: 0n, success: 200, fail: 10 },
    })
    expect(wallet.slots).toHaveLength(12)
    expect(new Set(wallet.slots.map((slot) => slot.category))).toEqual(
      new Set(['slot', 'casino', 'sport', 'lotto']),
    )
    expect(wallet.slots.every((slot) => !slot.isActive && slot.amount === 0n)).toBe(true)
  })

  it('writes money as a number with at most two decimals, and the ratio as a number', async () => {
    await server.payIn(member, '1234.05')
    const answer = await sendRaw(server, getWallet, { token: member.token })
    expect(answer.json).toMatchObject({ wallet: { amount: 1234.05 } })
    const text = JSON.stringify(answer.json)
    expect(text).toContain('"amount":1234.05')
    expect(text).toMatch(/"code":"JOKER2"[^}]*"ftWalletSlot":10[,}]/)
  })

  it('says that a member without a wallet has none', async () => {
    await server.database.query(
      `insert into member (public_id, name, username, password_hash, currency, bank_code, bank_account_name, bank_account_no)
       select 'none', name, '0699999999', password_hash, currency, bank_code, bank_account_name, '9000000000' from member where id = $1`,
      [member.id],
    )
    await server.database.query(
      `update session set member_id = (select id from member where public_id = 'none') where member_id = $1`,
      [member.id],
    )
    expect(await server.ask(getWallet, { token: member.token })).toMatchObject({ message: 'NO_WALLET' })
  })
})

describe('checking the balances', () => {
  it('asks every provider of the member, and keeps what they say', async () => {
    await open('PG')
    await open('JOKER2')
    for (const [code, credits] of [
      ['PG', 12_345n],
      ['JOKER2', 5n],
    ] as const) {
      const { provider, username } = await providerAccount(code)
      provider.play(username, credits)
    }
    const { slots, failed } = await refresh()
    expect(failed).toEqual([])
    const amounts = Object.fromEntries(slots.map((slot) => [slot.code, slot.amount]))
    expect(amounts).toMatchObject({ PG: parseDecimal('123.45'), JOKER2: parseDecimal('0.05'), IMI: 0n })
    const { slots: kept } = await server.give(getWallet, { token: member.token })
    expect(kept).toEqual(slots)
  })

  it('tells how old the figures of the open games are: as old as the one that was not asked for longest', async () => {
    const ageOf = async () => (await server.give(getWallet, { token: member.token })).gamesAgeSeconds
    expect(await ageOf()).toBeUndefined()
    for (const code of ['PG', 'IMI']) await open(code)
    await server.database.query(
      `update game_account set created_at = now() - interval '1 hour' where member_id = $1 and game_code = 'IMI'`,
      [member.id],
    )
    expect(await ageOf()).toBeGreaterThanOrEqual(3_600)
    server.gateways.game('IMI').isDown = true
    await refresh()
    expect(await ageOf()).toBeGreaterThanOrEqual(3_600)
    server.gateways.game('IMI').isDown = false
    await refresh()
    expect(await ageOf()).toBeLessThan(3_600)
  })

  it('keeps the last figure of a provider that does not answer, and names it', async () => {
    await open('PG')
    await open('IMI')
    const { provider, username } = await providerAccount('PG')
    provider.play(username, 700n)
    await refresh()
    provider.isDown = true
    const { slots, failed } = await refresh()
    expect(failed).toEqual(['PG'])
    expect(slots.find((slot) => slot.code === 'PG')?.amount).toBe(parseDecimal('7.00'))
  })

  it('names a game with a transfer whose outcome is unknown, whose figure stays, and the wallet tells what is on its way', async () => {
    await server.payIn(member, '100.00')
    for (const code of ['PG', 'IMI']) await open(code)
    const wallet = () => server.give(getWallet, { token: member.token })
    const move = (from: string, to: string) =>
      server.give(transfer, { body: { from, to, amount: 40 }, token: member.token })
    await move('WALLET', 'PG')
    expect((await wallet()).onItsWay).toBeUndefined()
    const { provider } = await providerAccount('PG')
    provider.script = 'lost-after'
    expect(await move('WALLET', 'PG')).toMatchObject({ status: 'IN_PROGRESS' })
    expect((await refresh()).failed).toEqual(['PG'])
    expect(await wallet()).toMatchObject({
      wallet: { amount: parseDecimal('20.00') },
      onItsWay: parseDecimal('40.00'),
    })
    provider.heal()
  })

  it('tells what is on its way to the bank, beside what is on its way to a game, until the bank has paid it', async () => {
    await server.payIn(member, '500.00')
    await open('PG')
    const onItsWay = async () => {
      const wallet = await server.give(getWallet, { token: member.token })
      return { game: wallet.onItsWay, bank: wallet.onItsWayToBank }
    }
    await server.give(withdraw, { body: { amount: 200 }, token: member.token })
    expect(await onItsWay()).toEqual({ bank: parseDecimal('200.00') })
    const { provider } = await providerAccount('PG')
    provider.script = 'lost-after'
    await server.give(transfer, { body: { from: 'WALLET', to: 'PG', amount: 40 }, token: member.token })
    expect(await onItsWay()).toEqual({ game: parseDecimal('40.00'), bank: parseDecimal('200.00') })
    provider.heal()
    await server.work()
    expect((await onItsWay()).bank).toBeUndefined()
  })

  it('asks all providers at the same time', async () => {
    for (const code of ['PG', 'JOKER2', 'IMI']) await open(code)
    const providers = ['PG', 'JOKER2', 'IMI'].map((code) => server.gateways.game(code))
    // Each answers only once all three have been asked: asked one after the other, none ever would.
    let asked = 0
    let release: (() => void) | undefined
    const everyoneAsked = new Promise<void>((resolve) => {
      release = resolve
    })
    for (const provider of providers) {
      provider.beforeBalance = async () => {
        asked += 1
        if (asked === providers.length) release?.()
        await everyoneAsked
      }
    }
    try {
      expect((await refresh()).failed).toEqual([])
    } finally {
      for (const provider of providers) provider.beforeBalance = null
    }
  })

  it('moves no money', async () => {
    await server.payIn(member, '50.00')
    await open('PG')
    const { provider, username } = await providerAccount('PG')
    provider.play(username, 9_999n)
    await refresh()
    expect(await server.balance(member)).toBe(parseDecimal('50.00'))
  })

  it('shows another member nothing of it', async () => {
    await open('PG')
    const { provider, username } = await providerAccount('PG')
    provider.play(username, 700n)
    await refresh()
    member = await server.member()
    await open('PG')
    const { slots } = await refresh()
    expect(slots.find((slot) => slot.code === 'PG')?.amount).toBe(0n)
  })
})

it('a transfer shows its new balance at once, without asking', async () => {
  await server.payIn(member, '100.00')
  await open('PG')
  await server.give(transfer, { body: { from: 'WALLET', to: 'PG', amount: 40 }, token: member.token })
  const { slots } = await server.give(getWallet, { token: member.token })
  expect(slots.find((slot) => slot.code === 'PG')?.amount).toBe(parseDecimal('40.00'))
})
