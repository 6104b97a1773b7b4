// A choice waits for its member's deposit, but takes the place of others in a full bonus for a week alone, and costs the worker no look for ever.
import { activateBonus } from '@kapao/contract/bonus'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { activeBonus, offerBonus, openGame } from '../../test/bonuses.ts'
import { onBonusServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import { lookAtConditions } from '../condition/look.ts'
import { lockWallet } from '../ledger/accounts.ts'

let server: TestServer
let first: TestMember
let other: TestMember

onBonusServer((started) => {
  server = started
})

const choose = (member: TestMember, code: string) =>
  server.ask(activateBonus, { params: { code }, token: member.token })

async function chosenDaysAgo(member: TestMember, days: number): Promise<void> {
  await server.database.query(
    'update condition set chosen_at = chosen_at - make_interval(days => $2) where member_id = $1',
    [member.id, days],
  )
}

describe('of a bonus that one alone may have', () => {
  let code: string
  let bonuses = 0
  beforeEach(async () => {
    bonuses += 1
    code = `ONE${bonuses}`
    await offerBonus(server, code, { maxClaims: 1 })
    first = await server.member()
    other = await server.member()
    expect(await choose(first, code)).toMatchObject({ ok: true })
  })

  it('the place is held for a week', async () => {
    await chosenDaysAgo(first, 6)
    expect(await choose(other, code)).toMatchObject({ message: 'BONUS_FULL' })
    expect(await activeBonus(server, first)).toMatchObject({ state: 'chosen' })
  })

  it('it is then the next one’s who wants it, and who had it can choose again', async () => {
    await chosenDaysAgo(first, 8)
    expect(await choose(other, code)).toMatchObject({ ok: true })
    expect(await activeBonus(server, first)).toMatchObject({ status: false })
    await server.payIn(first, '100.00')
    expect(await server.balance(first)).toBe(parseDecimal('100.00'))
    expect(await choose(first, code)).toMatchObject({ message: 'BONUS_FULL' })
    await server.payIn(other, '100.00')
    expect(await server.balance(other)).toBe(parseDecimal('150.00'))
  })

  it('it comes with the deposit, however late, where nobody else wanted it', async () => {
    await chosenDaysAgo(first, 400)
    await server.payIn(first, '100.00')
    expect(await server.balance(first)).toBe(parseDecimal('150.00'))
    expect(await choose(other, code)).toMatchObject({ message: 'BONUS_FULL' })
  })

  it('it is not taken from whose games are asked for their deposit', async () => {
    await chosenDaysAgo(first, 8)
    await openGame(server, first)
    const game = server.gateways.game('PG')
    const tried: string[] = []
    game.beforeBalance = async () => {
      const { ok, ...answer } = await choose(other, code)
      tried.push(ok ? 'OK' : JSON.stringify(answer))
    }
    await server.payIn(first, '100.00')
    game.beforeBalance = null
    expect(tried.join()).toContain('BONUS_FULL')
    expect(await server.balance(first)).toBe(parseDecimal('150.00'))
  })

  it('it is not taken from who is being paid just now, and nobody waits for that', async () => {
    await chosenDaysAgo(first, 8)
    await server.database.transaction(async (tx) => {
      await lockWallet(tx, first.id)
      expect(await choose(other, code)).toMatchObject({ message: 'BONUS_FULL' })
    })
    expect(await activeBonus(server, first)).toMatchObject({ state: 'chosen' })
  })
})

describe('the worker', () => {
  let username: string
  beforeEach(async () => {
    await server.database.query("update condition set next_look_at = 'infinity'")
    first = await server.member()
    username = await openGame(server, first)
    await choose(first, 'HALF')
  })

  /** Who was asked about in one look at all that is due. */
  async function looked(): Promise<readonly string[]> {
    const asked: string[] = []
    const balance = vi.spyOn(server.gateways.game('PG'), 'balance').mockImplementation(async (name) => {
      asked.push(name)
      return { credits: parseDecimal('0.00'), after: null }
    })
    await lookAtConditions({ ...server, providers: server.gateways.providers })
    balance.mockRestore()
    return asked
  }
  const isDue = (member: TestMember) =>
    server.database.query(
      "update condition set next_look_at = now() - interval '1 day' where member_id = $1",
      [member.id],
    )

  it('looks at what runs before what is only chosen, though that has waited longer', async () => {
    await server.payIn(first, '1000.00')
    for (let choices = 0; choices < 21; choices += 1) {
      const waiting = await server.member()
      await choose(waiting, 'HALF')
      await isDue(waiting)
    }
    expect(await looked()).toEqual([username])
  })

  it('looks at a choice that nobody has come back to for a week once more, and then not again', async () => {
    await isDue(first)
    expect(await looked()).toEqual([username])
    await chosenDaysAgo(first, 8)
    await isDue(first)
    expect(await looked()).toEqual([username])
    await server.database.query("update condition set next_look_at = next_look_at - interval '1 day'")
    expect(await looked()).toEqual([])
    await server.payIn(first, '1000.00')
    expect(await looked()).toEqual([username])
  })
})
