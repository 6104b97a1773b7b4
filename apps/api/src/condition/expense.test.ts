import { activateBonus, clearBonus } from '@kapao/contract/bonus'
import { receiveInviteBonus } from '@kapao/contract/invite'
import { activatePromotion } from '@kapao/contract/promotion'
import { addRefundToWallet } from '@kapao/contract/refund'
import { fromMinorUnits } from '@kapao/money/minor'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { offerBonus, openGame, playAndLook, proveBonuses, putIn } from '../../test/bonuses.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let friends: readonly TestMember[]

beforeAll(async () => {
  server = await startTestServer()
  await offerBonus(server, 'ANY')
  await server.set('refundMin', { THB: 0.01 })
  // Only here are losses made up and friends exchanged.
  await server.database.query('alter table refund drop constraint refund_member_id_period_start_fkey')
  friends = await Promise.all(Array.from({ length: 3 }, () => server.member()))
})
afterAll(async () => {
  await proveBonuses(server)
  await server.stop()
})

const satang = fc.integer({ min: 1, max: 100_000 })
const step = fc.oneof(
  fc.record({ do: fc.constant('choose' as const), isPromotion: fc.boolean() }),
  fc.record({ do: fc.constant('deposit' as const), satang: fc.integer({ min: 10_000, max: 500_000 }) }),
  fc.record({ do: fc.constant('play' as const), part: fc.integer({ min: 0, max: 2_500 }) }),
  fc.record({ do: fc.constant('refund' as const), satang }),
  fc.record({ do: fc.constant('invite' as const), satang }),
  fc.record({ do: fc.constant('clear' as const) }),
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** What chance may leave out. */
const ofEachKind: [Step[]][] = [
  [
    [
      { do: 'choose', isPromotion: false },
      { do: 'deposit', satang: 50_000 },
      { do: 'play', part: 500 },
      { do: 'clear' },
    ],
  ],
  [
    [
      { do: 'choose', isPromotion: true },
      { do: 'deposit', satang: 50_000 },
      { do: 'play', part: 2_000 },
      { do: 'clear' },
    ],
  ],
  [
    [
      { do: 'deposit', satang: 20_000 },
      { do: 'refund', satang: 5_000 },
      { do: 'clear' },
      { do: 'invite', satang: 5_000 },
    ],
  ],
]

const baht = (units: number) => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`

/** The next friend's first deposit has earned that much, and it is asked for. */
async function receiveInvite(member: TestMember, at: number, earned: number): Promise<void> {
  const friend = friends[at % friends.length]
  await server.database.query('delete from invite where invitee_id = $1', [friend?.id])
  await server.database.query(
    'insert into invite (invitee_id, inviter_id, earned_minor, deposited_at) values ($1, $2, $3, now())',
    [friend?.id, member.id, earned],
  )
  await Promise.all([1, 2].map(() => server.ask(receiveInviteBonus, { token: member.token })))
}

/** A loss was refunded with that much, and it is added to the wallet. */
async function addRefund(member: TestMember, at: number, amount: number): Promise<void> {
  await server.database.query(
    `insert into refund (member_id, period_start, loss_minor, amount_minor)
     values ($1, now() - make_interval(days => $2 + 1), $3::bigint * 20, $3::bigint)`,
    [member.id, at, amount],
  )
  await Promise.all([1, 2].map(() => server.ask(addRefundToWallet, { token: member.token })))
}

it('whatever is given as bonus, promotion, invite or refund, the expense is what members received, and nothing more is there', async () => {
  const received = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
      const member = await server.member()
      const username = await openGame(server, member)
      let own = 0n
      for (const [at, one] of steps.entries()) {
        if (one.do === 'choose') {
          if (one.isPromotion) {
            await server.ask(activatePromotion, { params: { code: 'KAPAO50' }, token: member.token })
          } else await server.ask(activateBonus, { params: { code: 'ANY' }, token: member.token })
        }
        if (one.do === 'deposit') {
          await server.payIn(member, baht(one.satang))
          own += BigInt(one.satang)
        }
        if (one.do === 'refund') await addRefund(member, at, one.satang)
        if (one.do === 'invite') await receiveInvite(member, at, one.satang)
        if (one.do === 'clear') await server.ask(clearBonus, { token: member.token })
        if (one.do === 'play' && (await server.balance(member)) >= 1_000n) {
          await putIn(server, member, 10)
          const result = one.part - 1_000
          const sign = result < 0 ? '-' : ''
          await playAndLook(server, member, username, `${sign}${baht(Math.abs(result))}`)
          own += BigInt(result)
        }
      }
      const credits = await server.database.query<{ kind: string; kept: bigint }>(
        `select kind, (bonus_minor - taken_minor)::bigint as kept from condition where member_id = $1 and applied_at is not null`,
        [member.id],
      )
      for (const { kind } of credits) received.add(kind)
      const kept = credits.reduce((sum, credit) => sum + credit.kept, 0n)
      const inGame = server.gateways.game('PG').balances.get(username) ?? 0n
      expect(fromMinorUnits((await server.balance(member)) + inGame)).toBe(own + kept)
      await proveBonuses(server)
    }),
    { numRuns: 14, examples: ofEachKind },
  )
  // Else it would prove little.
  expect([...received].sort()).toEqual(['bonus', 'invite', 'promotion', 'refund'])
})
