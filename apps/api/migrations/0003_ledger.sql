-- Double entry. Every movement takes an amount from one account and gives it to another, in two entries. Sign, distinctness,
-- zero sum and "no member below zero" are constraints here, not habits of the code.
--
-- A member's account keeps its balance and a version, and is locked while it changes. A house account (bank, game, suspense) keeps
-- none: every transfer touches it, and one locked row for all would make them queue. Its balance is the sum of its entries.
create table ledger_account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('wallet', 'hold', 'bank', 'game', 'suspense')),
  member_id bigint references member,
  code text not null default '',
  currency text not null,
  balance_minor bigint check (balance_minor >= 0),
  version bigint,
  created_at timestamptz not null default now(),
  check ((kind in ('wallet', 'hold')) = (member_id is not null)),
  check ((member_id is null) = (balance_minor is null)),
  check ((member_id is null) = (version is null))
) with (fillfactor = 70);
create unique index ledger_account_of_member on ledger_account (member_id, kind) where member_id is not null;
create unique index ledger_account_of_house on ledger_account (kind, code, currency) where member_id is null;

create table ledger_movement (
  id bigint generated always as identity primary key,
  kind text not null,
  -- What outside event or request this movement is; a second movement of the same kind for it cannot be.
  reference text not null,
  -- No foreign keys to the accounts: each would share-lock the row of the house account that every transfer touches. ledger_post
  -- reads both accounts before it writes, and accounts are never deleted.
  from_account bigint not null,
  to_account bigint not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  created_at timestamptz not null default now(),
  check (from_account <> to_account),
  unique (kind, reference)
);

create table ledger_entry (
  movement_id bigint not null references ledger_movement,
  account_id bigint not null,
  amount_minor bigint not null check (amount_minor <> 0),
  balance_before_minor bigint,
  balance_after_minor bigint,
  version bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, movement_id),
  check (balance_after_minor = balance_before_minor + amount_minor),
  check ((version is null) = (balance_after_minor is null))
);
create index ledger_entry_by_movement on ledger_entry (movement_id);
-- A member account's entries form one line without gaps or forks.
create unique index ledger_entry_version on ledger_entry (account_id, version) where version is not null;

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on %', tg_op, tg_table_name;
end $$;
create trigger append_only before update or delete or truncate on ledger_movement for each statement execute function ledger_refuse_change();
create trigger append_only before update or delete or truncate on ledger_entry for each statement execute function ledger_refuse_change();
create trigger append_only before delete or truncate on ledger_account for each statement execute function ledger_refuse_change();

-- Entries are written in pairs: each statement that writes any is checked whole. Every pair belongs to its movement, one entry to either
-- account, and they cancel out.
create function ledger_check_entries() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from written w left join ledger_movement m on m.id = w.movement_id
    group by w.movement_id, m.id, m.amount_minor, m.from_account, m.to_account
    having count(*) <> 2
      or sum(w.amount_minor) filter (where w.account_id = m.from_account) is distinct from -m.amount_minor
      or sum(w.amount_minor) filter (where w.account_id = m.to_account) is distinct from m.amount_minor
  ) then
    raise exception 'entries that do not cancel out';
  end if;
  return null;
end $$;
create trigger balanced after insert on ledger_entry referencing new table as written
  for each statement execute function ledger_check_entries();

-- Movements, entries and balances are written by ledger_post or not at all: it alone says that it is at work.
create function ledger_refuse_stranger() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is written by ledger_post alone: % on %', tg_op, tg_table_name;
end $$;
create trigger written_by_post before insert on ledger_movement for each row
  when (current_setting('kapao.posting', true) is distinct from 'on') execute function ledger_refuse_stranger();
create trigger written_by_post before insert on ledger_entry for each row
  when (current_setting('kapao.posting', true) is distinct from 'on') execute function ledger_refuse_stranger();
create trigger written_by_post before update on ledger_account for each row
  when (new.balance_minor is distinct from old.balance_minor and current_setting('kapao.posting', true) is distinct from 'on')
  execute function ledger_refuse_stranger();

