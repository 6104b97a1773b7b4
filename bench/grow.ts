// Fills a database with the past: members, and transfers that each of them made, in books that add up. The same every time.
//
// node bench/grow.ts --data <folder> [--entries 10000000] [--members 100000]
// then: npm run bench:api -- --data <folder>
import { parseArgs } from 'node:util'
import { openDatabase } from '../apps/api/src/database/database.ts'
import { addMembers, startBenchDatabase } from './bench-database.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    entries: { type: 'string', default: '10000000' },
    members: { type: 'string', default: '100000' },
  },
})
if (values.data === undefined) throw new Error('--data <folder> is missing')
const members = Number(values.members)
/** Two entries of a deposit for each member; the rest are transfers of four. */
const turns = Math.floor((Number(values.entries) / members - 2) / 4)

/** The n-th turn: each member moves 1.00 into a game, on hold and then settled, as the transfer's own functions would have written it. */
const TURN = [
  `create temporary table turn as
     select m.id as member, w.id as wallet, h.id as hold, g.id as house, g.code as game,
       md5('bench ' || $1::int || ' ' || m.id)::uuid as transfer,
       (select coalesce(max(id), 0) from ledger_movement) + 2 * row_number() over (order by m.id) as last_movement,
       w.balance_minor, w.version as wallet_version, h.version as hold_version,
       now() - make_interval(hours => $2::int - $1::int) as at
     from member m join ledger_account w on w.member_id = m.id and w.kind = 'wallet'
       join ledger_account h on h.member_id = m.id and h.kind = 'hold'
       join (select id, code, row_number() over (order by code) - 1 as place, count(*) over () as games
             from ledger_account where kind = 'game' and member_id is null) g on g.place = (m.id + $1::int) % g.games
     where m.username like 'b%'`,
  `insert into ledger_movement (id, kind, reference, from_account, to_account, amount_minor, currency, created_at) overriding system value
     select last_movement - 1, 'transfer-hold', transfer::text, wallet, hold, 100, 'THB', at from turn
     union all select last_movement, 'transfer-in', transfer::text, hold, house, 100, 'THB', at from turn`,
  `insert into ledger_entry (movement_id, account_id, amount_minor, balance_before_minor, balance_after_minor, version, created_at)
     select last_movement - 1, wallet, -100, balance_minor, balance_minor - 100, wallet_version + 1, at from turn
     union all select last_movement - 1, hold, 100, 0, 100, hold_version + 1, at from turn
     union all select last_movement, hold, -100, 100, 0, hold_version + 2, at from turn
     union all select last_movement, house, 100, null, null, null, at from turn`,
  `update ledger_account a set balance_minor = t.balance_minor - 100, version = a.version + 1 from turn t where a.id = t.wallet`,
  `update ledger_account a set version = a.version + 2 from turn t where a.id = t.hold`,
  `insert into game_transfer (id, member_id, game_code, username, direction, amount_minor, credits_minor, state, moved_minor, next_check_at, created_at, settled_at)
     select transfer, member, game, 'bench' || member, 'in', 100, 100, 'confirmed', 100, at, at, at from turn`,
  `insert into statement (member_id, statement_type, status, from_code, to_code, amount_minor, source_kind, source_id, created_at)
     select member, 'transfer', 'SUCCESS', 'WALLET', game, 100, 'game_transfer', transfer::text, at from turn`,
  `insert into intent (member_id, key, call, request_hash, status, answer, created_at)
     select member, transfer::text, 'POST /wallet/transfer', '\\x00', 200, '{"message":"SUCCESS","amount":1}', at from turn`,
  'drop table turn',
  `select setval(pg_get_serial_sequence('ledger_movement', 'id'), (select max(id) from ledger_movement))`,
]

const bench = await startBenchDatabase(values.data)
// The triggers let nobody but a posting write; what is written here is what postings would have left.
const url = new URL(bench.url)
url.searchParams.set('options', '-c session_replication_role=replica -c synchronous_commit=off')
const database = openDatabase(url.href, 1)
try {
  await addMembers(database, members)
  await database.query(`select ledger_house_account('game', code, 'THB') from game`)
  for (let turn = 0; turn < turns; turn += 1) {
    for (const text of TURN) {
      const numbers = text.includes('$2') ? [turn, turns] : []
      await database.query(text, numbers)
    }
    if (turn % 5 === 4) console.log(`${turn + 1} of ${turns} turns`)
  }
  await database.query('vacuum analyze')
  const [size] = await database.query<{ entries: bigint; size: string }>(
    'select count(*) as entries, pg_size_pretty(pg_database_size(current_database())) as size from ledger_entry',
  )
  console.log(`${size?.entries} entries, ${members} members, ${size?.size}`)
} finally {
  await database.close()
  await bench.stop()
}
