// Whatever was moved and played, and however far behind a game's answers are: what it is sure of has been there since the last transfer.
import { refreshSlots, transfer } from '@kapao/contract/wallet'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openGame } from '../../test/bonuses.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import type { ToldBalance } from '../gateways/game-provider.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  game().tellsLast = true
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})

const game = () => server.gateways.game('PG')

/** One member at a game, and everything that the game has had since they came. */
class Table {
  readonly #member: TestMember
  readonly #username: string
  readonly #tell = game().balance.bind(game())
  readonly #had: ToldBalance[] = []
  /** In #had, what the last transfer has left. */
  #moved = 0
  /** While the next transfer is sent, or after it was carried out, another one begins and ends. */
  #beside: { readonly isFirst: boolean; readonly work: () => Promise<void> } | null = null
  #isBeside = false
  /** Whether the last transfer that was carried out was by itself. */
  #isAlone = true

  constructor(member: TestMember, username: string) {
    this.#member = member
    this.#username = username
    const send = game().transfer.bind(game())
    vi.spyOn(game(), 'transfer').mockImplementation(async (order) => {
      const beside = this.#beside
      this.#beside = null
      if (beside?.isFirst) await beside.work()
      const answer = await send(order)
      if (answer.kind === 'confirmed') {
        this.#moved = await this.#keep()
        this.#isAlone = !this.#isBeside
      }
      if (beside && !beside.isFirst) await beside.work()
      return answer
    })
  }

  async #keep(): Promise<number> {
    const told = await this.#tell(this.#username)
    if (!told) throw new Error('nobody is at the table')
    return this.#had.push(told) - 1
  }

  async move(baht: number): Promise<void> {
    const [from, to] = baht > 0 ? ['WALLET', 'PG'] : ['PG', 'WALLET']
    await server.ask(transfer, { body: { from, to, amount: Math.abs(baht) }, token: this.#member.token })
  }

  async moveBeside(baht: number, other: number, isFirst: boolean): Promise<void> {
    this.#isBeside = true
    this.#beside = { isFirst, work: () => this.move(other) }
    await this.move(baht)
    this.#beside = null
    this.#isBeside = false
  }

  async play(baht: number): Promise<void> {
    const credits = BigInt(baht) * 100n
    if ((this.#had.at(-1)?.credits ?? 0n) + credits < 0n) return
    game().play(this.#username, credits)
    await this.#keep()
  }

  /** The game answers what it had so many changes ago. */
  async ask(behind: number): Promise<void> {
    if (this.#had.length === 0) await this.#keep()
    const told = this.#had.at(-1 - Math.min(behind, this.#had.length - 1))
    vi.spyOn(game(), 'balance').mockResolvedValueOnce(told ?? null)
    const { failed } = await server.give(refreshSlots, { token: this.#member.token })
    const [row] = await server.database.query<{ creditsMinor: bigint }>(
      'select credits_minor from game_account where member_id = $1',
      [this.#member.id],
    )
    const since = this.#had.slice(this.#moved).map(({ credits }) => credits)
    if (failed.length === 0) expect(since).toContain(row?.creditsMinor)
    if (behind === 0 && this.#isAlone)
      expect({ failed, credits: row?.creditsMinor }).toEqual({ failed: [], credits: told?.credits })
  }
}

it('is so for any', async () => {
  const baht = fc.integer({ min: -60, max: 60 }).filter((amount) => amount !== 0)
  const deed = fc.oneof(
    fc.record({ kind: fc.constant('move' as const), baht }),
    fc.record({ kind: fc.constant('beside' as const), baht, other: baht, isFirst: fc.boolean() }),
    fc.record({ kind: fc.constant('play' as const), baht }),
    fc.record({ kind: fc.constant('ask' as const), behind: fc.nat(4) }),
  )
  const begun = { kind: 'move' as const, baht: 100 }
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 12 }), async (deeds) => {
      vi.restoreAllMocks()
      const member = await server.member()
      await server.payIn(member, '1000.00')
      const table = new Table(member, await openGame(server, member))
      for (const one of [begun, ...deeds, { kind: 'ask' as const, behind: 0 }]) {
        if (one.kind === 'move') await table.move(one.baht)
        else if (one.kind === 'beside') await table.moveBeside(one.baht, one.other, one.isFirst)
        else if (one.kind === 'play') await table.play(one.baht)
        else await table.ask(one.behind)
      }
    }),
    { numRuns: 15 },
  )
})
