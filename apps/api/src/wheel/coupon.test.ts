import { activateBonus, clearBonus } from '@kapao/contract/bonus'
import { claimCoupon } from '@kapao/contract/spinwheel'
import { refreshSlots, withdraw } from '@kapao/contract/wallet'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import {
  activeBonus,
  letTransfersAge,
  offerBonus,
  openGame,
  proveBonuses,
  putIn,
  statementsOf,
} from '../../test/bonuses.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import { coinsOf, couponsOf, prizes, proveWheel, showWheel, win } from '../../test/wheels.ts'
import { tidy } from '../worker/tidy.ts'

let server: TestServer
let member: TestMember

onTestServer(
  async (started) => {
    server = started
    await offerBonus(server, 'HALF')
  },
  async () => {
    await proveWheel(server)
    await proveBonuses(server)
  },
)
beforeEach(async () => {
  member = await server.member()
})

/** A condition that runs, as the rule keeps it. */
const startCondition = () =>
  server.database.query(
    `insert into condition (member_id, kind, description, success_percent, fail_percent, state, base_minor, bonus_minor, applied_at)
     values ($1, 'bonus', '', 1000, 0, 'running', 10000, 5000, now())`,
    [member.id],
  )

const claim = (coupon: string, key?: string, who = member) =>
  server.ask(claimCoupon, { body: { coupon }, token: who.token, ...(key !== undefined && { key }) })
const change = (coupon: string, assignment: string) =>
  server.database.query(`update coupon set ${assignment} where reference = $1`, [coupon])
const refused = (error: string) => ({ status: 200, answer: { success: false, error } })

describe('claiming', () => {
  it('money puts it into the wallet and into the statement', async () => {
    const coupon = await win(server, member, prizes.money)
    expect(await claim(coupon)).toMatchObject({ status: 200, answer: { success: true, amount: 2050n } })
    expect(await server.balance(member)).toBe(parseDecimal('20.50'))
    expect(await statementsOf(server, member)).toMatchObject([
      {
        statementType: 'bonus',
        status: 'SUCCESS',
        from: 'SYSTEM',
        to: 'WALLET',
        amount: parseDecimal('20.50'),
        luckydraw: { description: expect.stringMatching(/^Prize [01]$/) },
      },
    ])
    expect(await couponsOf(server, member)).toEqual([])
  })

  it('money counts as the member’s own while a condition runs, so that clearing takes none of it', async () => {
    await startCondition()
    expect(await claim(await win(server, member, prizes.money))).toMatchObject({ answer: { success: true } })
    expect(
      await server.database.query('select state, added_minor from condition where member_id = $1', [
        member.id,
      ]),
    ).toEqual([{ state: 'running', addedMinor: 2050n }])
    // It was never paid, which the books would miss.
    await server.database.query('delete from condition where member_id = $1', [member.id])
  })

  it('coins gives them, and no money', async () => {
    const coupon = await win(server, member, prizes.coins)
    expect(await claim(coupon)).toMatchObject({ answer: { success: true, amount: parseDecimal('3.00') } })
    expect(await coinsOf(server, member)).toBe(3)
    expect(await server.balance(member)).toBe(0n)
    expect(await statementsOf(server, member)).toEqual([])
  })

  it('a bonus credits it under a condition of its own, which the list has told', async () => {
    await server.payIn(member, '100.00')
    const coupon = await win(server, member, prizes.bonus)
    expect(await couponsOf(server, member)).toMatchObject([{ kind: 'bonus', success: 200, fail: 10 }])
    expect(await claim(coupon)).toMatchObject({ answer: { success: true, amount: parseDecimal('50.00') } })
    expect(await activeBonus(server, member)).toMatchObject({
      status: true,
      type: 'bonus',
      state: 'running',
      base: parseDecimal('150.00'),
      successAt: parseDecimal('300.00'),
      failAt: parseDecimal('15.00'),
    })
    expect((await statementsOf(server, member))[0]).toMatchObject({
      statementType: 'bonus',
      amount: parseDecimal('50.00'),
      bonus: { description: expect.stringMatching(/^Prize [01]$/) },
    })
    expect(await server.ask(withdraw, { body: { amount: 100 }, token: member.token })).toMatchObject({
      message: 'BONUS_CONDITION',
    })
    await server.give(clearBonus, { token: member.token })
    expect(await server.balance(member)).toBe(parseDecimal('100.00'))
  })

  it('money while a condition runs counts towards its end, as any money does', async () => {
    await server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
    await server.payIn(member, '100.00')
    const coupon = await win(server, member, { ...prizes.money, amount: { THB: 150 } })
    expect(await claim(coupon)).toMatchObject({ answer: { success: true } })
    expect(await activeBonus(server, member)).toMatchObject({ status: false })
  })

  it('money meets no condition by what was lost since the last look', async () => {
    await server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
    await server.payIn(member, '100.00')
    const username = await openGame(server, member)
    await putIn(server, member, 150)
    server.gateways.game('PG').play(username, parseDecimal('-150.00'))
    const coupon = await win(server, member, { ...prizes.money, amount: { THB: 150 } })
    expect(await claim(coupon)).toMatchObject({ answer: { success: true } })
    const running = { status: true, state: 'running' }
    // Empty, as before the transfer: what was lost may as well be an old answer, for some seconds.
    expect(await activeBonus(server, member)).toMatchObject(running)
    await letTransfersAge(server, member)
    await server.give(refreshSlots, { token: member.token })
    const total = parseDecimal('150.00')
    expect(await activeBonus(server, member)).toMatchObject({ ...running, total })
  })

  it('with one key is one claim, and its repeat gets the first answer', async () => {
    const coupon = await win(server, member, prizes.money)
    const key = crypto.randomUUID()
    expect(await claim(coupon, key)).toMatchObject({ answer: { success: true }, isReplay: false })
    expect(await claim(coupon, key)).toMatchObject({
      answer: { success: true, amount: 2050n },
      isReplay: true,
    })
    expect(await claim('A'.repeat(16), key)).toMatchObject({ status: 409, message: 'KEY_INVALID' })
    expect(await server.balance(member)).toBe(parseDecimal('20.50'))
  })

  it.each(['money', 'coins', 'bonus'] as const)('%s fifty times at once pays it once', async (kind) => {
    const coupon = await win(server, member, prizes[kind])
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(coupon)))
    expect(answers.filter((answer) => answer.ok && answer.answer.success)).toHaveLength(1)
    for (const answer of answers) {
      if (!answer.ok || !answer.answer.success) expect(answer).toMatchObject(refused('NO_CLAIMABLE_COUPON'))
    }
    const paid = { money: '20.50', coins: '0.00', bonus: '50.00' }[kind]
    expect(await server.balance(member)).toBe(parseDecimal(paid))
    expect(await coinsOf(server, member)).toBe(kind === 'coins' ? 3 : 0)
  })
})

