import { activateBonus, checkMinimumBonus, clearBonus, listBonuses } from '@kapao/contract/bonus'
import { activatePromotion } from '@kapao/contract/promotion'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { activeBonus, offerBonus, openGame, proveBonuses, putIn } from '../../test/bonuses.ts'
import { makeItNoon } from '../../test/days.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { Overloaded } from '../http/overload.ts'

let server: TestServer
let timeZone: string
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
  timeZone = await makeItNoon(server)
  await offerBonus(server, 'ONCE', { maxReceived: 1 })
  await offerBonus(server, 'TWICE', { type: 'day', maxReceived: 2 })
  await offerBonus(server, 'WEEK', { type: 'week', maxReceived: 1 })
  await offerBonus(server, 'FEW', { maxReceived: 9, maxClaims: 2 })
})
afterAll(async () => {
  await proveBonuses(server)
  await server.stop()
})
beforeEach(async () => {
  member = await server.member()
})

const choose = (code: string, who = member) =>
  server.ask(activateBonus, { params: { code }, token: who.token })
const promote = (code: string) => server.ask(activatePromotion, { params: { code }, token: member.token })
const clear = () => server.give(clearBonus, { token: member.token })

async function receive(code: string): Promise<void> {
  expect(await choose(code)).toMatchObject({ ok: true })
  await server.payIn(member, '100.00')
  await clear()
}

async function card(code: string) {
  const { bonuses } = await server.give(listBonuses, { token: member.token })
  return bonuses.find((bonus) => bonus.code === code)
}

describe('the list of bonuses', () => {
  it('has the operator’s, with pictures and words', async () => {
    const { bonuses } = await server.give(listBonuses, { token: member.token })
    expect(bonuses.slice(0, 5).map((bonus) => [bonus.code, bonus.type, bonus.maxReceived])).toEqual([
      ['WELCOME100', 'limit', 1],
      ['DAILY10', 'day', 1],
      ['DAILY5', 'day', 5],
      ['WEEKLY20', 'week', 2],
      ['FIRST500', 'limit', 1],
    ])
    for (const { banners } of bonuses.slice(0, 5)) {
      expect(banners).toMatchObject([{ image: '/art/banner-bonus.svg' }])
      expect(banners[0]?.html).toMatch(/[ก-๛]/)
    }
    expect(bonuses.every((bonus) => bonus.userBonus === null)).toBe(true)
  })

  it('tells every receipt that a bonus of many counts', async () => {
    await offerBonus(server, 'MANY', { maxReceived: 120 })
    await server.database.query(
      `insert into condition (member_id, kind, code, description, success_percent, fail_percent, state, base_minor, bonus_minor, taken_minor,
         applied_at, ended_at)
       select $1, 'bonus', 'MANY', '', 100, 0, 'cleared', 0, 1, 1, now(), now() from generate_series(1, 120)`,
      [member.id],
    )
    expect((await card('MANY'))?.userBonus?.received).toHaveLength(120)
    expect(await choose('MANY')).toMatchObject({ ok: false, message: 'BONUS_MAX_CLAIMED' })
  })

  it('tells on which day the weeks begin by which it counts', async () => {
    const week = async () => (await server.give(listBonuses, { token: member.token })).weekStartsOn
    expect(await week()).toBe(1)
    await server.set('weekStartsOn', 7)
    expect(await week()).toBe(7)
    await server.set('weekStartsOn', 1)
  })

  it('tells what is active and what was received', async () => {
    await choose('ONCE')
    expect((await card('ONCE'))?.userBonus).toMatchObject({ isActive: true, received: [] })
    await server.payIn(member, '100.00')
    expect((await card('ONCE'))?.userBonus).toMatchObject({ isActive: true, received: [{}] })
    await clear()
    expect((await card('ONCE'))?.userBonus).toMatchObject({ isActive: false, received: [{}] })
    expect((await card('TWICE'))?.userBonus).toBeNull()
  })
})

