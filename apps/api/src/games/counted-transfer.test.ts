// A game may tell which transfer is the last that its balance counts. Then nothing need be in doubt about what is there right after it.
import { activateBonus, checkMinimumBonus, clearBonus } from '@kapao/contract/bonus'
import { refreshSlots, transfer } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import {
  activeBonus,
  letTransfersAge,
  offerBonus,
  openGame,
  proveBonuses,
  putIn,
} from '../../test/bonuses.ts'
import { type RealSandbox, startRealSandbox } from '../../test/real-sandbox.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import type { GameProvider } from '../gateways/game-provider.ts'
import { openGameProviders } from '../gateways/http-game-provider.ts'

/** What is old there is so for longer than any test takes. */
const TIME_SCALE = '10'

let server: TestServer
let sandbox: RealSandbox
let provider: GameProvider
let member: TestMember
let username: string

beforeAll(async () => {
  sandbox = await startRealSandbox('', TIME_SCALE)
  server = await startTestServer()
  await offerBonus(server, 'HALF', { successPercent: 150, failPercent: 50 })
  provider = openGameProviders(sandbox.url)('PG')
  Object.assign(server.gateways.game('PG'), provider)
  server.gateways.game('IMI').tellsLast = true
})
afterAll(async () => {
  await proveBonuses(server)
  await server.stop()
  await sandbox.stop()
})
beforeEach(async () => {
  vi.restoreAllMocks()
  member = await server.member()
  await server.payIn(member, '200.00')
})

async function refresh() {
  const { slots, failed } = await server.give(refreshSlots, { token: member.token })
  return { failed, amounts: slots.map(({ amount }) => amount).filter((amount) => amount !== 0n) }
}
const shown = (amount: string) => ({ failed: [], amounts: amount === '0.00' ? [] : [parseDecimal(amount)] })
const move = (from: string, to: string, amount: number) =>
  server.ask(transfer, { body: { from, to, amount }, token: member.token })

describe('a game that tells which transfer it counts', () => {
  const play = (result: number) => sandbox.control(`/games/PG/${username}/play`, { result })
  const takeOut = (amount: number) => move('PG', 'WALLET', amount)
  beforeEach(async () => {
    username = await openGame(server, member)
  })

  it.each([
    ['all that was just put in is lost', 200, -200, '0.00'],
    ['all that was just put in is lost, of less than there was', 100, -100, '0.00'],
    ['as much is won as was just put in', 100, 100, '200.00'],
  ])('is believed at once: %s', async (_what, amount, result, left) => {
    await putIn(server, member, amount)
    await play(result)
    expect(await refresh()).toEqual(shown(left))
  })

  it('is believed at once where as much is won as was just taken out', async () => {
    await putIn(server, member, 200)
    await takeOut(150)
    await play(150)
    expect(await refresh()).toEqual(shown('200.00'))
  })

  it('lets a bonus be judged and cleared by whoever has lost all that they had just put in', async () => {
    await server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
    await server.payIn(member, '1000.00')
    const { taken } = await server.give(checkMinimumBonus, { token: member.token })
    expect(taken).toBe(parseDecimal('500.00'))
    await putIn(server, member, 1700)
    await play(-1700)
    expect(await refresh()).toEqual(shown('0.00'))
    expect(await server.give(checkMinimumBonus, { token: member.token })).toMatchObject({ status: true })
    expect(await server.ask(clearBonus, { token: member.token })).toMatchObject({ ok: true })
    expect(await activeBonus(server, member)).toMatchObject({ status: false })
  })

  it('is not believed where it tells what was there before, and is once it tells what is there now', async () => {
    await sandbox.fault('game:PG', 'stale-balance', 1)
    await putIn(server, member, 150)
    expect(await refresh()).toEqual({ ...shown('150.00'), failed: ['PG'] })
    expect(await refresh()).toEqual(shown('150.00'))
    await sandbox.fault('game:PG', 'stale-balance', 1)
    await takeOut(100)
    expect(await refresh()).toEqual({ ...shown('50.00'), failed: ['PG'] })
    await play(20)
    expect(await refresh()).toEqual(shown('70.00'))
  })

  it('is doubted for some seconds where its adapter does not pass that on', async () => {
    vi.spyOn(server.gateways.game('PG'), 'balance').mockImplementation(async (name) => {
      const told = await provider.balance(name)
      return told && { ...told, after: null }
    })
    await putIn(server, member, 200)
    await play(-200)
    expect(await refresh()).toEqual({ ...shown('200.00'), failed: ['PG'] })
    await letTransfersAge(server, member)
    expect(await refresh()).toEqual(shown('0.00'))
  })
})

