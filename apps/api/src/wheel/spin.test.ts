import { getProfile } from '@kapao/contract/account'
import { claimCoupon, setupWheel, spinWheel } from '@kapao/contract/spinwheel'
import { wheelActive } from '@kapao/contract/spinwheel-active'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { makeItNoon } from '../../test/days.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { coinsOf, couponsOf, giveCoins, prizes, proveWheel, showWheel } from '../../test/wheels.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
  await makeItNoon(server)
})
afterAll(async () => {
  await proveWheel(server)
  await server.stop()
})
beforeEach(async () => {
  member = await server.member()
})

const setup = () => server.give(setupWheel, { token: member.token })
const spin = (key?: string) =>
  server.ask(spinWheel, { token: member.token, ...(key !== undefined && { key }) })

async function countSpins(): Promise<number> {
  const rows = await server.database.query('select 1 from wheel_spin where member_id = $1', [member.id])
  return rows.length
}

describe('the wheel', () => {
  it('is shown with its slices and the member’s coins', async () => {
    await showWheel(server, prizes.money, prizes.none)
    await giveCoins(server, member, 4)
    expect(await setup()).toEqual({
      name: expect.stringMatching(/^Wheel TEST/),
      slices: [0, 1].map((at) => ({
        code: `S${at}`,
        label: `Slice ${at}`,
        bgColor: '#17121F',
        textColor: '#FFFFFF',
        htmlDescription: `<p>${at}</p>`,
        isPrize: at === 0,
        odds: 50,
      })),
      userCoin: 4,
      earning: { each: parseDecimal('100.00'), perDay: 10, left: 10 },
    })
    expect(await server.give(getProfile, { token: member.token })).toMatchObject({ profile: { coin: 4 } })
    expect(await server.give(wheelActive, { token: member.token })).toEqual({ isActive: true })
  })

  it('keeps its odds to itself unless the operator publishes them', async () => {
    await showWheel(server, prizes.money, prizes.none)
    await server.set('wheelOddsPublished', false)
    try {
      for (const slice of (await setup()).slices) expect(slice).not.toHaveProperty('odds')
    } finally {
      await server.set('wheelOddsPublished', true)
    }
  })

  it('says how many coins the deposits of today may still earn', async () => {
    const left = async () => (await setup()).earning?.left
    await server.payIn(member, '300.00')
    expect(await left()).toBe(7)
    await giveCoins(server, member, 5)
    expect(await left()).toBe(7)
    await server.payIn(member, '2000.00')
    expect(await left()).toBe(0)
    await server.set('coinsPerDeposit', { THB: { each: 100, perDay: 4 } })
    try {
      expect(await left()).toBe(0)
    } finally {
      await server.set('coinsPerDeposit', { THB: { each: 100, perDay: 10 } })
    }
  })

  it('says what earns coins, while anything does', async () => {
    await server.set('wheelActive', false)
    try {
      expect(await setup()).not.toHaveProperty('earning')
      await server.set('wheelActive', true)
      await server.set('coinsPerDeposit', {})
      expect(await setup()).not.toHaveProperty('earning')
    } finally {
      await server.set('wheelActive', true)
      await server.set('coinsPerDeposit', { THB: { each: 100, perDay: 10 } })
    }
  })

  const off: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] = [
    ['is switched off', () => server.set('wheelActive', false), () => server.set('wheelActive', true)],
    [
      'was taken down',
      () => server.database.query('update wheel set is_active = false'),
      () => showWheel(server, prizes.money, prizes.none),
    ],
    [
      'has one slice left',
      () => server.database.query('update wheel_slice set is_withdrawn = true where code = $1', ['S0']),
      () => showWheel(server, prizes.money, prizes.none),
    ],
    [
      'has a label that cannot be read',
      () => server.database.query(`update wheel_slice set text_color = '#222222'`),
      () => showWheel(server, prizes.money, prizes.none),
    ],
    [
      'has a label that is no text',
      () => server.database.query(`update wheel_slice set label = '{"THB": 20}'`),
      () => showWheel(server, prizes.money, prizes.none),
    ],
    [
      'has a prize that is no amount of money',
      () => server.database.query(`update wheel_slice set amount = '{"THB": 20.001}' where kind = 'money'`),
      () => showWheel(server, prizes.money, prizes.none),
    ],
  ]
  it.each(off)('that %s is none: nothing is shown, drawn or taken', async (_what, takeDown, putBack) => {
    await showWheel(server, prizes.money, prizes.none)
    await giveCoins(server, member, 1)
    await takeDown()
    await server.operator.reload()
    try {
      expect(await server.give(wheelActive, { token: member.token })).toEqual({ isActive: false })
      expect(await setup()).toMatchObject({ name: '', slices: [], userCoin: 1 })
      expect(await spin()).toMatchObject({ status: 200, answer: { success: false, error: 'NO_DATA' } })
      expect(await countSpins()).toBe(0)
    } finally {
      await putBack()
    }
    expect(await spin()).toMatchObject({ answer: { success: true } })
  })
})

