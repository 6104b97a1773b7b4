import { activateBonus, clearBonus } from '@kapao/contract/bonus'
import { claimCoupon } from '@kapao/contract/spinwheel'
import { redeemTruelink } from '@kapao/contract/truelink'
import { sealLink } from '@kapao/contract/truelink-seal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { offerBonus } from '../../test/bonuses.ts'
import { compareAll, comparePlanted } from '../../test/reconciling.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { makeTraffic, type Traffic } from '../../test/traffic.ts'
import { prizes, win } from '../../test/wheels.ts'
import { reportLines } from './reconcile.ts'

let server: TestServer
let traffic: Traffic

beforeAll(async () => {
  server = await startTestServer()
  traffic = await makeTraffic(server)
  const member = await server.member()
  await winPrizes(member)
  await chooseAndClear(member)
  await loseGifts(member)
})
afterAll(() => server.stop())

/** One of each kind; of the bonuses one is cleared, and one is a success by the money. */
async function winPrizes(member: TestMember): Promise<void> {
  const { token } = member
  const { coins, bonus, money } = prizes
  for (const prize of [coins, bonus, { ...bonus, successPercent: 101 }, money]) {
    await server.give(claimCoupon, { body: { coupon: await win(server, member, prize) }, token })
    if (prize === bonus) await server.give(clearBonus, { token })
  }
}

/** A bonus that never ran. */
async function chooseAndClear({ token }: TestMember): Promise<void> {
  await offerBonus(server, 'UNUSED')
  await server.give(activateBonus, { params: { code: 'UNUSED' }, token })
  await server.give(clearBonus, { token })
}

/** Two gifts whose answer got lost: one is known to be expired by now, one is still under way. */
async function loseGifts({ token }: TestMember): Promise<void> {
  const { vouchers } = server.gateways
  vouchers.script = 'lost-before'
  const redeem = async (code: string) => {
    vouchers.issue(code, parseDecimal('40.00'))
    const link = await sealLink(
      server.config.truelinkSecrets[0],
      `https://gift.truemoney.com/campaign/?v=${code}`,
    )
    await server.ask(redeemTruelink, { body: { link }, token })
  }
  await redeem('LATEGIFT')
  vouchers.gifts.set('LATEGIFT', { amount: parseDecimal('40.00'), takenBy: null, isExpired: true })
  await server.database.query(
    "update voucher_redemption set created_at = now() - interval '1 hour' where state = 'open'",
  )
  await server.work()
  await redeem('OPENGIFT')
  vouchers.script = 'ok'
}

const compare = () => compareAll(server)
const planted = (tables: readonly string[], sql: string) => comparePlanted(server, tables, sql)

describe('books that are right', () => {
  it('differ in nothing, whatever happened', async () => {
    const report = await compare()
    expect(reportLines(report).join('\n')).toMatch(/Zero differences\.$/)
    expect(report).toMatchObject({ state: 'equal', differences: [], unseen: {} })
    expect(report.compared).toMatchObject({
      'feed events': 4,
      'payouts at the bank': 2,
      withdrawals: 2,
      gifts: 1,
    })
    // Two of five transfers were refused: one never reached the provider's list.
    expect(report.compared).toMatchObject({ transfers: 5, 'transfers at the games': 4 })
  })

  it('are as equal asked one by one, where nobody has a list', async () => {
    const { bank } = server.gateways
    bank.hasList = false
    server.gateways.game('PG').hasList = false
    for (const { order, outcome } of bank.payouts.values()) {
      if (outcome.kind !== 'confirmed') continue
      const at = new Date().toISOString()
      bank.transfers.set(outcome.transRef, {
        ...order,
        ...outcome,
        at,
        from: { ...order.from, bankAccountName: '' },
      })
    }
    expect(reportLines(await compare()).at(-1)).toBe('Zero differences.')
    bank.hasList = true
    server.gateways.game('PG').hasList = true
  })

  it('are not called equal when somebody did not answer', async () => {
    const provider = server.gateways.game('PG')
    provider.isDown = true
    const report = await compare()
    provider.isDown = false
    expect(report).toMatchObject({
      state: 'incomplete',
      differences: [],
      unseen: { 'game:PG': 'did not answer' },
    })
    server.gateways.bank.isDown = true
    expect((await compare()).unseen).toMatchObject({ feed: 'did not answer', payouts: 'did not answer' })
    server.gateways.bank.isDown = false
  })

  it('need no provider that nobody has played at', async () => {
    server.gateways.game('IMI').isDown = true
    expect(await compare()).toMatchObject({ state: 'equal' })
    server.gateways.game('IMI').isDown = false
  })
})

