import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { compareAll } from '../../test/reconciling.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import type { Queries } from '../database/database.ts'
import type { BankGateway, ListedPayout } from '../gateways/bank.ts'
import type { GameProvider, ListedTransfer } from '../gateways/game-provider.ts'
import { fingerprint } from '../truelink/redemption.ts'
import { compareFeed } from './feed-check.ts'
import { compareGames } from './games-check.ts'
import { compareGifts } from './gifts-check.ts'
import { beginNaming, OURS_AT_ONCE } from './named-outside.ts'
import type { Comparing } from './outside.ts'
import { comparePayouts } from './payouts-check.ts'

const MANY = 2 * OURS_AT_ONCE + 2
const THEIR_PAGE = 500

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
  member = await server.member()
})
afterAll(() => server.stop())

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const numbers = Array.from({ length: MANY }, (_, at) => at + 1)
/** Of the first, the second and the last page of ours. */
const UNLISTED = [1, OURS_AT_ONCE, OURS_AT_ONCE + 1, MANY]
const listed = numbers.filter((n) => !UNLISTED.includes(n))
const OTHER = OURS_AT_ONCE + 7
/** Three moments, a microsecond apart. */
const AT = "timestamptz '2026-01-02 03:04:05.000001Z' + (n % 3) * interval '1 microsecond'"
const ID = "('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid"

/** The most rows that a statement has answered since. */
let most = 0
beforeEach(() => {
  most = 0
})
afterEach(() => vi.restoreAllMocks())

async function comparing(since: Date | null = null): Promise<Comparing> {
  const { database, operator, gateways } = server
  const query: Queries['query'] = async <Row extends object>(text: string, values?: readonly unknown[]) => {
    const rows = await database.query<Row>(text, values)
    most = Math.max(most, rows.length)
    return rows
  }
  return {
    database: { ...database, query },
    operator,
    gateways,
    since,
    begunAt: await beginNaming(database),
    cursors: {},
    reached: {},
    differences: [],
    compared: {},
    unseen: {},
    settle: async () => undefined,
  }
}

function pageOf<Item>(all: readonly Item[], cursor: string) {
  const end = Math.min(Number(cursor) + THEIR_PAGE, all.length)
  return { items: all.slice(Number(cursor), end), cursor: String(end) }
}

it('what the lists named is forgotten at the end, and where a comparison came to none after a week', async () => {
  const marks = () => server.database.query('select from named_outside')
  await server.database.query(
    `insert into named_outside (begun_at, id) values (now() - interval '8 days', ''), (now() - interval '8 days', 'x'), (now() - interval '6 days', '')`,
  )
  await compareAll(server)
  expect(await marks()).toHaveLength(1)
})

describe('of more transfers than are looked at at a time', () => {
  const provider = (): GameProvider => server.gateways.game('PG')
  const theirs = (n: number): ListedTransfer => ({
    transferId: idOf(n),
    username: 'x',
    type: 'deposit',
    standing: { kind: 'confirmed', credits: parseDecimal(n === OTHER ? '2.00' : '1.00') },
  })
  const asked: string[] = []

  beforeAll(async () => {
    await server.database.query(
      `insert into game_transfer (id, member_id, game_code, username, direction, amount_minor, credits_minor, state, moved_minor, next_check_at, settled_at)
       select ${ID}, $1, 'PG', 'x', 'in', 100, 100, 'confirmed', 100, now(), ${AT} from generate_series(1, $2::int) n`,
      [member.id, MANY],
    )
  })
  beforeEach(() => {
    asked.length = 0
    vi.spyOn(provider(), 'transferStanding').mockImplementation(async (id) => {
      asked.push(id)
      return id === idOf(MANY) ? { kind: 'not-found' } : { kind: 'confirmed', credits: parseDecimal('1.00') }
    })
    const all = listed.map(theirs)
    vi.spyOn(provider(), 'listTransfers').mockImplementation(async (cursor) => pageOf(all, cursor))
  })

  const differences = [
    { kind: 'transfer', subject: `game_transfer ${idOf(OTHER)} in at PG`, theirs: 'moved 200' },
    { kind: 'transfer', subject: `game_transfer ${idOf(MANY)} in at PG`, theirs: 'not-found' },
  ]

  it('each is compared once, those that the game does not list by its id, and no more than a page are read at once', async () => {
    const work = await comparing()
    await compareGames(work)
    expect(work.compared).toMatchObject({ transfers: MANY, 'transfers at the games': listed.length })
    expect(asked.toSorted()).toEqual(UNLISTED.map(idOf))
    expect(work.differences).toMatchObject(differences)
    expect(most).toBe(OURS_AT_ONCE)
  })

  it('all are asked for one by one where the game has no list', async () => {
    vi.spyOn(provider(), 'listTransfers').mockResolvedValue('none')
    const work = await comparing()
    await compareGames(work)
    expect(asked.toSorted()).toEqual(numbers.map(idOf))
    expect(work.differences).toMatchObject(differences.slice(1))
    expect(most).toBe(OURS_AT_ONCE)
  })

  it('those that ended before the nights begin are none of it, nor those that end while it looks', async () => {
    const work = await comparing(new Date('2026-01-02T03:04:05.001Z'))
    await server.database.query(
      "update game_transfer set settled_at = case id when $1 then now() else '2026-01-02 03:04:05.001Z' end where id = any($2::uuid[])",
      [idOf(1), [idOf(1), idOf(MANY)]],
    )
    await compareGames(work)
    expect(asked).toEqual([idOf(MANY)])
    expect(work.compared).toMatchObject({ transfers: 1 })
  })

  it('nobody is asked for all of them because the database has lost what the list named', async () => {
    const work = await comparing()
    const all = listed.map(theirs)
    vi.spyOn(provider(), 'listTransfers').mockImplementation(async (cursor) => {
      // As after a crash.
      if (cursor === '1000') await server.database.query('truncate named_outside')
      return pageOf(all, cursor)
    })
    await expect(compareGames(work)).rejects.toThrow('what the lists named was lost')
    expect(asked).toEqual([])
  })
})

