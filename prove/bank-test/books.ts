// Our books as plain values, read beside the server from the tables that stand behind every promise.
import pg from 'pg'
import { type GivenRows, readGiven } from './given-rows.ts'
import { at, listAt } from './wire.ts'

/** One account of the ledger, with what its entries sum to. */
export interface AccountRow {
  readonly kind: string
  /** The member's phone; null for an account of the house. */
  readonly member: string | null
  readonly code: string
  readonly currency: string
  /** Null for the house, whose balance is the sum of its entries. */
  readonly balance: bigint | null
  readonly entries: bigint
}

/** Everything at one moment: one statement of SQL, so that nothing moves between two lines of it. */
export interface Snapshot {
  readonly accounts: readonly AccountRow[]
  /** Of each member, what open transfers and withdrawals have on hold. */
  readonly underway: ReadonlyMap<string, bigint>
  readonly coins: readonly { readonly member: string; readonly coins: bigint; readonly entries: bigint }[]
  /** Movements whose two entries do not cancel out. */
  readonly unevenMovements: number
}

export interface TransferRow {
  readonly id: string
  readonly member: string
  readonly game: string
  readonly direction: 'in' | 'out'
  readonly state: string
  /** What was asked for. */
  readonly amount: bigint
  readonly moved: bigint | null
  readonly key: string | null
}
export interface WithdrawalRow {
  readonly id: string
  readonly member: string
  readonly amount: bigint
  readonly state: string
  readonly transRef: string | null
}
export interface DepositRow {
  readonly transRef: string
  readonly member: string | null
  readonly amount: bigint
}
export interface GiftRow {
  readonly member: string
  readonly amount: bigint
  readonly state: string
  readonly key: string | null
}
export interface IntentRow {
  readonly member: string
  readonly key: string
  readonly status: number | null
  readonly answer: unknown
}

export interface OurBooks extends GivenRows {
  readonly snapshot: Snapshot
  /** Oldest first. */
  readonly transfers: readonly TransferRow[]
  readonly withdrawals: readonly WithdrawalRow[]
  readonly deposits: readonly DepositRow[]
  readonly gifts: readonly GiftRow[]
  readonly intents: readonly IntentRow[]
}

const SNAPSHOT = `select
  (select json_agg(json_build_object('kind', a.kind, 'member', m.username, 'code', a.code, 'currency', a.currency,
      'balance', a.balance_minor::text, 'entries', coalesce(e.total, 0)::text))
    from ledger_account a left join member m on m.id = a.member_id
      left join (select account_id, sum(amount_minor) as total from ledger_entry group by account_id) e on e.account_id = a.id) as accounts,
  (select json_agg(json_build_object('member', m.username, 'amount', o.amount::text)) from (
      select member_id, sum(amount_minor) as amount from (
        select member_id, amount_minor from game_transfer where state = 'open' and direction = 'in'
        union all select member_id, amount_minor from withdrawal where state in ('held', 'sent')) as one
      group by member_id) o join member m on m.id = o.member_id) as underway,
  (select json_agg(json_build_object('member', m.username, 'coins', m.coin::text,
      'entries', coalesce((select sum(amount) from coin_entry c where c.member_id = m.id), 0)::text)) from member m) as coins,
  (select count(*)::int from (select movement_id from ledger_entry group by movement_id
      having sum(amount_minor) <> 0 or count(*) <> 2) as uneven) as uneven`

function minor(value: unknown): bigint {
  return BigInt(String(value))
}

