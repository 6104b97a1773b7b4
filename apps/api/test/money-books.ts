import type { FakeProvider } from './fake-gateways.ts'
import type { TestServer } from './server.ts'

/** Our books, as the database has them when the storm is over. */
export interface Figures {
  readonly stillOpen: readonly string[]
  readonly held: bigint
  readonly lowest: bigint
  /** All accounts together. */
  readonly everything: bigint
  readonly bank: ReadonlyMap<string, bigint>
  readonly games: ReadonlyMap<string, bigint>
  readonly deposits: { readonly count: number; readonly total: bigint }
  readonly paidOut: { readonly count: number; readonly total: bigint }
}

async function one<Row extends object>(server: TestServer, sql: string): Promise<Row> {
  const [row] = await server.database.query<Row>(sql)
  if (!row) throw new Error('the books answer nothing')
  return row
}

async function houseAccounts(server: TestServer, kind: string): Promise<ReadonlyMap<string, bigint>> {
  const rows = await server.database.query<{ code: string; balanceMinor: bigint }>(
    'select code, balance_minor from ledger_house_balance where kind = $1 and balance_minor <> 0',
    [kind],
  )
  return new Map(rows.map((row) => [row.code, row.balanceMinor]))
}

export async function figuresOf(server: TestServer): Promise<Figures> {
  const stillOpen = await openMatters(server)
  const members = await one<{ held: bigint; lowest: bigint; total: bigint }>(
    server,
    `select sum(balance_minor) filter (where kind = 'hold')::bigint as held, min(balance_minor) as lowest,
       sum(balance_minor)::bigint as total
     from ledger_account where member_id is not null`,
  )
  const house = await one<{ total: bigint }>(
    server,
    'select coalesce(sum(balance_minor), 0)::bigint as total from ledger_house_balance',
  )
  const movements = (kind: string) =>
    one<{ count: number; total: bigint }>(
      server,
      `select count(*)::int as count, coalesce(sum(amount_minor), 0)::bigint as total from ledger_movement where kind = '${kind}'`,
    )
  return {
    stillOpen,
    held: members.held,
    lowest: members.lowest,
    everything: members.total + house.total,
    bank: await houseAccounts(server, 'bank'),
    games: await houseAccounts(server, 'game'),
    deposits: await movements('deposit'),
    paidOut: await movements('withdraw-paid'),
  }
}

/** Everything whose end is not known, each by a line that says what it is. */
async function openMatters(server: TestServer): Promise<readonly string[]> {
  const rows = await server.database.query<{ what: string }>(
    `select 'transfer ' || t::text as what from game_transfer t where state = 'open'
     union all select 'withdrawal ' || w::text from withdrawal w where state in ('held', 'sent')
     union all select 'statement ' || s::text from statement s where status = 'PENDING'`,
  )
  return rows.map((row) => row.what)
}

/** Lets the world heal and the worker go round until nothing is in doubt. */
export async function drain(server: TestServer, games: readonly string[]): Promise<void> {
  for (const code of games) server.gateways.game(code).heal()
  server.gateways.bank.pickScript = null
  for (let turn = 0; turn < 200; turn += 1) {
    await server.work()
    if ((await openMatters(server)).length === 0) return
    // A healed provider that has not heard of a transfer never will: only time tells that, and here it passes quickly.
    await server.database.query(
      `update game_transfer set not_found_since = not_found_since - interval '1 day' where state = 'open'`,
    )
  }
}

/** What a provider’s own list of transfers sums to, in hundredths of a credit. */
export function creditsOf(provider: FakeProvider): bigint {
  let total = 0n
  for (const { order, outcome } of provider.transfers.values()) {
    if (outcome.kind === 'confirmed') total += order.type === 'deposit' ? outcome.credits : -outcome.credits
  }
  return total
}

export function ratioOf(server: TestServer, code: string): bigint {
  return BigInt(server.operator.current().allGames.get(code)?.ratios.get('THB')?.toJSON() ?? 0)
}