describe('a spin', () => {
  it('costs a coin and says where the wheel stops', async () => {
    await showWheel(server, prizes.money, prizes.money)
    await giveCoins(server, member, 2)
    const spun = await spin()
    expect(spun).toMatchObject({ ok: true, answer: { success: true, result: { remainingCoin: 1 } } })
    if (!spun.ok || !spun.answer.success) throw new Error('not spun')
    const { code, label } = spun.answer.result
    expect(label).toBe(`Slice ${code.slice(1)}`)
    expect(await coinsOf(server, member)).toBe(1)
    expect(await couponsOf(server, member)).toEqual([
      {
        _id: expect.stringMatching(/^[\w-]{16}$/),
        prize: { name: `Prize ${code.slice(1)}`, slice: label },
        amount: 2050n,
        kind: 'money',
        expiresAt: expect.any(String),
      },
    ])
    expect(await server.balance(member)).toBe(0n)
  })

  it('that wins nothing leaves no coupon', async () => {
    await showWheel(server, prizes.none, prizes.none)
    await giveCoins(server, member, 1)
    expect(await spin()).toMatchObject({ answer: { success: true, result: { remainingCoin: 0 } } })
    expect(await couponsOf(server, member)).toEqual([])
    expect(await countSpins()).toBe(1)
  })

  it('without a coin draws nothing, and the same intent may try again when there is one', async () => {
    await showWheel(server, prizes.money, prizes.none)
    const key = crypto.randomUUID()
    expect(await spin(key)).toMatchObject({ status: 200, answer: { success: false, error: 'NO_COIN' } })
    expect(await countSpins()).toBe(0)
    await giveCoins(server, member, 1)
    expect(await spin(key)).toMatchObject({ answer: { success: true }, isReplay: false })
    expect(await spin(key)).toMatchObject({ answer: { success: true }, isReplay: true })
    expect(await countSpins()).toBe(1)
  })

  it('sent ten times at once with one key is one spin with one answer', async () => {
    await showWheel(server, prizes.money, prizes.coins)
    await giveCoins(server, member, 5)
    const key = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => spin(key)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.ok && answer.answer))).size).toBe(1)
    expect(answers.filter((answer) => !answer.isReplay)).toHaveLength(1)
    expect(await coinsOf(server, member)).toBe(4)
    expect(await couponsOf(server, member)).toHaveLength(1)
  })

  it('whose answer got lost is in the list of coupons', async () => {
    await showWheel(server, prizes.money, prizes.money)
    await giveCoins(server, member, 1)
    await spin()
    expect(await couponsOf(server, member)).toHaveLength(1)
  })

  it('fifty times at once with seven coins is seven spins', async () => {
    await showWheel(server, prizes.money, prizes.coins, prizes.bonus)
    await giveCoins(server, member, 7)
    const answers = await Promise.all(Array.from({ length: 50 }, () => spin()))
    const spun = answers.flatMap((answer) =>
      answer.ok && answer.answer.success ? [answer.answer.result] : [],
    )
    expect(spun.map((result) => result.remainingCoin).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6])
    for (const answer of answers) {
      if (!answer.ok || answer.answer.success) continue
      expect(answer.answer.error).toBe('NO_COIN')
    }
    expect(await coinsOf(server, member)).toBe(0)
    expect(await couponsOf(server, member)).toHaveLength(7)
  })

  it('that cannot be written whole takes no coin', async () => {
    await showWheel(server, prizes.money, prizes.money)
    await giveCoins(server, member, 1)
    await server.database.query('alter table coupon rename column prize_name to broken')
    const answer = await spin()
    await server.database.query('alter table coupon rename column broken to prize_name')
    expect(answer).toMatchObject({ status: 500 })
    expect(await coinsOf(server, member)).toBe(1)
    expect(await countSpins()).toBe(0)
  })
})

it('one wheel serves both currencies of Laos, each in its own words and worth', async () => {
  const lao = await startTestServer('la')
  try {
    await lao.database.query("update wheel_slice set is_withdrawn = true where kind <> 'money'")
    await lao.operator.reload()
    const worth = { LAK: 50_000n, BAHT: 100n } as const
    const word = { LAK: 'ກີບ', BAHT: 'ບາດ' } as const
    for (const currency of ['LAK', 'BAHT'] as const) {
      const player = await lao.member({ currency })
      await giveCoins(lao, player, 1)
      const { slices } = await lao.give(setupWheel, { token: player.token })
      for (const { label, htmlDescription } of slices) {
        expect(label).toContain(word[currency])
        expect(htmlDescription).toContain(label)
      }
      const spun = await lao.give(spinWheel, { token: player.token })
      const [coupon] = await couponsOf(lao, player)
      if (!spun.success || !coupon) throw new Error('nothing was won')
      const times = BigInt(spun.result.code.slice('CASH'.length)) / 10n
      expect(coupon.amount).toBe(times * worth[currency] * 10n)
      expect(coupon.prize.slice).toBe(spun.result.label)
      await lao.give(claimCoupon, { body: { coupon: coupon._id }, token: player.token })
      expect(await lao.balance(player)).toBe(coupon.amount)
    }
    await proveWheel(lao)
  } finally {
    await lao.stop()
  }
})
