// A provider that is slow to let players in is asked for their money all the same: nothing begins by old figures because somebody keeps it busy.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { autoLoginByUsername } from '@kapao/contract/auto-login'
import { activateBonus } from '@kapao/contract/bonus'
import { claimCoupon } from '@kapao/contract/spinwheel'
import { refreshSlots } from '@kapao/contract/wallet'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { activeBonus, offerBonus, openGame, proveBonuses, putIn } from '../../test/bonuses.ts'
import { until } from '../../test/chat.ts'
import { deliver } from '../../test/feed.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { prizes, win } from '../../test/wheels.ts'
import { openGameProviders } from '../gateways/http-game-provider.ts'

let server: TestServer
let member: TestMember
let username: string

/** What the provider has not answered yet: ways in, and the balances of those whose names say so. */
const held: ServerResponse[] = []
const HELD = /\/launch$|\/accounts\/held/
const game = () => server.gateways.game('PG')
const letGo = () => {
  for (const response of held.splice(0)) response.end('{"link":"https://games.example/","balance":0}')
}

/** Balances and ways in over HTTP, with all the limits that there are; accounts and transfers as the test's own game has them. */
const provider = createServer((request, response) => {
  if (HELD.test(request.url ?? '')) return held.push(response)
  const [, name] = /\/accounts\/([^/]+)\/balance$/.exec(request.url ?? '') ?? []
  if (name !== undefined) return response.end(`{"balance":${Number(game().balances.get(name)) / 100}}`)
  // A transfer, whose answer nobody reads: it only has to find its place.
  return response.end('{"status":"success","amount":1}')
})

beforeAll(async () => {
  server = await startTestServer()
  await offerBonus(server, 'HALF')
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  // What waits for its answer or for a place is not given up: it ends when the test lets it.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
  const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const http = openGameProviders(address, null, { placeWaitMs: 240_000 })('PG')
  vi.spyOn(game(), 'balance').mockImplementation(http.balance)
  vi.spyOn(game(), 'launch').mockImplementation(http.launch)
  const transfer = game().transfer.bind(game())
  vi.spyOn(game(), 'transfer').mockImplementation(async (order) => {
    const sent = await http.transfer(order)
    return sent.kind === 'confirmed' ? transfer(order) : sent
  })
})
afterAll(async () => {
  provider.close().closeAllConnections()
  await proveBonuses(server)
  await server.stop()
})

/** 300 in the game, a bonus chosen by it, and 3,900 won since. */
beforeEach(async () => {
  member = await server.member()
  await server.payIn(member, '300.00')
  username = await openGame(server, member)
  await putIn(server, member, 300)
  await server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
  game().play(username, parseDecimal('3900.00'))
})
afterEach(letGo)

const deposit = () => deliver(server, server.transferEvent(member, '500.00'))
const enter = (who: TestMember, name: string) =>
  server.ask(autoLoginByUsername, { params: { provider: 'pg', username: name }, token: who.token })
const base = parseDecimal('4950.00')

describe('while more launches of a game are under way than it has places', () => {
  let ended: number
  beforeEach(async () => {
    ended = 0
    for (let at = 0; at < 70; at += 1)
      void game()
        .launch(`player${at}`)
        .then(() => {
          ended += 1
        })
    await until(() => held.length >= 16, 'as many as may')
  })
  afterEach(async () => {
    await until(() => {
      letGo()
      return ended === 70
    }, 'all of them have ended')
  })

  it('a deposit begins its bonus on what was won, not on the last figure', async () => {
    await deposit()
    expect(await activeBonus(server, member)).toMatchObject({ status: true, base, total: base })
    await server.give(refreshSlots, { token: member.token })
    expect(await activeBonus(server, member)).toMatchObject({ status: true, state: 'running' })
  })

  it('other players move their money', async () => {
    const other = await server.member()
    await server.payIn(other, '100.00')
    const name = await openGame(server, other)
    await putIn(server, other, 100)
    expect(game().balances.get(name)).toBe(parseDecimal('100.00'))
  })
})

describe('a member who asks for many ways in at once', () => {
  it('has five under way, is told that the others are too many, and leaves room for everybody', async () => {
    const other = await server.member()
    const othersName = await openGame(server, other)
    const answers: Awaited<ReturnType<typeof enter>>[] = []
    const asked = Array.from({ length: 70 }, async () => answers.push(await enter(member, username)))
    await until(() => answers.length === 65 && held.length === 5, 'those that are asked for, and the others')
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 429, message: 'REQUEST_LIMIT', details: { retryAfter: 1 } })
    const others = enter(other, othersName)
    await until(() => held.length === 6, 'the other member’s')
    letGo()
    expect(await others).toMatchObject({ ok: true })
    await Promise.all(asked)
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
    const again = enter(member, username)
    await until(() => held.length === 1, 'it is asked for again')
    letGo()
    expect(await again).toMatchObject({ ok: true })
  })
})

describe('while all places of a game are taken', () => {
  let questions: Promise<unknown>[]
  beforeEach(async () => {
    questions = Array.from({ length: 64 }, (_none, at) => game().balance(`held${at}`))
    await until(() => held.length === 64, 'all of them')
  })
  afterEach(async () => {
    letGo()
    await Promise.all(questions)
  })

  /** Lets one go once the game is to be asked for the member's money, and not before. */
  async function letOneGo(): Promise<void> {
    await until(() => vi.mocked(game().balance).mock.lastCall?.[0] === username, 'the game is asked')
    held.shift()?.end('{"balance":0}')
  }

  it('a deposit that begins a bonus waits for one', async () => {
    await Promise.all([deposit(), letOneGo()])
    expect(await activeBonus(server, member)).toMatchObject({ status: true, base, total: base })
  })

  it('a coupon that begins a condition waits for one', async () => {
    await server.database.query(
      "update condition set state = 'cleared', ended_at = now() where member_id = $1",
      [member.id],
    )
    const coupon = await win(server, member, prizes.bonus)
    await Promise.all([server.give(claimCoupon, { body: { coupon }, token: member.token }), letOneGo()])
    // 300 put in, 3,900 won, and the coupon's own 50.
    expect(await activeBonus(server, member)).toMatchObject({ status: true, base: parseDecimal('4250.00') })
  })

  it('who only looks is told at once that the game does not answer', async () => {
    expect(await server.give(refreshSlots, { token: member.token })).toMatchObject({ failed: ['PG'] })
    expect(held).toHaveLength(64)
  })
})