function minorOrNull(value: unknown): bigint | null {
  return value === null || value === undefined ? null : minor(value)
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function readSnapshot(row: unknown): Snapshot {
  return {
    accounts: listAt(row, 'accounts').map((one) => ({
      kind: String(at(one, 'kind')),
      member: textOrNull(at(one, 'member')),
      code: String(at(one, 'code')),
      currency: String(at(one, 'currency')),
      balance: minorOrNull(at(one, 'balance')),
      entries: minor(at(one, 'entries')),
    })),
    underway: new Map(
      listAt(row, 'underway').map((one) => [String(at(one, 'member')), minor(at(one, 'amount'))]),
    ),
    coins: listAt(row, 'coins').map((one) => ({
      member: String(at(one, 'member')),
      coins: minor(at(one, 'coins')),
      entries: minor(at(one, 'entries')),
    })),
    unevenMovements: Number(at(row, 'uneven')),
  }
}

/** So long may a busy machine take to let one in. Who is away refuses at once, and who is coming back says so: neither is waited for. */
const LET_IN_WITHIN_MS = 60_000

/** A look into our database. Each look is a connection of its own: the database comes and goes. */
export class Books {
  readonly #url: string

  constructor(databaseUrl: string) {
    this.#url = databaseUrl
  }

  async rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: LET_IN_WITHIN_MS })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<Row>(sql, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async snapshot(): Promise<Snapshot> {
    const [row] = await this.rows(SNAPSHOT)
    return readSnapshot(row)
  }

  /** What nobody has heard of for so long has been unheard of for an hour: the minutes that the server gives it are not what is to be seen. */
  async passNotFound(seconds: number): Promise<void> {
    await this.rows(
      `update game_transfer set not_found_since = not_found_since - interval '1 hour'
       where state = 'open' and not_found_since between now() - interval '30 minutes' and now() - make_interval(secs => $1)`,
      [seconds],
    )
    await this.rows(
      `update voucher_redemption set last_sent_at = coalesce(last_sent_at, created_at) - interval '1 hour' where state = 'open'
         and coalesce(last_sent_at, created_at) between now() - interval '30 minutes' and now() - make_interval(secs => $1)`,
      [seconds],
    )
  }

  /** Money whose end is not known yet, and games of which it is not known what they hold. */
  async countOpen(): Promise<number> {
    const [row] = await this.rows<{ open: number }>(
      `select ((select count(*) from game_transfer where state = 'open')
        + (select count(*) from withdrawal where state in ('held', 'sent'))
        + (select count(*) from voucher_redemption where state = 'open')
        + (select count(*) from game_account where doubt_minor > 0))::int as open`,
    )
    return row?.open ?? -1
  }

  /** The intents, by `member key`, whose money is under way. */
  async keysUnderWay(): Promise<ReadonlySet<string>> {
    const rows = await this.rows<{ name: string }>(
      `select m.username || ' ' || o.intent_key as name from member m join (
         select member_id, intent_key from game_transfer where state = 'open'
         union all select member_id, intent_key from voucher_redemption where state = 'open') o on o.member_id = m.id
       where o.intent_key is not null`,
    )
    return new Set(rows.map(({ name }) => name))
  }

  async all(): Promise<OurBooks> {
    const [transfers, withdrawals, deposits, gifts, intents, given] = await Promise.all([
      this.rows(
        `select t.id::text, m.username as member, game_code as game, direction, state,
           amount_minor as amount, moved_minor as moved, intent_key as key
         from game_transfer t join member m on m.id = t.member_id order by t.created_at`,
      ),
      this.rows(
        `select w.id::text, m.username as member, amount_minor as amount, state, trans_ref from withdrawal w join member m on m.id = w.member_id`,
      ),
      this.rows(
        `select trans_ref, m.username as member, amount_minor as amount from bank_event e left join member m on m.id = e.member_id`,
      ),
      this.rows(
        `select m.username as member, amount_minor as amount, state, intent_key as key from voucher_redemption v
         join member m on m.id = v.member_id`,
      ),
      this.rows(
        'select m.username as member, key, status, answer from intent i join member m on m.id = i.member_id',
      ),
      readGiven((sql) => this.rows(sql)),
    ])
    return {
      snapshot: await this.snapshot(),
      transfers: transfers.map((row) => ({
        id: row.id,
        member: row.member,
        game: row.game,
        direction: row.direction,
        state: row.state,
        amount: minor(row.amount),
        moved: minorOrNull(row.moved),
        key: row.key,
      })),
      withdrawals: withdrawals.map((row) => ({
        id: row.id,
        member: row.member,
        amount: minor(row.amount),
        state: row.state,
        transRef: row.trans_ref,
      })),
      deposits: deposits.map((row) => ({
        transRef: row.trans_ref,
        member: row.member,
        amount: minor(row.amount),
      })),
      gifts: gifts.map((row) => ({
        member: row.member,
        amount: minor(row.amount),
        state: row.state,
        key: row.key,
      })),
      intents: intents.map((row) => ({
        member: row.member,
        key: row.key,
        status: row.status,
        answer: row.answer,
      })),
      ...given,
    }
  }
}