const LAST = '(select max(id) from ledger_movement)'
const OUT = "(select id from game_transfer where direction = 'out')"

describe('a difference within the books is found', () => {
  it.each<[string, string[], string, string[]]>([
    [
      'an entry that is gone',
      ['ledger_entry'],
      `delete from ledger_entry where movement_id = ${LAST} and amount_minor > 0`,
      ['movement-uneven', 'balance', 'everything', 'ledger-seal'],
    ],
    [
      'an entry of nothing',
      ['ledger_entry'],
      'update ledger_entry set movement_id = 999999 where movement_id = (select min(movement_id) from ledger_entry)',
      ['movement-uneven', 'entry-stray', 'ledger-seal'],
    ],
    [
      'a balance that was raised',
      ['ledger_account'],
      "update ledger_account set balance_minor = balance_minor + 1 where kind = 'wallet'",
      ['balance'],
    ],
    [
      'a hold that holds too much',
      ['ledger_account'],
      "update ledger_account set balance_minor = balance_minor + 1 where kind = 'hold'",
      ['balance', 'hold'],
    ],
    [
      'a line of versions that forks',
      ['ledger_entry'],
      'update ledger_entry set balance_before_minor = balance_before_minor + 1, balance_after_minor = balance_after_minor + 1 where version = 2',
      ['entry-line', 'ledger-seal'],
    ],
    [
      'a movement that nothing is behind',
      ['bank_event'],
      "delete from bank_event where state = 'credited' and id = (select min(id) from bank_event)",
      ['movement-unexplained', 'statement-unexplained', 'deposit-missing'],
    ],
    [
      'a withdrawal that never left the books',
      ['withdrawal'],
      "update withdrawal set state = 'settled', trans_ref = 'X', refused_reason = null where state = 'refused'",
      ['movement-missing', 'movement-unexplained', 'statement', 'payout'],
    ],
    [
      'a transfer that says another amount',
      ['game_transfer'],
      `update game_transfer set moved_minor = moved_minor + 1 where id = ${OUT}`,
      ['movement-amount', 'statement', 'transfer'],
    ],
    [
      'money that went to another member',
      ['bank_event'],
      "update bank_event set member_id = (select max(id) from member) where state = 'credited' and member_id < (select max(id) from member)",
      ['movement-between', 'statement'],
    ],
    [
      'a statement that tells more',
      ['statement'],
      "update statement set amount_minor = amount_minor + 1 where source_kind = 'bank_event'",
      ['statement'],
    ],
    [
      'a statement that is gone',
      ['statement'],
      "delete from statement where source_kind = 'withdrawal'",
      ['statement-missing'],
    ],
    [
      'a bonus of another size',
      ['condition'],
      'update condition set bonus_minor = bonus_minor + 1',
      ['movement-amount', 'statement'],
    ],
    [
      'suspense that nobody waits for',
      ['bank_event'],
      "update bank_event set amount_minor = amount_minor + 1 where state = 'unmatched'",
      ['suspense', 'movement-amount', 'deposit-amount'],
    ],
    ['coins from nowhere', ['member'], 'update member set coin = coin + 1', ['coins']],
    [
      'a transfer that nobody ends',
      ['game_transfer'],
      `update game_transfer set state = 'open', moved_minor = null, settled_at = null, created_at = now() - interval '2 hours' where id = ${OUT}`,
      ['open-too-long', 'movement-unexplained', 'statement'],
    ],
  ])('%s', async (_name, tables, sql, kinds) => {
    const report = await planted(tables, sql)
    expect(report.state).toBe('different')
    expect([...new Set(report.differences.map((one) => one.kind))].sort()).toEqual([...kinds].sort())
    expect(await compare()).toMatchObject({ differences: [] })
  })

  it('a hold that has nothing of what is under way into games and to the bank; what comes out of games is in none', async () => {
    const report = await planted(
      ['game_transfer', 'withdrawal'],
      `update game_transfer set state = 'open', moved_minor = null, settled_at = null;
       update withdrawal set state = case when state = 'settled' then 'sent' else 'held' end, trans_ref = null, refused_reason = null, ended_at = null`,
    )
    expect(report.differences.filter(({ kind }) => kind === 'hold')).toEqual([
      {
        kind: 'hold',
        subject: `hold of member ${traffic.member.id}`,
        ours: '0',
        theirs: '66000 under way',
      },
    ])
  })
})

