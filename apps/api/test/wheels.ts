import { listCoupons, setupWheel, spinWheel } from '@kapao/contract/spinwheel'
import * as v from 'valibot'
import { seedWheel, wheelEntry } from '../src/operator/seed-wheel.ts'
import { postCoins } from '../src/wheel/coins.ts'
import { houseBalance } from './feed.ts'
import type { TestMember, TestServer } from './server.ts'

/** As the operator writes it. */
type Prize = v.InferInput<typeof wheelEntry>['slices'][number]['prize']

export const prizes = {
  none: { kind: 'none' },
  coins: { kind: 'coins', coins: 3, validHours: 24 },
  money: { kind: 'money', amount: { THB: 20.5 }, validHours: 24 },
  bonus: { kind: 'bonus', amount: { THB: 50 }, successPercent: 200, failPercent: 10, validHours: 24 },
} as const satisfies Record<string, Prize>

let wheels = 0

/** Shows a wheel of the operator's with one slice for each prize, all equally likely. Their codes are S0, S1 … Answers its code. */
export async function showWheel(server: TestServer, ...won: readonly Prize[]): Promise<string> {
  wheels += 1
  const code = `TEST${wheels}`
  await server.database.transaction(async (tx) => {
    await tx.query('update wheel set is_active = false where is_active')
    const slices = won.map((prize, at) => ({
      code: `S${at}`,
      label: `Slice ${at}`,
      prizeName: `Prize ${at}`,
      htmlDescription: `<p>${at}</p>`,
      bgColor: '#17121F',
      textColor: '#FFFFFF',
      weight: 1,
      prize,
    }))
    await seedWheel(tx, v.parse(wheelEntry, { code, name: `Wheel ${code}`, slices }), ['THB'])
  })
  await server.operator.reload()
  return code
}

export async function giveCoins(server: TestServer, member: TestMember, amount: number): Promise<void> {
  await postCoins(server.database, member.id, { kind: 'gift', reference: crypto.randomUUID(), amount })
}

export async function coinsOf(server: TestServer, member: TestMember): Promise<number> {
  return (await server.give(setupWheel, { token: member.token })).userCoin
}

export async function couponsOf(server: TestServer, member: TestMember) {
  return (await server.give(listCoupons, { token: member.token })).coupons
}

/** Spins with a coin given for it, on a wheel that has nothing but this prize; answers the coupon. */
export async function win(server: TestServer, member: TestMember, prize: Prize): Promise<string> {
  await showWheel(server, prize, prize)
  await giveCoins(server, member, 1)
  await server.give(spinWheel, { token: member.token })
  const [newest] = await couponsOf(server, member)
  if (!newest) throw new Error('nothing was won')
  return newest._id
}

/** Coins are what their entries say, and the wheel's expense is what members received, by coupons and by statements. */
export async function proveWheel(server: TestServer): Promise<void> {
  const wrong = await server.database.query<{ id: bigint }>(
    `select m.id from member m left join coin_entry e on e.member_id = m.id
     group by m.id having m.coin <> coalesce(sum(e.amount), 0) or coalesce(max(e.version), 0) <> count(e.version)`,
  )
  const [row] = await server.database.query<{
    coupons: bigint
    stated: bigint
    spins: number
    coins: number
  }>(
    `select (select coalesce(sum(amount_minor), 0)::bigint from coupon where kind = 'money' and state = 'claimed') as coupons,
       (select coalesce(sum(amount_minor), 0)::bigint from statement where source_kind = 'coupon') as stated,
       (select count(*)::int from wheel_spin) as spins,
       (select count(*)::int from coin_entry where kind = 'spin' and amount = -1) as coins`,
  )
  const expense = -(await houseBalance(server, 'wheel'))
  if (wrong.length > 0 || row?.coupons !== expense || row.stated !== expense || row.spins !== row.coins) {
    const said = JSON.stringify({ wrong, row, expense }, (_key, value) => String(value))
    throw new Error(`the wheel's books are wrong: ${said}`)
  }
  await server.proveBooks()
}
