import { activateBonus } from '@kapao/contract/bonus'
import {
  addRefundToWallet,
  checkRefund,
  listRefundBanners,
  listRefunds,
  receiveRefund,
} from '@kapao/contract/refund'
import { transfer } from '@kapao/contract/wallet'
import { joinWords } from '@kapao/page-build/whole-words'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import {
  activeBonus,
  letTransfersAge,
  openGame,
  proveBonuses,
  putIn,
  statementsOf,
} from '../../test/bonuses.ts'
import { beginWeeksTomorrow, letAWeekPass, letMarksMove, makeItNoon } from '../../test/days.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import { lossMarking } from './loss-mark.ts'

let server: TestServer
let member: TestMember

onTestServer(async (started) => {
  server = started
  await makeItNoon(server)
  await beginWeeksTomorrow(server)
  await letMarksMove(server)
}, proveBonuses)
beforeEach(async () => {
  for (const code of ['PG', 'JOKER2']) {
    server.gateways.game(code).script = 'ok'
    server.gateways.game(code).isDown = false
  }
  member = await server.member()
  await server.payIn(member, '10000.00')
})

const check = (who = member) => server.give(checkRefund, { token: who.token })
const receive = (key?: string) =>
  server.ask(receiveRefund, { token: member.token, ...(key !== undefined && { key }) })
const addToWallet = (key?: string) =>
  server.ask(addRefundToWallet, { token: member.token, ...(key !== undefined && { key }) })

/** Plays a game with that much money. The result is in the wallet's currency. */
async function play(code: string, result: string): Promise<void> {
  const known = await server.database.query<{ username: string }>(
    'select username from game_account where member_id = $1 and game_code = $2',
    [member.id, code],
  )
  const username = known[0]?.username ?? (await openGame(server, member, code))
  await putIn(server, member, 1000, code)
  const ratio = code === 'JOKER2' ? 10n : 1n
  server.gateways.game(code).play(username, parseDecimal(result) / ratio)
}

/** A worker's turns, until nobody is left to be marked. */
async function work(): Promise<void> {
  const turn = lossMarking({ ...server, providers: server.gateways.providers })
  while ((await turn()) !== 'rests');
}

describe('last week’s net losses', () => {
  it('are those of all games together, a win of one against the loss of another', async () => {
    await play('PG', '-800.00')
    await play('JOKER2', '300.00')
    expect(await check()).toMatchObject({ result: false, refundAmount: 0n })
    await letAWeekPass(server)
    expect(await check()).toMatchObject({
      result: true,
      bonus: false,
      refundAmount: parseDecimal('25.00'),
      refundSuccess: 150,
      refundFail: 10,
      refundCollected: 0n,
    })
  })

  it('are nothing for who won, and their later losses are counted from there', async () => {
    await play('PG', '500.00')
    await letAWeekPass(server)
    expect(await check()).toMatchObject({ result: false, refundAmount: 0n })
    expect(await receive()).toMatchObject({ status: 400, message: 'NO_REFUND' })
    await play('PG', '-200.00')
    await letAWeekPass(server)
    expect((await check()).refundAmount).toBe(parseDecimal('10.00'))
  })

  it('of this week wait for its end, whatever is asked in it', async () => {
    await play('PG', '-400.00')
    await letAWeekPass(server)
    await check()
    await play('PG', '-600.00')
    expect((await check()).refundAmount).toBe(parseDecimal('20.00'))
    await receive()
    await letAWeekPass(server)
    expect((await check()).refundAmount).toBe(parseDecimal('30.00'))
  })

  it('are marked by the worker when the week ends, so that they do not grow until the member looks', async () => {
    await play('PG', '-400.00')
    await letAWeekPass(server)
    await work()
    await play('PG', '-600.00')
    expect((await check()).refundAmount).toBe(parseDecimal('20.00'))
  })

  it('of a member who did not play cost no question', async () => {
    await openGame(server, member)
    await letAWeekPass(server)
    await work()
    await play('PG', '-600.00')
    server.gateways.game('PG').isDown = true
    expect((await check()).refundAmount).toBe(0n)
  })

  it('wait for an unknown transfer and for a silent game', async () => {
    await play('PG', '-400.00')
    await letAWeekPass(server)
    server.gateways.game('PG').script = 'lost-after'
    await server.give(transfer, { body: { from: 'WALLET', to: 'PG', amount: 500 }, token: member.token })
    expect(await check()).toMatchObject({ result: false })
    server.gateways.game('PG').script = 'ok'
    await server.work()
    await letTransfersAge(server, member)
    expect((await check()).refundAmount).toBe(parseDecimal('20.00'))
  })
})