describe('a claim is refused', () => {
  const cases: readonly (readonly [string, string, (coupon: string) => Promise<unknown>])[] = [
    ['COUPON_EXPIRED', 'when its time is over', (coupon) => change(coupon, 'expires_at = now()')],
    [
      'COUPON_EXPIRED',
      'when its time was over and the worker has put it away',
      async (coupon) => {
        await change(coupon, 'expires_at = now()')
        await tidy(server.database)
      },
    ],
    [
      'INVALID_PRIZE_CODE',
      'when the operator has withdrawn the prize',
      () => server.database.query('update wheel_slice set is_withdrawn = true'),
    ],
    [
      'INVALID_COUPON_TYPE',
      'when it is of a kind that only a newer version can pay',
      (coupon) => change(coupon, "kind = 'ticket'"),
    ],
    [
      'BONUS_REMAINING',
      'for a bonus while another is chosen',
      () => server.give(activateBonus, { params: { code: 'HALF' }, token: member.token }),
    ],
    [
      'BONUS_REMAINING',
      'for a bonus while another runs',
      async () => {
        await server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
        await server.payIn(member, '100.00')
      },
    ],
  ]
  it.each(cases)('with %s %s', async (error, _when, spoil) => {
    const coupon = await win(server, member, prizes.bonus)
    await spoil(coupon)
    const before = await server.balance(member)
    expect(await claim(coupon)).toMatchObject(refused(error))
    expect(await server.balance(member)).toBe(before)
    const listed = error === 'BONUS_REMAINING' ? [coupon] : []
    expect((await couponsOf(server, member)).map((one) => one._id)).toEqual(listed)
    await showWheel(server, prizes.money, prizes.none)
  })

  it('with INVALID_CODE for what no coupon was ever called', async () => {
    for (const code of ['', 'x', '1', 'ก'.repeat(16), 'A'.repeat(17), "' or 1=1 --'''''"]) {
      expect(await claim(code)).toMatchObject(refused('INVALID_CODE'))
    }
  })

  it('with NO_CLAIMABLE_COUPON for another’s, as for none and for one that was claimed', async () => {
    const coupon = await win(server, member, prizes.money)
    const other = await server.member()
    expect(await claim(coupon, undefined, other)).toMatchObject(refused('NO_CLAIMABLE_COUPON'))
    expect(await claim('A'.repeat(16))).toMatchObject(refused('NO_CLAIMABLE_COUPON'))
    await claim(coupon)
    expect(await claim(coupon)).toMatchObject(refused('NO_CLAIMABLE_COUPON'))
    expect(await server.balance(other)).toBe(0n)
  })

  it('for now only: what stood in the way is gone, and the same intent succeeds', async () => {
    const coupon = await win(server, member, prizes.bonus)
    await server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
    const key = crypto.randomUUID()
    expect(await claim(coupon, key)).toMatchObject(refused('BONUS_REMAINING'))
    await server.give(clearBonus, { token: member.token })
    expect(await claim(coupon, key)).toMatchObject({ answer: { success: true }, isReplay: false })
  })

  it('keeps the coupon whole when paying it fails in the middle', async () => {
    const coupon = await win(server, member, prizes.money)
    await server.database.query('alter table statement rename column from_code to broken')
    const answer = await claim(coupon)
    await server.database.query('alter table statement rename column broken to from_code')
    expect(answer).toMatchObject({ status: 500 })
    expect(await server.balance(member)).toBe(0n)
    expect(await claim(coupon)).toMatchObject({ answer: { success: true } })
  })
})

it('a coupon keeps its terms when the operator changes the slice or takes the wheel down', async () => {
  const coupon = await win(server, member, prizes.money)
  await server.database.query(`update wheel_slice set amount = '{"THB": 1}' where kind = 'money'`)
  await showWheel(server, prizes.none, prizes.none)
  await server.set('wheelActive', false)
  try {
    expect(await claim(coupon)).toMatchObject({ answer: { success: true, amount: 2050n } })
  } finally {
    await server.set('wheelActive', true)
  }
})

it('coupons are listed newest first, the member’s own alone', async () => {
  const first = await win(server, member, prizes.money)
  const second = await win(server, member, prizes.coins)
  await win(server, await server.member(), prizes.money)
  expect((await couponsOf(server, member)).map((one) => one._id)).toEqual([second, first])
})