it('of more payouts than are looked at at a time each is compared once, those that the bank does not list by its id', async () => {
  const bank: BankGateway = server.gateways.bank
  await server.database.query(
    `insert into withdrawal (id, member_id, amount_minor, currency, from_account_id, bank_code, bank_account_no, bank_account_name, state, refused_reason, ended_at)
     select ${ID}, $1, 100, 'THB', (select min(id) from operator_account), 'SCB', '1', 'X', 'refused', 'X', ${AT} from generate_series(1, $2::int) n`,
    [member.id, MANY],
  )
  const account = { bankCode: 'SCB', bankAccountNo: '1' }
  const all = listed.map(
    (n): ListedPayout => ({
      payoutId: idOf(n),
      from: account,
      to: account,
      amount: parseDecimal('1.00'),
      currency: 'THB',
      ...(n === OTHER ? { status: 'settled', transRef: 'PO1' } : { status: 'refused' }),
    }),
  )
  vi.spyOn(bank, 'listPayouts').mockImplementation(async (cursor) => pageOf(all, cursor))
  const asked = vi.spyOn(bank, 'payoutStanding')
  const work = await comparing()
  await comparePayouts(work)
  expect(work.compared).toEqual({ withdrawals: MANY, 'payouts at the bank': listed.length })
  expect(asked.mock.calls.map(([id]) => id).toSorted()).toEqual(UNLISTED.map(idOf))
  expect(work.differences).toMatchObject([{ kind: 'payout', subject: `withdrawal ${idOf(OTHER)}` }])
  expect(most).toBe(OURS_AT_ONCE)
})

it('of more deposits than are looked at at a time each is compared once, those that the feed does not show by its reference', async () => {
  const { bank } = server.gateways
  const event = server.transferEvent(member, '1.00')
  const eventOf = (n: number) => ({ ...event, transRef: `R${n}` })
  await server.database.query(
    `insert into bank_event (bank_code, account_no, trans_ref, event_type, from_bank_code, from_account_no, from_account_name,
       amount_minor, currency, happened_at, received_at, state, unmatched_reason)
     select $1, $2, 'R' || n, 'transfer', $3, '1', 'X', 100, 'THB', now(), ${AT}, 'unmatched', 'UNKNOWN_SENDER' from generate_series(1, $4::int) n`,
    [event.to.bankCode, event.to.bankAccountNo, event.from.bankCode, MANY],
  )
  bank.feedPage = THEIR_PAGE
  bank.feed.push(
    ...listed.map((n) => ({ ...eventOf(n), amount: parseDecimal(n === OTHER ? '2.00' : '1.00') })),
  )
  for (const n of UNLISTED.slice(1)) bank.transfers.set(`R${n}`, eventOf(n))
  const asked = vi.spyOn(bank, 'findTransfer')
  const work = await comparing()
  await compareFeed(work)
  expect(work.compared).toEqual({ deposits: MANY, 'feed events': listed.length })
  expect(new Set(asked.mock.calls.map(([, ref]) => ref))).toEqual(new Set(UNLISTED.map((n) => `R${n}`)))
  expect(asked).toHaveBeenCalledTimes(UNLISTED.length)
  expect(work.differences).toMatchObject([
    { kind: 'deposit-amount', subject: expect.stringContaining(` R${OTHER} `), theirs: '200 THB' },
    { kind: 'deposit-unknown-there', subject: expect.stringContaining(' R1 ') },
  ])
  expect(most).toBe(OURS_AT_ONCE)
})

