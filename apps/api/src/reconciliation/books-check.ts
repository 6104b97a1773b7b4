import type { Database, Queries } from '../database/database.ts'
import type { StatementSource } from '../statement/statement-source.ts'
import type { Difference } from './difference.ts'

// What a gift brought is known when it is taken; its row has what was said before. What the issuer says of it is compared with the movement.
const GIFT_AMOUNT = 'coalesce(m.amount_minor, v.amount_minor)'
const GIFTS =
  "voucher_redemption v left join ledger_movement m on m.kind = 'voucher' and m.reference = v.id::text"

// Every movement that must be, from what the tables of each matter say: kind, reference, amount, and between whom. A pattern stands for
// an account whose name was the operator's at that time.
const EXPECTED = `
  select 'deposit' as kind, e.id::text as reference, e.amount_minor as amount, 'bank:' || e.bank_code || ':' || e.account_no as source,
      'wallet:' || e.member_id as target, 'bank_event ' || e.id as matter
    from bank_event e where e.state = 'credited'
      and not exists (select 1 from ledger_movement u where u.kind = 'deposit-unmatched' and u.reference = e.id::text)
  union all
  select 'deposit-matched', e.id::text, e.amount_minor, 'suspense:unmatched', 'wallet:' || e.member_id, 'bank_event ' || e.id
    from bank_event e where e.state = 'credited'
      and exists (select 1 from ledger_movement u where u.kind = 'deposit-unmatched' and u.reference = e.id::text)
  union all
  select 'deposit-unmatched', e.id::text, e.amount_minor, 'bank:' || e.bank_code || ':' || e.account_no, 'suspense:unmatched',
      'bank_event ' || e.id
    from bank_event e where e.state = 'unmatched'
      or exists (select 1 from ledger_movement u where u.kind = 'deposit-unmatched' and u.reference = e.id::text)
  union all
  select 'withdraw-hold', w.id::text, w.amount_minor, 'wallet:' || w.member_id, 'hold:' || w.member_id, 'withdrawal ' || w.id from withdrawal w
  union all
  select 'withdraw-paid', w.id::text, w.amount_minor, 'hold:' || w.member_id, 'bank:%', 'withdrawal ' || w.id
    from withdrawal w where w.state = 'settled'
  union all
  select 'withdraw-return', w.id::text, w.amount_minor, 'hold:' || w.member_id, 'wallet:' || w.member_id, 'withdrawal ' || w.id
    from withdrawal w where w.state = 'refused'
  union all
  select 'transfer-hold', t.id::text, t.amount_minor, 'wallet:' || t.member_id, 'hold:' || t.member_id, 'game_transfer ' || t.id
    from game_transfer t where t.direction = 'in'
  union all
  select 'transfer-in', t.id::text, least(t.moved_minor, t.amount_minor), 'hold:' || t.member_id, 'game:' || t.game_code, 'game_transfer ' || t.id
    from game_transfer t where t.direction = 'in' and t.state = 'confirmed'
  union all
  select 'transfer-return', t.id::text, t.amount_minor - coalesce(t.moved_minor, 0), 'hold:' || t.member_id, 'wallet:' || t.member_id,
      'game_transfer ' || t.id
    from game_transfer t where t.direction = 'in' and t.state <> 'open' and t.amount_minor > coalesce(t.moved_minor, 0)
  union all
  select 'transfer-out', t.id::text, t.moved_minor, 'game:' || t.game_code, 'wallet:' || t.member_id, 'game_transfer ' || t.id
    from game_transfer t where t.direction = 'out' and t.state = 'confirmed'
  union all
  select 'voucher', v.id::text, ${GIFT_AMOUNT}, 'voucher:' || v.mobile, 'wallet:' || v.member_id, 'voucher_redemption ' || v.id
    from ${GIFTS} where v.state = 'redeemed'
  union all
  select 'bonus', c.id::text, c.bonus_minor, 'bonus:' || c.kind, 'wallet:' || c.member_id, 'condition ' || c.id
    from condition c where c.applied_at is not null
  union all
  select 'bonus-taken', c.id::text, c.taken_minor, 'wallet:' || c.member_id, 'bonus:' || c.kind, 'condition ' || c.id
    from condition c where c.taken_minor > 0
  union all
  select 'luckydraw', c.id::text, c.amount_minor, 'wheel:coupon', 'wallet:' || c.member_id, 'coupon ' || c.id
    from coupon c where c.kind = 'money' and c.state = 'claimed'`

