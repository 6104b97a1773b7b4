// Faults put into the database of the proof, to see that the proof finds them. No code of the product knows of any.
//
// Each has to get past more than one guard of the ledger, which by itself refuses what a single slip would do: without the lock alone,
// for one, two postings at once collide in the line of versions and the second fails, so that nothing is lost but the call.

const UNLOCKED_BALANCE = `
drop index ledger_entry_version;
create or replace function ledger_post(variadic p_postings ledger_posting[]) returns text language plpgsql as $$
declare
  posting ledger_posting;
  s ledger_account;
  t ledger_account;
  movement bigint;
begin
  perform set_config('kapao.posting', 'on', true);
  foreach posting in array p_postings loop
    -- The balances are read, thought about, and written back: whoever did the same meanwhile is overwritten.
    select * into strict s from ledger_account where id = posting.from_account;
    select * into strict t from ledger_account where id = posting.to_account;
    perform pg_sleep(0.005);
    if exists (select 1 from ledger_movement where kind = posting.kind and reference = posting.reference) then
      return 'duplicate';
    end if;
    if s.balance_minor < posting.amount_minor then return 'insufficient'; end if;
    insert into ledger_movement (kind, reference, from_account, to_account, amount_minor, currency)
      values (posting.kind, posting.reference, posting.from_account, posting.to_account, posting.amount_minor, s.currency)
      returning id into movement;
    insert into ledger_entry (movement_id, account_id, amount_minor, balance_before_minor, balance_after_minor, version)
      values
        (movement, s.id, -posting.amount_minor, s.balance_minor, s.balance_minor - posting.amount_minor, s.version + 1),
        (movement, t.id, posting.amount_minor, t.balance_minor, t.balance_minor + posting.amount_minor, t.version + 1);
    update ledger_account set balance_minor = s.balance_minor - posting.amount_minor, version = s.version + 1
      where id = s.id and s.balance_minor is not null;
    update ledger_account set balance_minor = t.balance_minor + posting.amount_minor, version = t.version + 1
      where id = t.id and t.balance_minor is not null;
  end loop;
  perform set_config('kapao.posting', '', true);
  return 'posted';
end $$;
-- Nothing is posted together: all of it goes by the function above.
create or replace function ledger_post_each(p_kinds text[], p_references text[], p_from bigint[], p_to bigint[], p_amounts bigint[])
returns bigint[] language sql as 'select array[]::bigint[]';`

// What a game refused stays on hold for ever: the transfer has ended, and its money with it.
const LOST_TRANSIT = `
do $plant$ begin
  execute replace(pg_get_functiondef('game_transfer_settle'::regproc),
    $old$perform ledger_post_surely(row('transfer-return', t.id::text, hold, wallet, t.amount_minor)::ledger_posting);$old$,
    'null;');
end $plant$;`

// A transfer that came in is booked twice, the second time under a name of its own, so that the guard against the same name twice never speaks.
const DOUBLED_CREDIT = `
create function credit_again() returns trigger language plpgsql as $$
begin
  perform ledger_post(row('deposit', new.id || '-again', ledger_house_account('bank', new.bank_code || ':' || new.account_no, new.currency),
    ledger_member_account(new.member_id, 'wallet'), new.amount_minor)::ledger_posting);
  return null;
end $$;
create trigger planted after insert on bank_event for each row when (new.state = 'credited') execute function credit_again();`

// Bonus money and prizes are paid twice, each under a name of its own, so that the guard against the same name twice never speaks.
const DOUBLED_REWARD = `
create function pay_prize_again() returns trigger language plpgsql as $$
begin
  perform ledger_post(row('luckydraw', new.id || '-again', ledger_house_account('wheel', 'coupon', 'THB'),
    ledger_member_account(new.member_id, 'wallet'), new.amount_minor)::ledger_posting);
  return null;
end $$;
create trigger planted after update on coupon for each row
  when (new.kind = 'money' and old.state = 'open' and new.state = 'claimed') execute function pay_prize_again();
create function pay_bonus_again() returns trigger language plpgsql as $$
begin
  perform ledger_post(row('bonus', new.id || '-again', ledger_house_account('bonus', new.kind, 'THB'),
    ledger_member_account(new.member_id, 'wallet'), new.bonus_minor)::ledger_posting);
  return null;
end $$;
create trigger planted after update on condition for each row
  when (old.state = 'chosen' and new.state = 'running') execute function pay_bonus_again();`

const plants: Readonly<Record<string, string>> = {
  'unlocked-balance': UNLOCKED_BALANCE,
  'lost-transit': LOST_TRANSIT,
  'doubled-credit': DOUBLED_CREDIT,
  'doubled-reward': DOUBLED_REWARD,
}

export const PLANTS = Object.keys(plants)

/** The SQL of a planted fault; null when there is none of that name. */
export function plantedSql(name: string): string | null {
  return plants[name] ?? null
}