create type ledger_posting as (kind text, reference text, from_account bigint, to_account bigint, amount_minor bigint);

-- The one function that writes money. Locks the member accounts in sorted order, then writes each posting.
-- Answers 'posted'; 'duplicate' when the first posting was already made; 'insufficient' when the first posting's source has too
-- little (nothing is written then). A later posting that cannot be made is a bug of the caller and raises.
create function ledger_post(variadic p_postings ledger_posting[]) returns text language plpgsql as $$
declare
  posting ledger_posting;
  accounts bigint[];
  is_first boolean := true;
  movement bigint;
  source_balance bigint;
  source_version bigint;
  source_currency text;
  target_balance bigint;
  target_version bigint;
  target_currency text;
begin
  foreach posting in array p_postings loop
    accounts := accounts || posting.from_account || posting.to_account;
  end loop;
  perform 1 from ledger_account where id = any (accounts) and balance_minor is not null order by id for no key update;
  perform set_config('kapao.posting', 'on', true);

  foreach posting in array p_postings loop
    select s.balance_minor, s.version, s.currency, t.balance_minor, t.version, t.currency
      into strict source_balance, source_version, source_currency, target_balance, target_version, target_currency
      from ledger_account s, ledger_account t where s.id = posting.from_account and t.id = posting.to_account;
    if source_currency <> target_currency then
      raise exception 'a movement has one currency: % to %', source_currency, target_currency;
    end if;
    movement := null;
    if source_balance is null or source_balance >= posting.amount_minor then
      insert into ledger_movement (kind, reference, from_account, to_account, amount_minor, currency)
        values (posting.kind, posting.reference, posting.from_account, posting.to_account, posting.amount_minor, source_currency)
        on conflict (kind, reference) do nothing
        returning id into movement;
    end if;
    if movement is null then
      perform set_config('kapao.posting', '', true);
      -- A repeat is no lack of money, even when the money was spent since.
      if exists (select 1 from ledger_movement where kind = posting.kind and reference = posting.reference) then
        if is_first then return 'duplicate'; end if;
        raise exception 'posting % of % was already made', posting.kind, posting.reference;
      end if;
      if is_first then return 'insufficient'; end if;
      raise exception 'account % has too little for %', posting.from_account, posting.kind;
    end if;
    insert into ledger_entry (movement_id, account_id, amount_minor, balance_before_minor, balance_after_minor, version)
      values
        (movement, posting.from_account, -posting.amount_minor, source_balance, source_balance - posting.amount_minor, source_version + 1),
        (movement, posting.to_account, posting.amount_minor, target_balance, target_balance + posting.amount_minor, target_version + 1);
    update ledger_account set version = version + 1,
        balance_minor = balance_minor + case id when posting.to_account then posting.amount_minor else -posting.amount_minor end
      where id in (posting.from_account, posting.to_account) and balance_minor is not null;
    is_first := false;
  end loop;
  perform set_config('kapao.posting', '', true);
  return 'posted';
end $$;

create function ledger_member_account(p_member bigint, p_kind text) returns bigint language sql stable as $$
  select id from ledger_account where member_id = p_member and kind = p_kind
$$;

-- The house account of that name, made on first use.
create function ledger_house_account(p_kind text, p_code text, p_currency text) returns bigint language plpgsql as $$
declare
  found_id bigint;
begin
  select id into found_id from ledger_account where member_id is null and kind = p_kind and code = p_code and currency = p_currency;
  if found_id is null then
    insert into ledger_account (kind, code, currency) values (p_kind, p_code, p_currency) on conflict do nothing;
    select id into strict found_id from ledger_account where member_id is null and kind = p_kind and code = p_code and currency = p_currency;
  end if;
  return found_id;
end $$;

-- The balance of a house account: what its entries sum to.
create view ledger_house_balance as
  select a.id, a.kind, a.code, a.currency, coalesce(sum(e.amount_minor), 0)::bigint as balance_minor
  from ledger_account a left join ledger_entry e on e.account_id = a.id
  where a.member_id is null
  group by a.id;
