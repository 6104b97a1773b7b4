import { activateBonus, checkMinimumBonus, clearBonus } from '@kapao/contract/bonus'
import { checkActiveBonus } from '@kapao/contract/bonus-active'
import { activateGame, refreshSlots, transfer } from '@kapao/contract/wallet'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { letTransfersAge, openGame, putIn, statementsOf } from '../../test/bonuses.ts'
import { onBonusServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import { creditUnderCondition } from '../condition/condition.ts'

let server: TestServer
let member: TestMember

onBonusServer((started) => {
  server = started
})
beforeEach(async () => {
  const game = server.gateways.game('PG')
  game.script = 'ok'
  game.isDown = false
  member = await server.member()
})

const clear = (key?: string) =>
  server.ask(clearBonus, { token: member.token, ...(key !== undefined && { key }) })

/** 1,000 deposited and 500 of bonus: base 1,500, success at 3,000, failed at 150. */
async function startRunning(): Promise<void> {
  await server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
  await server.payIn(member, '1000.00')
}

describe('clearing', () => {
  it.each([
    ['everything is still there', '0.00', '500.00', '1000.00'],
    ['something was won', '700.00', '500.00', '1700.00'],
    ['losses have eaten some of the bonus', '-300.00', '200.00', '1000.00'],
    ['losses have eaten all of it', '-500.00', '0.00', '1000.00'],
    ['they went into the member’s own money', '-800.00', '0.00', '700.00'],
    ['everything is lost', '-1500.00', '0.00', '0.00'],
  ])(
    'when %s brings the games back and takes what is left of the bonus',
    async (_what, played, taken, left) => {
      await startRunning()
      const username = await openGame(server, member)
      await putIn(server, member, 1500)
      server.gateways.game('PG').play(username, parseDecimal(played))
      await letTransfersAge(server, member)
      expect(await clear()).toMatchObject({ ok: true, answer: { message: 'BONUS_CLEAR' } })
      expect(await server.balance(member)).toBe(parseDecimal(left))
      expect((await statementsOf(server, member))[0]).toMatchObject({
        statementType: 'finish_bonus',
        status: 'FAILED',
        amount: parseDecimal(taken),
      })
      expect(await clear()).toMatchObject({ status: 404, message: 'NO_DATA' })
    },
  )

  it('takes nothing of what was paid in after losses had eaten the bonus', async () => {
    await startRunning()
    const username = await openGame(server, member)
    await putIn(server, member, 1500)
    server.gateways.game('PG').play(username, parseDecimal('-600.00'))
    await server.give(refreshSlots, { token: member.token })
    await server.payIn(member, '300.00')
    expect(await clear()).toMatchObject({ ok: true })
    expect(await server.balance(member)).toBe(parseDecimal('1200.00'))
  })

  it('is not refused where a game was asked for its balance while it was tried whether it hides money', async () => {
    await startRunning()
    await openGame(server, member)
    await putIn(server, member, 1500)
    await server.give(transfer, { body: { from: 'PG', to: 'WALLET', amount: 1500 }, token: member.token })
    const game = server.gateways.game('PG')
    let asked = 0
    game.beforeTransfer = async () => {
      asked += 1
      await server.give(refreshSlots, { token: member.token })
    }
    expect(await clear()).toMatchObject({ ok: true, answer: { taken: parseDecimal('500.00') } })
    game.beforeTransfer = null
    expect(asked).toBe(1)
    expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
  })

  it('is not refused where a game that tells no balance with a transfer was asked while it was emptied', async () => {
    await startRunning()
    await openGame(server, member)
    await putIn(server, member, 1500)
    await letTransfersAge(server, member)
    const game = server.gateways.game('PG')
    game.tellsBalance = false
    game.beforeTransfer = async () => {
      game.beforeTransfer = null
      await server.give(refreshSlots, { token: member.token })
    }
    const answer = await clear()
    game.tellsBalance = true
    expect(answer).toMatchObject({ ok: true, answer: { taken: parseDecimal('500.00') } })
    expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
  })

  it('takes the bonus once, however often it is asked for at the same moment', async () => {
    await startRunning()
    const answers = await Promise.all(Array.from({ length: 20 }, () => clear()))
    expect(answers.filter((answer) => answer.ok).length).toBeGreaterThanOrEqual(1)
    expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
  })

  it('takes no more than was told, whatever of the base was never there', async () => {
    await startRunning()
    const username = await openGame(server, member)
    await putIn(server, member, 1500)
    server.gateways.game('PG').play(username, parseDecimal('-600.00'))
    // Failed at 975 of 1,500, or at 845 of 1,300.
    await server.database.query(
      'update condition set fail_percent = 65, base_doubt_minor = 20000 where member_id = $1',
      [member.id],
    )
    await server.database.query('update game_account set credits_minor = 90000 where member_id = $1', [
      member.id,
    ])
    expect(await server.give(checkMinimumBonus, { token: member.token })).toEqual({
      status: false,
      amount: parseDecimal('845.00'),
      taken: parseDecimal('100.00'),
    })
    expect(await clear()).toMatchObject({ ok: true })
    expect(await server.balance(member)).toBe(parseDecimal('800.00'))
  })

  describe('of what the games tell meanwhile', () => {
    let username: string
    const tell = () => server.give(checkMinimumBonus, { token: member.token })
    const play = (credits: string) => server.gateways.game('PG').play(username, parseDecimal(credits))
    beforeEach(async () => {
      await startRunning()
      username = await openGame(server, member)
      await putIn(server, member, 1500)
      play('-1400.00')
      await server.give(refreshSlots, { token: member.token })
    })

    it('tells what it takes by what they hold now, not by what they held when last looked at', async () => {
      play('1400.00')
      expect(await tell()).toMatchObject({ status: false, taken: parseDecimal('500.00') })
    })

    it('takes no more than was told a moment ago: it is asked about again', async () => {
      expect(await tell()).toMatchObject({ status: true, taken: 0n })
      play('1100.00')
      expect(await clear()).toMatchObject({ status: 409, message: 'BONUS_CONDITION' })
      expect(await server.balance(member)).toBe(parseDecimal('1200.00'))
      expect(await tell()).toMatchObject({ status: false, taken: parseDecimal('200.00') })
      expect(await clear()).toMatchObject({ ok: true, answer: { taken: parseDecimal('200.00') } })
      expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
    })

    it('is held by what was told for a minute', async () => {
      await tell()
      play('1100.00')
      await server.database.query(
        `update condition set told_at = told_at - interval '1 minute' where member_id = $1`,
        [member.id],
      )
      expect(await clear()).toMatchObject({ ok: true, answer: { taken: parseDecimal('200.00') } })
    })
  })

  it('takes nothing of a bonus that came after it was told that nothing would be taken', async () => {
    await server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
    expect(await server.give(checkMinimumBonus, { token: member.token })).toMatchObject({ taken: 0n })
    await server.payIn(member, '1000.00')
    expect(await clear()).toMatchObject({ message: 'BONUS_CONDITION' })
    expect(await server.balance(member)).toBe(parseDecimal('1500.00'))
  })

  it('answers the same intent with its first answer', async () => {
    await startRunning()
    const key = crypto.randomUUID()
    expect(await clear(key)).toMatchObject({ ok: true, isReplay: false })
    expect(await clear(key)).toMatchObject({ ok: true, isReplay: true })
    expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
  })

  it('leaves what began while the games were emptied, when another call has ended what was to be cleared', async () => {
    await startRunning()
    await openGame(server, member)
    const game = server.gateways.game('PG')
    const balance = game.balance.bind(game)
    vi.spyOn(game, 'balance').mockImplementationOnce(async (username) => {
      expect(await clear()).toMatchObject({ ok: true })
      await server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
      return balance(username)
    })
    expect(await clear()).toMatchObject({ ok: true, answer: { message: 'BONUS_CLEAR' } })
    expect(await server.give(checkActiveBonus, { token: member.token })).toMatchObject({
      status: true,
      state: 'chosen',
      code: 'HALF',
    })
  })

  it('waits while a transfer is unknown', async () => {
    await startRunning()
    await openGame(server, member)
    server.gateways.game('PG').script = 'lost-after'
    await server.give(transfer, { body: { from: 'WALLET', to: 'PG', amount: 1500 }, token: member.token })
    expect(await clear()).toMatchObject({ status: 400, message: 'TRANSFER_FAIL' })
    server.gateways.game('PG').script = 'ok'
    await server.work()
    await letTransfersAge(server, member)
    expect(await clear()).toMatchObject({ ok: true })
    expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
  })

  it('waits for a game that does not answer or does not give the money back', async () => {
    await startRunning()
    await openGame(server, member)
    await putIn(server, member, 1500)
    server.gateways.game('PG').isDown = true
    expect(await clear()).toMatchObject({ message: 'TRANSFER_FAIL' })
    server.gateways.game('PG').isDown = false
    for (const script of ['refuse', 'half'] as const) {
      server.gateways.game('PG').script = script
      expect(await clear()).toMatchObject({ message: 'TRANSFER_FAIL' })
    }
    server.gateways.game('PG').script = 'ok'
    expect(await clear()).toMatchObject({ ok: true })
    expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
  })

  it('is not taken in by a game that tells the balance from before the transfer', async () => {
    await startRunning()
    await openGame(server, member)
    await putIn(server, member, 1500)
    const old = { credits: parseDecimal('0.00'), after: null }
    const balance = vi.spyOn(server.gateways.game('PG'), 'balance').mockResolvedValue(old)
    expect(await clear().finally(() => balance.mockRestore())).toMatchObject({ message: 'TRANSFER_FAIL' })
    await letTransfersAge(server, member)
    expect(await clear()).toMatchObject({ ok: true })
    expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
  })

  it('does not wait for a game that was never given anything', async () => {
    await startRunning()
    await server.give(activateGame, { params: { code: 'IMI' }, token: member.token })
    server.gateways.game('IMI').isDown = true
    expect(await clear()).toMatchObject({ ok: true })
    server.gateways.game('IMI').isDown = false
  })

  it('takes no more than the wallet holds when less than a step of credits stays in a game', async () => {
    const setRatio = async (ratio: string) => {
      await server.database.query(
        `update game set ratios = ratios || jsonb_build_object('THB', $1::text) where code = 'JOKER2'`,
        [ratio],
      )
      await server.operator.reload()
    }
    await server.database.transaction(async (tx) => {
      const credit = { kind: 'invite', description: '', successPercent: 200, failPercent: 10 } as const
      const holder = { id: member.id, currency: 'THB' }
      await creditUnderCondition(tx, holder, { ...credit, amount: parseDecimal('50.00') })
    })
    await setRatio('1.5')
    const username = await openGame(server, member, 'JOKER2')
    await putIn(server, member, 39.99, 'JOKER2')
    server.gateways.game('JOKER2').play(username, parseDecimal('-6.65'))
    expect(await clear()).toMatchObject({ ok: true, answer: { message: 'BONUS_CLEAR' } })
    expect(await server.balance(member)).toBe(0n)
    expect((await statementsOf(server, member))[0]).toMatchObject({ amount: parseDecimal('40.01') })
    await setRatio('10')
  })

  it('of a condition that the balance meets is its success', async () => {
    await startRunning()
    const username = await openGame(server, member)
    await putIn(server, member, 1500)
    server.gateways.game('PG').play(username, parseDecimal('1500.00'))
    expect(await clear()).toMatchObject({ ok: true })
    expect((await statementsOf(server, member)).map((row) => row.status)).not.toContain('FAILED')
  })
})