const MOVEMENTS = `
  with expected as (${EXPECTED}),
  account as (select id, kind || ':' || coalesce(member_id::text, code) as name from ledger_account),
  made as (select m.kind, m.reference, m.amount_minor as amount, coalesce(s.name, 'nobody') as source, coalesce(t.name, 'nobody') as target
    from ledger_movement m left join account s on s.id = m.from_account left join account t on t.id = m.to_account)
  select case when m.kind is null then 'movement-missing' when x.kind is null then 'movement-unexplained'
      when m.amount <> x.amount then 'movement-amount' else 'movement-between' end as kind,
    coalesce(x.matter || ': ', '') || coalesce(m.kind, x.kind) || ' ' || coalesce(m.reference, x.reference) as subject,
    coalesce(m.amount || ' from ' || m.source || ' to ' || m.target, 'none') as ours,
    coalesce(x.amount || ' from ' || x.source || ' to ' || x.target, 'nothing that it belongs to') as theirs
  from made m full join expected x on x.kind = m.kind and x.reference = m.reference
  where m.kind is null or x.kind is null or m.amount <> x.amount or m.source not like x.source or m.target not like x.target`

const ENTRIES = `
  select 'movement-uneven' as kind, 'movement ' || m.id || ' ' || m.kind || ' ' || m.reference as subject, m.amount_minor::text as ours,
    coalesce(string_agg(e.account_id || ': ' || e.amount_minor, ', ' order by e.account_id), 'no entries') as theirs
  from ledger_movement m left join ledger_entry e on e.movement_id = m.id
  group by m.id
  having count(e.movement_id) <> 2 or sum(e.amount_minor) filter (where e.account_id = m.from_account) is distinct from -m.amount_minor
    or sum(e.amount_minor) filter (where e.account_id = m.to_account) is distinct from m.amount_minor
  union all
  select 'entry-stray', 'account ' || e.account_id || ' movement ' || e.movement_id, e.amount_minor::text, 'no movement'
  from ledger_entry e left join ledger_movement m on m.id = e.movement_id where m.id is null
  union all
  select 'entry-line', 'account ' || account_id || ' version ' || version, 'begins at ' || balance_before_minor, 'the one before ended at ' || was
  from (select account_id, version, balance_before_minor, lag(balance_after_minor, 1, 0::bigint) over w as was, row_number() over w as place
    from ledger_entry where version is not null window w as (partition by account_id order by version)) l
  where balance_before_minor <> was or version <> place`

const BALANCES = `
  select 'balance' as kind, 'account ' || a.id || ' ' || a.kind || ' of member ' || a.member_id as subject,
    a.balance_minor || ' after ' || a.version || ' entries' as ours, coalesce(e.total, 0) || ' in ' || coalesce(e.entries, 0) || ' entries' as theirs
  from ledger_account a left join (select account_id, sum(amount_minor) as total, count(*) as entries from ledger_entry group by account_id) e
    on e.account_id = a.id
  where a.member_id is not null and (a.balance_minor <> coalesce(e.total, 0) or a.version <> coalesce(e.entries, 0) or a.balance_minor < 0)
  union all
  select 'hold', 'hold of member ' || a.member_id, a.balance_minor::text, coalesce(t.total, 0) + coalesce(w.total, 0) || ' under way'
  from ledger_account a
    left join (select member_id, sum(amount_minor) as total from game_transfer where state = 'open' and direction = 'in' group by member_id) t
      on t.member_id = a.member_id
    left join (select member_id, sum(amount_minor) as total from withdrawal where state in ('held', 'sent') group by member_id) w
      on w.member_id = a.member_id
  where a.kind = 'hold' and a.balance_minor <> coalesce(t.total, 0) + coalesce(w.total, 0)
  union all
  select 'everything', 'all entries in ' || a.currency, sum(e.amount_minor)::text, '0'
  from ledger_entry e join ledger_account a on a.id = e.account_id group by a.currency having sum(e.amount_minor) <> 0
  union all
  select 'suspense', 'suspense in ' || coalesce(s.currency, u.currency), coalesce(s.balance_minor, 0)::text, coalesce(u.total, 0) || ' unmatched'
  from (select currency, balance_minor from ledger_house_balance where kind = 'suspense') s
    full join (select currency, sum(amount_minor) as total from bank_event where state = 'unmatched' group by currency) u using (currency)
  where coalesce(s.balance_minor, 0) <> coalesce(u.total, 0)
  union all
  select 'coins', 'coins of member ' || m.id, m.coin::text, coalesce(c.total, 0)::text
  from member m left join (select member_id, sum(amount) as total from coin_entry group by member_id) c on c.member_id = m.id
  where m.coin <> coalesce(c.total, 0)`