describe('of more gifts than are looked at at a time', () => {
  const MOBILE = '0800000001'
  const REFUSED = OTHER + 1
  const codeOf = (n: number) => `gift${n}`
  const theirs = listed.map((n) => ({
    code: codeOf(n),
    amount: parseDecimal(n === OTHER ? '2.00' : '1.00'),
  }))
  const subject = (n: number) => `voucher_redemption ${idOf(n)}`
  const differences = [
    { kind: 'gift', subject: subject(OTHER), ours: 'redeemed 100', theirs: 'taken 200' },
    { kind: 'gift', subject: subject(REFUSED), ours: 'refused 0', theirs: 'taken 100' },
  ]

  beforeAll(async () => {
    const prints = numbers.map((n) => fingerprint(server.config.giftKey, codeOf(n)))
    await server.database.transaction(async (tx) => {
      // Past the ledger's own way in.
      await tx.query("set local session_replication_role = 'replica'")
      await tx.query(
        `with gift as (insert into voucher_redemption (id, member_id, code_hash, mobile, amount_minor, currency, state, next_check_at, ended_at)
         select ${ID}, $1, print, $2, 100, 'THB', case n when $3 then 'refused' else 'redeemed' end, now(), ${AT}
         from unnest($4::bytea[]) with ordinality p (print, n) returning id, state)
       insert into ledger_movement (kind, reference, from_account, to_account, amount_minor, currency)
         select 'voucher', id::text, 1, 2, 100, 'THB' from gift where state = 'redeemed'`,
        [member.id, MOBILE, REFUSED, prints],
      )
    })
    // Of one code a try that was refused, before it was taken.
    await server.database.query(
      `insert into voucher_redemption (id, member_id, code_hash, mobile, amount_minor, currency, state, next_check_at, created_at, ended_at)
       select gen_random_uuid(), member_id, code_hash, mobile, 100, 'THB', 'refused', now(), created_at - interval '1 hour', ended_at
       from voucher_redemption where id = $1`,
      [idOf(2)],
    )
  })
  beforeEach(() => {
    vi.spyOn(server.gateways.vouchers, 'listTaken').mockImplementation(async (mobile, cursor) =>
      pageOf(mobile === MOBILE ? theirs : [], cursor),
    )
  })

  it('each is compared once, those that the issuer does not list are told, and no more than a page are read at once', async () => {
    const work = await comparing()
    await compareGifts(work, server.config.giftKey)
    expect(work.compared).toEqual({ gifts: listed.length })
    expect(work.differences.slice(0, 2)).toEqual(differences)
    const told = work.differences.slice(2).toSorted((one, other) => (one.subject < other.subject ? -1 : 1))
    expect(told).toEqual(
      UNLISTED.map((n) => ({
        kind: 'gift',
        subject: subject(n),
        ours: 'redeemed 100',
        theirs: 'not taken by us',
      })),
    )
    expect(most).toBe(OURS_AT_ONCE)
  })

  it('one that is taken while the list is read is not missed there', async () => {
    const work = await comparing()
    await server.database.query('update voucher_redemption set ended_at = now() where id = any($1::uuid[])', [
      UNLISTED.slice(1).map(idOf),
    ])
    await compareGifts(work, server.config.giftKey)
    expect(work.differences.slice(2)).toMatchObject([{ subject: subject(1), theirs: 'not taken by us' }])
  })

  it('a night reads those alone that the issuer lists since the nights before', async () => {
    const work = { ...(await comparing(new Date())), cursors: { [`gifts:${MOBILE}`]: '4000' } }
    await compareGifts(work, server.config.giftKey)
    expect(work.compared).toEqual({ gifts: listed.length - 4000 })
    expect(work.differences).toEqual(differences)
    expect(most).toBe(THEIR_PAGE)
  })
})