describe('a choice is refused', () => {
  it.each(['NOPE', 'once', ' '])('of a bonus that there is not: %s', async (code) => {
    expect(await choose(code)).toMatchObject({ status: 404, message: 'NO_DATA' })
  })

  it('of the same bonus again, chosen or running, and of any other', async () => {
    await choose('TWICE')
    for (const _state of ['chosen', 'running']) {
      expect(await choose('TWICE')).toMatchObject({ status: 409, message: 'BONUS_ALREADY_ACTIVE' })
      expect(await choose('WEEK')).toMatchObject({ status: 409, message: 'BONUS_REMAINING' })
      expect(await promote('KAPAO50')).toMatchObject({ status: 409, message: 'BONUS_REMAINING' })
      await server.payIn(member, '100.00')
    }
  })

  it('but not because a game could not be asked afterwards what it holds: it was chosen', async () => {
    const { query } = server.database
    const asked = vi.spyOn(server.database, 'query').mockImplementation(async (text, values) => {
      if (text.includes('credits_minor + doubt_minor')) throw new Overloaded('no connection')
      return query(text, values)
    })
    expect(await choose('TWICE')).toMatchObject({ ok: true })
    await clear()
    expect(await promote('KAPAO50')).toMatchObject({ ok: true })
    asked.mockRestore()
  })

  it('but for one of fifty at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_value, index) => choose(index % 2 === 0 ? 'TWICE' : 'WEEK')),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    for (const answer of answers) {
      if (!answer.ok) expect(['BONUS_ALREADY_ACTIVE', 'BONUS_REMAINING']).toContain(answer.message)
    }
  })

  it('when it was received as often as one member may', async () => {
    await receive('ONCE')
    expect(await choose('ONCE')).toMatchObject({ status: 409, message: 'BONUS_MAX_CLAIMED' })
  })

  it('with what stands in the way first: another one, also when it could not be had without it', async () => {
    await receive('ONCE')
    await promote('KAPAO50')
    await server.payIn(member, '300.00')
    await clear()
    await choose('WEEK')
    expect(await choose('ONCE')).toMatchObject({ status: 409, message: 'BONUS_REMAINING' })
    expect(await promote('KAPAO50')).toMatchObject({ status: 409, message: 'BONUS_REMAINING' })
  })

  it('only until the day is over, by the clock of the region', async () => {
    await receive('TWICE')
    await receive('TWICE')
    expect(await choose('TWICE')).toMatchObject({ message: 'BONUS_MAX_CLAIMED' })
    await server.database.query(
      `update condition set applied_at = period_start(now(), 'day', $2, 1) - interval '1 second' where member_id = $1`,
      [member.id, timeZone],
    )
    expect(await choose('TWICE')).toMatchObject({ ok: true })
  })

  it('only until the week is over', async () => {
    await receive('WEEK')
    await server.database.query(
      `update condition set applied_at = period_start(now(), 'week', $2, 1) where member_id = $1`,
      [member.id, timeZone],
    )
    expect(await choose('WEEK')).toMatchObject({ message: 'BONUS_MAX_CLAIMED' })
    await server.database.query(
      `update condition set applied_at = applied_at - interval '1 second' where member_id = $1`,
      [member.id],
    )
    expect(await choose('WEEK')).toMatchObject({ ok: true })
  })

  it('when all members together have it as often as they may, also of many at once', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => server.member()))
    const answers = await Promise.all(members.map((one) => choose('FEW', one)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(2)
    for (const answer of answers) if (!answer.ok) expect(answer.message).toBe('BONUS_FULL')
  })

  it('not once one that was chosen by another is given up', async () => {
    expect(await choose('FEW')).toMatchObject({ message: 'BONUS_FULL' })
    await server.database.query("update condition set state = 'cleared', ended_at = now() where code = 'FEW'")
    expect(await choose('FEW')).toMatchObject({ ok: true })
    await clear()
  })
})

