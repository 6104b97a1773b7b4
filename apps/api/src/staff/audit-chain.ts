import type { Database, Queries } from '../database/database.ts'
import type { Difference } from '../reconciliation/difference.ts'

/** The newest link: written down elsewhere, it proves later that nothing was cut off the end. */
export interface ChainHead {
  readonly seq: bigint
  readonly hash: string
}

const MOVEMENTS_IN_A_SEAL = 1_000

/** Seals all movements that are committed. Answers how many seals it took. */
export async function sealLedger(database: Database): Promise<number> {
  // In a transaction of its own: the table's lock is gone before the hashing begins.
  const [settled] = await database.transaction((tx) =>
    tx.query<{ upTo: bigint }>('select ledger_settled_id() as up_to'),
  )
  for (let seals = 0; ; seals += 1) {
    const [row] = await database.query<{ sealed: bigint | null }>(
      'select ledger_seal_next($1, $2) as sealed',
      [settled?.upTo ?? 0n, MOVEMENTS_IN_A_SEAL],
    )
    if (row?.sealed == null) return seals
  }
}

export async function chainHead(queries: Queries): Promise<ChainHead | null> {
  const [row] = await queries.query<{ seq: bigint; hash: string }>(
    "select seq, encode(hash, 'hex') as hash from audit_link order by seq desc limit 1",
  )
  return row ?? null
}

export function headText(head: ChainHead | null): string {
  return head ? `${head.seq}:${head.hash}` : '0:'
}

/** A head as headText writes it; null when it is none. */
export function parseHead(text: string): ChainHead | null {
  const match = /^(\d{1,18}):([0-9a-f]{64})?$/.exec(text)
  return match ? { seq: BigInt(match[1] ?? '0'), hash: match[2] ?? '' } : null
}

// The verifier hashes in words of its own, not by the database's functions: whoever can change rows can change those, too.
const STAFF_TEXT = `jsonb_build_array(r.id, (extract(epoch from r.at) * 1000000)::bigint, r.staff_id, r.action, r.conversation_id,
  r.details, r.ip)::text`
const OPERATOR_TEXT = `jsonb_build_array(r.id, (extract(epoch from r.at) * 1000000)::bigint, r.database_user, r.application,
  r.table_name, r.operation, r.before, r.after)::text`
const MOVEMENT_TEXT = `jsonb_build_array(m.id, m.kind, m.reference, m.from_account, m.to_account, m.amount_minor, m.currency,
  (extract(epoch from m.created_at) * 1000000)::bigint,
  (select jsonb_agg(jsonb_build_array(e.account_id, e.amount_minor, e.balance_before_minor, e.balance_after_minor, e.version)
    order by e.account_id) from ledger_entry e where e.movement_id = m.id))::text`
const hex = (bytes: string) => `encode(${bytes}, 'hex')`

/** Each link holds the hash of the one before it, and its own hash is right. */
const LINKS = `
  select 'audit-link' as kind, 'link ' || seq as subject, ${hex('hash')} as ours, ${hex('expected')} as theirs from (
    select seq, hash, previous_hash,
      sha256(previous_hash || convert_to(seq || '|' || source || '|' || source_id || '|' || coalesce(first_id::text, '') || '|', 'UTF8')
        || content_hash) as expected
    from audit_link) l where hash <> expected
  union all
  select 'audit-order', 'link ' || seq, ${hex('previous_hash')}, ${hex('expected')} from (
    select seq, previous_hash, lag(hash, 1, sha256('kapao')) over (order by seq) as expected from audit_link) l
  where previous_hash <> expected
  union all
  select 'audit-gap', 'link ' || expected, 'missing', 'followed by link ' || seq from (
    select seq, lag(seq, 1, 0) over (order by seq) + 1 as expected from audit_link) l where seq <> expected`

function rowsOf(table: string, text: string): string {
  return `
  select 'audit-changed', '${table} ' || r.id, ${hex(`sha256(convert_to(${text}, 'UTF8'))`)}, ${hex('l.content_hash')}
    from audit_link l join ${table} r on r.id = l.source_id
    where l.source = '${table}' and l.content_hash <> sha256(convert_to(${text}, 'UTF8'))
  union all
  select 'audit-removed', '${table} ' || l.source_id, 'missing', 'link ' || l.seq
    from audit_link l left join ${table} r on r.id = l.source_id where l.source = '${table}' and r.id is null
  union all
  select 'audit-unlinked', '${table} ' || r.id, 'there', 'no link'
    from ${table} r left join audit_link l on l.source = '${table}' and l.source_id = r.id where l.seq is null`
}

const SEALS = `
  select 'ledger-seal', 'movements ' || first_id || ' to ' || source_id, ${hex("coalesce(found, sha256(''))")},
    'link ' || seq || ' ' || ${hex('content_hash')}
  from (select l.seq, l.first_id, l.source_id, l.content_hash,
      (select sha256(convert_to(string_agg(${MOVEMENT_TEXT}, E'\\n' order by m.id), 'UTF8'))
       from ledger_movement m where m.id between l.first_id and l.source_id) as found
    from audit_link l where l.source = 'ledger_movement') s
  where found is distinct from content_hash
  union all
  select 'ledger-seal-gap', 'movements from ' || expected, 'unsealed', 'link ' || seq from (
    select seq, first_id, lag(source_id, 1, 0) over (order by source_id) + 1 as expected
    from audit_link where source = 'ledger_movement') s
  where first_id <> expected`

/**
 * Reads the whole chain and all that hangs on it. What it cannot see by itself is that the chain ends too early; for that it is given
 * heads that were written down elsewhere: in the log, in a report, in a backup.
 */
export async function verifyChain(
  queries: Queries,
  heads: readonly ChainHead[] = [],
): Promise<readonly Difference[]> {
  const staff = rowsOf('staff_audit', STAFF_TEXT)
  const operator = rowsOf('operator_change', OPERATOR_TEXT)
  const found = await queries.query<Difference>([LINKS, staff, operator, SEALS].join('\n  union all\n'))
  for (const head of heads) {
    const [link] = await queries.query<{ hash: string }>(
      "select encode(hash, 'hex') as hash from audit_link where seq = $1",
      [head.seq],
    )
    if (head.seq > 0n && link?.hash !== head.hash) {
      const theirs = `${head.hash}, as written down`
      found.push({ kind: 'audit-head', subject: `link ${head.seq}`, ours: link?.hash ?? 'missing', theirs })
    }
  }
  return found
}