// What the line of each matter in the statement says, by the matter's table: its id, whose it is, how it stands, how much, and whether it may have no
// line. A transfer that was refused before it touched money has none; a gift has one only once its answer got lost, or when it is ours.
const LINES: Readonly<Record<StatementSource, string>> = {
  game_transfer: `select id::text, member_id, case state when 'open' then 'PENDING' when 'confirmed' then 'SUCCESS' else 'FAILED' end,
      case when state <> 'confirmed' then amount_minor when direction = 'in' then least(moved_minor, amount_minor) else moved_minor end,
      state = 'refused' from game_transfer`,
  withdrawal: `select id::text, member_id, case state when 'settled' then 'SUCCESS' when 'refused' then 'FAILED' else 'PENDING' end,
      amount_minor, false from withdrawal`,
  bank_event:
    "select id::text, member_id, 'SUCCESS', amount_minor, false from bank_event where state = 'credited'",
  voucher_redemption: `select v.id::text, v.member_id, case v.state when 'open' then 'PENDING' when 'redeemed' then 'SUCCESS' else 'FAILED' end,
      ${GIFT_AMOUNT}, v.state <> 'redeemed' from ${GIFTS}`,
  condition:
    "select id::text, member_id, 'SUCCESS', bonus_minor, false from condition where applied_at is not null",
  // One that ended before it ran has nothing to tell.
  condition_end: `select id::text, member_id, case state when 'success' then 'SUCCESS' else 'FAILED' end,
      case state when 'success' then bonus_minor else taken_minor end, false
      from condition where applied_at is not null and ended_at is not null`,
  // Of coins, the member's coins tell; of a bonus, its condition.
  coupon: `select id::text, member_id, 'SUCCESS', amount_minor, false from coupon where kind = 'money' and state = 'claimed'`,
}

const STATEMENTS = `
  with expected (source_kind, source_id, member_id, status, amount, may_lack) as (
    ${Object.entries(LINES)
      .map(([kind, lines]) => `select '${kind}', l.* from (${lines}) l`)
      .join(' union all ')}
  )
  select case when s.id is null then 'statement-missing' when x.source_id is null then 'statement-unexplained' else 'statement' end as kind,
    coalesce(x.source_kind, s.source_kind) || ' ' || coalesce(x.source_id, s.source_id) as subject,
    coalesce(s.status || ' ' || s.amount_minor || ' of member ' || s.member_id, 'no line') as ours,
    coalesce(x.status || ' ' || x.amount || ' of member ' || x.member_id, 'no such matter') as theirs
  from statement s full join expected x on x.source_kind = s.source_kind and x.source_id = s.source_id
  where (s.id is null and not x.may_lack) or x.source_id is null
    or (s.id is not null and (s.status, s.amount_minor, s.member_id) is distinct from (x.status, x.amount, x.member_id))`

// What has been under way for an hour is nobody's ordinary slowness. Payouts that are held on purpose are none of it.
const STUCK = `
  select 'open-too-long' as kind, 'game_transfer ' || id || ' at ' || game_code as subject, 'open since ' || created_at as ours,
    checks || ' times asked' as theirs
  from game_transfer where state = 'open' and created_at < now() - interval '1 hour'
  union all
  select 'open-too-long', 'withdrawal ' || id, state || ' since ' || created_at, tries || ' times tried'
  from withdrawal where state in ('held', 'sent') and created_at < now() - interval '1 hour'
    and not exists (select 1 from payout_hold where released_at is null)
  union all
  select 'open-too-long', 'voucher_redemption ' || id, 'open since ' || created_at, checks || ' times asked'
  from voucher_redemption where state = 'open' and created_at < now() - interval '1 hour'`

const CHECKS = [ENTRIES, BALANCES, MOVEMENTS, STATEMENTS, STUCK]

export interface BooksChecked {
  readonly differences: readonly Difference[]
  readonly movements: number
  readonly accounts: number
}

/** Asks the given snapshot; nothing may change between one check and the next. */
export async function checkBooksIn(tx: Queries): Promise<BooksChecked> {
  const differences: Difference[] = []
  for (const sql of CHECKS) differences.push(...(await tx.query<Difference>(sql)))
  const [counts] = await tx.query<{ movements: number; accounts: number }>(
    'select (select count(*)::int from ledger_movement) as movements, (select count(*)::int from ledger_account) as accounts',
  )
  return { differences, movements: counts?.movements ?? 0, accounts: counts?.accounts ?? 0 }
}

/** The ledger against itself and against what it is the ledger of, in one moment of a database that goes on working. */
export function checkBooks(database: Database): Promise<BooksChecked> {
  return database.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    return checkBooksIn(tx)
  })
}