describe('receiving', () => {
  beforeEach(async () => {
    await play('PG', '-1000.00')
    await letAWeekPass(server)
  })

  it('collects the refund, and adding pays it into the wallet under a condition', async () => {
    const key = crypto.randomUUID()
    expect(await receive(key)).toMatchObject({ ok: true, answer: { message: 'REFUND_SUCCESS' } })
    expect(await receive(key)).toMatchObject({ ok: true, isReplay: true })
    expect(await server.balance(member)).toBe(parseDecimal('9000.00'))
    expect(await check()).toMatchObject({
      result: false,
      refundAmount: 0n,
      refundCollected: parseDecimal('50.00'),
    })
    const list = () => server.give(listRefunds, { body: { page: 1, limit: 10 }, token: member.token })
    expect(await list()).toMatchObject({
      total: 1,
      refunds: [{ refundAmount: parseDecimal('50.00'), isAdded: false }],
    })

    expect(await addToWallet()).toMatchObject({
      ok: true,
      answer: { message: 'REFUND_SUCCESS', amount: parseDecimal('50.00') },
    })
    expect(await server.balance(member)).toBe(parseDecimal('9050.00'))
    expect(await list()).toMatchObject({ total: 1, refunds: [{ isAdded: true }] })
    expect(await activeBonus(server, member)).toMatchObject({
      type: 'refund',
      base: parseDecimal('9050.00'),
      successAt: parseDecimal('13575.00'),
    })
    expect((await statementsOf(server, member))[0]).toMatchObject({
      statementType: 'bonus',
      refund: { description: joinWords('คืนยอดเสียประจำสัปดาห์', 'th') },
    })
    expect(await addToWallet()).toMatchObject({ status: 400, message: 'NO_REFUND' })
  })

  it('fifty times at once collects once, and adding fifty times pays once', async () => {
    const received = await Promise.all(Array.from({ length: 50 }, () => receive()))
    expect(received.filter((answer) => answer.ok)).toHaveLength(1)
    for (const answer of received) if (!answer.ok) expect(answer.message).toBe('NO_REFUND')
    const added = await Promise.all(Array.from({ length: 50 }, () => addToWallet()))
    expect(added.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await server.balance(member)).toBe(parseDecimal('9050.00'))
  })

  it('is refused while a bonus is active; the loss waits', async () => {
    await server.give(activateBonus, { params: { code: 'DAILY5' }, token: member.token })
    expect(await check()).toMatchObject({ result: true, bonus: true })
    expect(await receive()).toMatchObject({ status: 400, message: 'REFUND_CONDITION' })
    expect((await check()).refundAmount).toBe(parseDecimal('50.00'))
  })

  it('adds nothing while a game that was given money is silent; what was collected waits', async () => {
    await receive()
    server.gateways.game('PG').isDown = true
    expect(await addToWallet()).toMatchObject({ status: 400, message: 'REFUND_CONDITION' })
    expect(await server.balance(member)).toBe(parseDecimal('9000.00'))
    expect((await check()).refundCollected).toBe(parseDecimal('50.00'))
    server.gateways.game('PG').isDown = false
    expect(await addToWallet()).toMatchObject({ ok: true })
  })

  it('leaves what was collected when another bonus was chosen meanwhile', async () => {
    await receive()
    await server.give(activateBonus, { params: { code: 'DAILY5' }, token: member.token })
    expect(await addToWallet()).toMatchObject({ message: 'REFUND_CONDITION' })
    expect((await check()).refundCollected).toBe(parseDecimal('50.00'))
  })

  it('is refused while the operator has it switched off', async () => {
    await server.set('refundActive', false)
    try {
      expect(await receive()).toMatchObject({ status: 403, message: 'REFUND_INACTIVE' })
      expect(await check()).toMatchObject({ result: false, refundAmount: 0n, isActive: false })
    } finally {
      await server.set('refundActive', true)
    }
    expect(await check()).toMatchObject({ result: true, isActive: true })
  })

  it('is what a least refund that is raised later does not undo: it is added all the same', async () => {
    await receive()
    await server.set('refundMin', { THB: 60 })
    try {
      expect(await addToWallet()).toMatchObject({ ok: true, answer: { amount: parseDecimal('50.00') } })
    } finally {
      await server.set('refundMin', { THB: 1 })
    }
  })

  it('is refused under the least refund, and not at it', async () => {
    await server.set('refundMin', { THB: 50.01 })
    try {
      expect(await receive()).toMatchObject({
        status: 400,
        message: 'REFUND_MINIMUM',
        details: { min: 50.01 },
      })
      expect(await check()).toMatchObject({
        result: false,
        refundAmount: parseDecimal('50.00'),
        refundMin: parseDecimal('50.01'),
      })
      await server.set('refundMin', { THB: 50 })
      expect(await receive()).toMatchObject({ ok: true })
    } finally {
      await server.set('refundMin', { THB: 1 })
    }
  })
})

it('a refund too small for a satang is under the minimum', async () => {
  await play('PG', '-0.05')
  await letAWeekPass(server)
  expect(await receive()).toMatchObject({ message: 'REFUND_MINIMUM' })
})

it('who never played gets nothing', async () => {
  expect(await check()).toMatchObject({ result: false, refundAmount: 0n })
  expect(await receive()).toMatchObject({ message: 'NO_REFUND' })
  expect(await addToWallet()).toMatchObject({ message: 'NO_REFUND' })
})

it('the banners are the operator’s', async () => {
  const { banners } = await server.give(listRefundBanners, { token: member.token })
  expect(banners).toMatchObject([{ image: '/art/banner-refund.svg' }])
})
