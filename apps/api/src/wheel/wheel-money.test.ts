import { activateBonus, clearBonus } from '@kapao/contract/bonus'
import { claimCoupon, spinWheel } from '@kapao/contract/spinwheel'
import { withdraw } from '@kapao/contract/wallet'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { proveBonuses } from '../../test/bonuses.ts'
import { figuresOf } from '../../test/money-books.ts'
import { seededRandom } from '../../test/random.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { coinsOf, couponsOf, giveCoins, prizes, proveWheel, showWheel } from '../../test/wheels.ts'
import { tidy } from '../worker/tidy.ts'

const MEMBERS = 5
const SEED = Number(process.env.KAPAO_TEST_SEED ?? Date.now() % 1_000_000)

let server: TestServer
const members: TestMember[] = []

beforeAll(async () => {
  server = await startTestServer()
  await server.set('coinsPerDeposit', { THB: { each: 100, perDay: 1000 } })
  while (members.length < MEMBERS) members.push(await server.member())
})
afterAll(() => server.stop())

async function proveAll(): Promise<void> {
  await proveWheel(server)
  await proveBonuses(server)
  const { everything, lowest } = await figuresOf(server)
  expect(everything).toBe(0n)
  expect(lowest).toBeGreaterThanOrEqual(0n)
}

it(`fifty deposits, spins and claims at once, again and again: the books sum to zero (seed ${SEED})`, async () => {
  const random = seededRandom(SEED)
  await showWheel(server, prizes.money, prizes.coins, prizes.bonus, prizes.money)
  const deeds: readonly ((member: TestMember) => Promise<unknown>)[] = [
    (member) => server.payIn(member, `${100 + random.below(300)}.00`),
    (member) => server.ask(spinWheel, { token: member.token, key: crypto.randomUUID() }),
    async (member) => {
      const key = crypto.randomUUID()
      const spin = () => server.ask(spinWheel, { token: member.token, key })
      const [one, other] = await Promise.all([spin(), spin()])
      // A coin may have come between the two; but a spin there is only one.
      if (one.ok && other.ok && one.answer.success && other.answer.success) {
        expect(one.answer).toEqual(other.answer)
      }
    },
    async (member) => {
      const coupons = await couponsOf(server, member)
      const coupon = coupons[random.below(Math.max(1, coupons.length))]?._id ?? 'A'.repeat(16)
      const claim = () => server.ask(claimCoupon, { body: { coupon }, token: member.token })
      return Promise.all([claim(), claim()])
    },
    (member) => server.ask(withdraw, { body: { amount: 100 }, token: member.token }),
    (member) => server.ask(activateBonus, { params: { code: 'DAILY5' }, token: member.token }),
    (member) => server.ask(clearBonus, { token: member.token }),
    () => tidy(server.database),
  ]
  for (let round = 0; round < 6; round += 1) {
    const mixed = Array.from({ length: 50 }, () =>
      random.pick([...deeds, ...deeds.slice(0, 4)])(random.pick(members)),
    )
    for (const answer of (await Promise.all(mixed)).flat()) {
      if (typeof answer === 'object' && answer !== null && 'status' in answer) {
        expect(answer.status).toBeLessThan(500)
      }
    }
  }
  await proveAll()
  const [done] = await server.database.query<{ spins: number; claimed: number; kinds: number }>(
    `select (select count(*)::int from wheel_spin) as spins, count(*)::int as claimed, count(distinct kind)::int as kinds
     from coupon where state = 'claimed'`,
  )
  expect(done?.spins).toBeGreaterThan(20)
  expect(done?.claimed).toBeGreaterThan(5)
})

it('whatever is spun and claimed, members receive what the wheel spent, and coins are what came less what was spun', async () => {
  await showWheel(server, prizes.money, prizes.coins, prizes.none, { ...prizes.money, amount: { THB: 0.01 } })
  const worth = [prizes.money.amount.THB, 0, 0, 0.01].map((amount) => parseDecimal(String(amount)))
  const deed = fc.oneof(
    fc.record({ kind: fc.constant('coins' as const), amount: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('spin' as const), times: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('claim' as const), at: fc.nat(5) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 12 }), async (deeds) => {
      const member = await server.member()
      let coins = 0
      let due = 0n
      for (const one of deeds) {
        if (one.kind === 'coins') {
          await giveCoins(server, member, one.amount)
          coins += one.amount
        } else if (one.kind === 'spin') {
          const spins = Array.from({ length: one.times }, () =>
            server.give(spinWheel, { token: member.token }),
          )
          const spun = (await Promise.all(spins)).filter((answer) => answer.success)
          expect(spun).toHaveLength(Math.min(one.times, coins))
          coins -= spun.length
        } else {
          const coupon = (await couponsOf(server, member))[one.at]
          if (!coupon) continue
          const body = { coupon: coupon._id }
          expect(await server.give(claimCoupon, { body, token: member.token })).toMatchObject({
            success: true,
          })
          if (coupon.kind === 'coins') coins += prizes.coins.coins
          else due += worth[Number(coupon.prize.slice.slice('Slice '.length))] ?? 0n
        }
        expect(await coinsOf(server, member)).toBe(coins)
        expect(await server.balance(member)).toBe(due)
      }
    }),
    { numRuns: 15 },
  )
  await proveAll()
})