it.each([
  // A Monday, a little after midnight in Bangkok: still Sunday in UTC.
  ['week', 1, '2026-03-01T17:00:01Z', '2026-03-01T17:00:00Z'],
  ['week', 1, '2026-03-01T16:59:59Z', '2026-02-22T17:00:00Z'],
  ['week', 7, '2026-03-01T16:59:59Z', '2026-02-28T17:00:00Z'],
  ['day', 1, '2026-03-01T16:59:59Z', '2026-02-28T17:00:00Z'],
  ['day', 1, '2026-03-01T17:00:00Z', '2026-03-01T17:00:00Z'],
  // Over the end of a year, and in February's day too many.
  ['week', 1, '2027-01-01T00:00:00Z', '2026-12-27T17:00:00Z'],
  ['week', 7, '2026-12-31T17:00:00Z', '2026-12-26T17:00:00Z'],
  ['day', 1, '2026-12-31T16:59:59Z', '2026-12-30T17:00:00Z'],
  ['day', 1, '2026-12-31T17:00:00Z', '2026-12-31T17:00:00Z'],
  ['day', 1, '2028-02-29T12:00:00Z', '2028-02-28T17:00:00Z'],
  ['day', 1, '2026-12-31T17:00:00Z', '2026-12-31T17:00:00Z', 'Asia/Vientiane'],
  // An operator elsewhere: a day of 23 hours, one of 25, and the weeks that hold them.
  ['day', 1, '2026-03-29T21:59:59Z', '2026-03-28T23:00:00Z', 'Europe/Berlin'],
  ['day', 1, '2026-10-25T22:59:59Z', '2026-10-24T22:00:00Z', 'Europe/Berlin'],
  ['week', 1, '2026-03-29T21:59:59Z', '2026-03-22T23:00:00Z', 'Europe/Berlin'],
])('a %s whose first day is %d and that holds %s began at %s', async (...row) => {
  const [unit, firstDay, at, start, zone = 'Asia/Bangkok'] = row
  const [found] = await server.database.query<{ start: Date }>(
    'select period_start($1::timestamptz, $2, $4, $3::int) as start',
    [at, unit, firstDay, zone],
  )
  expect(found?.start.toISOString()).toBe(new Date(start).toISOString())
})

it('without a condition nothing is active and nothing can be cleared', async () => {
  expect(await activeBonus(server, member)).toEqual({ status: false, type: '' })
  expect(await server.give(checkMinimumBonus, { token: member.token })).toEqual({ status: false, amount: 0n })
  expect(await server.ask(clearBonus, { token: member.token })).toMatchObject({ message: 'NO_DATA' })
})

const amount = fc
  .integer({ min: 1, max: 300_000 })
  .map((units) => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`)
const step = fc.oneof(
  fc.record({ do: fc.constant('choose' as const), code: fc.constantFrom('TWICE', 'DAILY5', 'FRIDAY') }),
  fc.record({ do: fc.constant('deposit' as const), amount }),
  fc.record({ do: fc.constant('play' as const), part: fc.integer({ min: 0, max: 250 }) }),
  fc.record({ do: fc.constant('clear' as const) }),
)

it('whatever a member does, the bonus expense is what they received less what was taken back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      member = await server.member()
      const username = await openGame(server, member)
      let own = 0n
      for (const one of steps) {
        if (one.do === 'choose') await (one.code === 'FRIDAY' ? promote(one.code) : choose(one.code))
        if (one.do === 'deposit') {
          await server.payIn(member, one.amount)
          own += parseDecimal(one.amount)
        }
        if (one.do === 'clear') await server.ask(clearBonus, { token: member.token })
        if (one.do === 'play') {
          const wallet = await server.balance(member)
          if (wallet < 100n) continue
          await putIn(server, member, 1)
          const result = (100n * BigInt(one.part)) / 100n - 100n
          server.gateways.game('PG').play(username, result)
          own += result
        }
      }
      await server.ask(clearBonus, { token: member.token })
      await proveBonuses(server)
      const [kept] = await server.database.query<{ kept: bigint }>(
        `select coalesce(sum(bonus_minor - taken_minor), 0)::bigint as kept from condition where member_id = $1 and applied_at is not null`,
        [member.id],
      )
      const inGame = server.gateways.game('PG').balances.get(username) ?? 0n
      expect((await server.balance(member)) + inGame).toBe(own + (kept?.kept ?? 0n))
    }),
    { numRuns: 15 },
  )
})