describe('of a game that names', () => {
  const game = () => server.gateways.game('IMI')
  const play = (credits: string) => game().play(username, parseDecimal(credits))
  const now = () => game().balance(username)
  beforeEach(async () => {
    game().tellsBalance = true
    game().script = 'ok'
    username = await openGame(server, member, 'IMI')
  })

  async function telling(told: Awaited<ReturnType<typeof now>>) {
    vi.spyOn(game(), 'balance').mockResolvedValueOnce(told)
    return refresh()
  }

  it('a transfer before the last one no figure is believed, however odd it is', async () => {
    game().tellsBalance = false
    await putIn(server, member, 150, 'IMI')
    await letTransfersAge(server, member)
    await refresh()
    play('-13.00')
    const before = await now()
    await move('IMI', 'WALLET', 100)
    expect(await telling(before)).toEqual({ ...shown('50.00'), failed: ['IMI'] })
    expect(await refresh()).toEqual(shown('37.00'))
  })

  it('the last but two, as of one that names the last but one', async () => {
    await putIn(server, member, 100, 'IMI')
    const first = await now()
    await move('IMI', 'WALLET', 50)
    const second = await now()
    await putIn(server, member, 70, 'IMI')
    for (const old of [first, second])
      expect(await telling(old)).toEqual({ ...shown('120.00'), failed: ['IMI'] })
    expect(await refresh()).toEqual(shown('120.00'))
  })

  it('one of two that were under way at the same time nothing is believed at once, whichever it is', async () => {
    await putIn(server, member, 100, 'IMI')
    const send = game().transfer.bind(game())
    vi.spyOn(game(), 'transfer').mockImplementationOnce(async (order) => {
      const answer = await send(order)
      await putIn(server, member, 30, 'IMI')
      return answer
    })
    await move('IMI', 'WALLET', 20)
    expect((await refresh()).failed).toEqual(['IMI'])
    await putIn(server, member, 10, 'IMI')
    play('-10.00')
    expect(await refresh()).toEqual(shown('110.00'))
  })

  it('one that is under way nothing is believed: it is shown what was there', async () => {
    await putIn(server, member, 100, 'IMI')
    await letTransfersAge(server, member)
    game().script = 'lost-after'
    expect(await move('IMI', 'WALLET', 40)).toMatchObject({ status: 202 })
    game().script = 'ok'
    expect(await refresh()).toEqual({ ...shown('100.00'), failed: ['IMI'] })
    await server.work()
    play('-60.00')
    expect(await refresh()).toEqual(shown('0.00'))
  })

  it('another member’s transfer, or none of ours, it is as if it named none', async () => {
    await putIn(server, member, 150, 'IMI')
    const other = await server.member()
    await server.payIn(other, '10.00')
    const theirName = await openGame(server, other, 'IMI')
    await putIn(server, other, 10, 'IMI')
    const theirs = await game().balance(theirName)
    const nothing = { credits: parseDecimal('0.00') }
    for (const after of [theirs?.after ?? null, crypto.randomUUID()])
      expect(await telling({ ...nothing, after })).toEqual({ ...shown('150.00'), failed: ['IMI'] })
  })
})
