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
);
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

-- Checked at commit: a movement has exactly its two entries, of its two accounts, and they cancel out.
create function ledger_check_movement() returns trigger language plpgsql as $$
declare
  taken bigint;
  given bigint;
  entries bigint;
begin
  select count(*), sum(amount_minor) filter (where account_id = new.from_account), sum(amount_minor) filter (where account_id = new.to_account)
    into entries, taken, given
    from ledger_entry where movement_id = new.id;
  if entries <> 2 or taken is distinct from -new.amount_minor or given is distinct from new.amount_minor then
    raise exception 'movement % is not balanced', new.id;
  end if;
  return null;
end $$;
create constraint trigger balanced after insert on ledger_movement
  deferrable initially deferred for each row execute function ledger_check_movement();

-- A balance changes by a posting or not at all.
create function ledger_guard_balance() returns trigger language plpgsql as $$
begin
  if new.balance_minor is distinct from old.balance_minor
    and coalesce(current_setting('kapao.posting', true), '') <> old.id::text then
    raise exception 'a balance changes only by ledger_post';
  end if;
  return new;
end $$;
create trigger guarded before update on ledger_account for each row execute function ledger_guard_balance();

create type ledger_posting as (kind text, reference text, from_account bigint, to_account bigint, amount_minor bigint);

-- The one function that writes money. Locks the member accounts in sorted order, then writes each posting.
-- Answers 'posted'; 'duplicate' when the first posting was already made; 'insufficient' when the first posting's source has too
-- little (nothing is written then). A later posting that cannot be made is a bug of the caller and raises.
create function ledger_post(variadic p_postings ledger_posting[]) returns text language plpgsql as $$
declare
  posting ledger_posting;
  accounts bigint[];
  position int := 0;
  movement bigint;
  source ledger_account;
  target ledger_account;
begin
  foreach posting in array p_postings loop
    accounts := accounts || posting.from_account || posting.to_account;
  end loop;
  perform 1 from ledger_account where id = any (accounts) and balance_minor is not null order by id for no key update;

  foreach posting in array p_postings loop
    position := position + 1;
    select * into strict source from ledger_account where id = posting.from_account;
    select * into strict target from ledger_account where id = posting.to_account;
    if source.currency <> target.currency then
      raise exception 'a movement has one currency: % to %', source.currency, target.currency;
    end if;
    -- A repeat is told apart before the balance is looked at: a duplicate is no lack of money.
    insert into ledger_movement (kind, reference, from_account, to_account, amount_minor, currency)
      select posting.kind, posting.reference, source.id, target.id, posting.amount_minor, source.currency
      where source.balance_minor is null or source.balance_minor >= posting.amount_minor
      on conflict (kind, reference) do nothing
      returning id into movement;
    if movement is null then
      if exists (select 1 from ledger_movement where kind = posting.kind and reference = posting.reference) then
        if position = 1 then return 'duplicate'; end if;
        raise exception 'posting % of % was already made', posting.kind, posting.reference;
      end if;
      if position = 1 then return 'insufficient'; end if;
      raise exception 'account % has too little for %', source.id, posting.kind;
    end if;
    insert into ledger_entry (movement_id, account_id, amount_minor, balance_before_minor, balance_after_minor, version)
      values
        (movement, source.id, -posting.amount_minor, source.balance_minor, source.balance_minor - posting.amount_minor, source.version + 1),
        (movement, target.id, posting.amount_minor, target.balance_minor, target.balance_minor + posting.amount_minor, target.version + 1);
    if source.balance_minor is not null then
      perform set_config('kapao.posting', source.id::text, true);
      update ledger_account set balance_minor = balance_minor - posting.amount_minor, version = version + 1 where id = source.id;
    end if;
    if target.balance_minor is not null then
      perform set_config('kapao.posting', target.id::text, true);
      update ledger_account set balance_minor = balance_minor + posting.amount_minor, version = version + 1 where id = target.id;
    end if;
    perform set_config('kapao.posting', '', true);
  end loop;
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