describe('of whatever a line of the statement tells', () => {
  const LINES: readonly [string, number][] = [
    ['game_transfer', 5],
    ['withdrawal', 2],
    ['bank_event', 3],
    ['voucher_redemption', 3],
    ['condition', 3],
    ['condition_end', 2],
    ['coupon', 1],
  ]
  const kindsOf = async (sql: string) => {
    const { differences } = await planted(['statement'], sql)
    return differences.map((one) => one.kind)
  }

  it('each kind is there, and no other', async () => {
    const lines = await server.database.query<{ kind: string; many: number }>(
      'select source_kind as kind, count(*)::int as many from statement group by 1',
    )
    expect(new Map(lines.map(({ kind, many }) => [kind, many]))).toEqual(new Map(LINES))
  })

  it.each(LINES)('a line of %s is missed when it is gone', async (kind) => {
    const gone = `delete from statement where source_kind = '${kind}' and status = 'SUCCESS'`
    expect(new Set(await kindsOf(gone))).toEqual(new Set(['statement-missing']))
  })

  it.each(LINES)('a line of %s is told that says another end, amount or member', async (kind, many) => {
    for (const other of [
      "status = case status when 'PENDING' then 'FAILED' else 'PENDING' end",
      'amount_minor = amount_minor + 1',
      'member_id = member_id + 1000',
    ]) {
      const differ = await kindsOf(`update statement set ${other} where source_kind = '${kind}'`)
      expect(differ).toEqual(Array.from({ length: many }, () => 'statement'))
    }
  })

  it.each([...LINES.map(([kind]) => kind), 'nothing-known'])(
    'a line of %s is told that belongs to nothing',
    async (kind) => {
      const stray = `insert into statement (member_id, statement_type, status, from_code, to_code, amount_minor, source_kind, source_id)
        values (${traffic.member.id}, 'bonus', 'SUCCESS', 'SYSTEM', 'WALLET', 100, '${kind}', '0')`
      expect(await kindsOf(stray)).toEqual(['statement-unexplained'])
    },
  )

  it('a prize of coins, and a bonus that never ran, have none', async () => {
    const strays = `insert into statement (member_id, statement_type, status, from_code, to_code, amount_minor, source_kind, source_id)
      select member_id, 'bonus', 'SUCCESS', 'SYSTEM', 'WALLET', 100, 'coupon', id::text from coupon where kind = 'coins'
      union all
      select member_id, 'finish_bonus', 'FAILED', 'WALLET', 'SYSTEM', 0, 'condition_end', id::text from condition where applied_at is null`
    expect(await kindsOf(strays)).toEqual(['statement-unexplained', 'statement-unexplained'])
  })

  it('a gift that is not ours may have none, and one that is ours is its movement', async () => {
    const notOurs = "delete from statement where source_kind = 'voucher_redemption' and status <> 'SUCCESS'"
    expect(await kindsOf(notOurs)).toEqual([])
    const report = await planted(
      ['voucher_redemption'],
      "update voucher_redemption set amount_minor = amount_minor + 1 where state = 'redeemed'",
    )
    expect(report).toMatchObject({ differences: [] })
  })
})
