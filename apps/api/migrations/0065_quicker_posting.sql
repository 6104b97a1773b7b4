-- The same movements with fewer statements: what a posting costs is, for the most part, what each statement inside of these functions costs
-- to begin and to end. No rule changes.

-- As before: every pair belongs to its movement, one entry to either account, and they cancel out. An account has one entry of a movement
-- at most (the primary key), so a pair it is when there are two for each movement and each is one of its sides.
create or replace function ledger_check_entries() returns trigger language plpgsql as $$
declare
  entries bigint;
  movements bigint;
  fitting bigint;
begin
  select count(*), count(distinct w.movement_id), count(*) filter (where w.amount_minor = case w.account_id
      when m.to_account then m.amount_minor when m.from_account then -m.amount_minor end)
    into entries, movements, fitting
    from written w left join ledger_movement m on m.id = w.movement_id;
  if entries <> fitting or entries <> 2 * movements then
    raise exception 'entries that do not cancel out';
  end if;
  return null;
end $$;

create or replace function ledger_post(variadic p_postings ledger_posting[]) returns text language plpgsql as $$
declare
  posting ledger_posting;
  flag text;
  is_first boolean := true;
  movement bigint;
  source_balance bigint;
  source_version bigint;
  source_currency text;
  target_balance bigint;
  target_version bigint;
  target_currency text;
begin
  if array_length(p_postings, 1) > 1 then
    perform 1 from ledger_account
      where id in (select unnest(array[p.from_account, p.to_account]) from unnest(p_postings) p) and balance_minor is not null
      order by id for no key update;
  end if;
  flag := set_config('kapao.posting', 'on', true);

  foreach posting in array p_postings loop
    -- The member accounts are locked in sorted order, and read as they are then; a house account is only read.
    with held as materialized (
      select id, balance_minor, version, currency from ledger_account
        where id in (posting.from_account, posting.to_account) and balance_minor is not null order by id for no key update
    )
    select s.balance_minor, s.version, coalesce(s.currency, (select currency from ledger_account where id = posting.from_account)),
        t.balance_minor, t.version, coalesce(t.currency, (select currency from ledger_account where id = posting.to_account))
      into source_balance, source_version, source_currency, target_balance, target_version, target_currency
      from (select 1) one left join held s on s.id = posting.from_account left join held t on t.id = posting.to_account;
    if source_currency is null or target_currency is null then
      raise exception 'no such account: % or %', posting.from_account, posting.to_account;
    end if;
    if source_currency <> target_currency then
      raise exception 'a movement has one currency: % to %', source_currency, target_currency;
    end if;
    movement := null;
    if source_balance is null or source_balance >= posting.amount_minor then
      with made as (
        insert into ledger_movement (kind, reference, from_account, to_account, amount_minor, currency)
          values (posting.kind, posting.reference, posting.from_account, posting.to_account, posting.amount_minor, source_currency)
          on conflict (kind, reference) do nothing
          returning id
      ), entered as (
        insert into ledger_entry (movement_id, account_id, amount_minor, balance_before_minor, balance_after_minor, version)
          select made.id, e.account_id, e.amount_minor, e.balance_minor, e.balance_minor + e.amount_minor, e.version + 1
          from made, (values (posting.from_account, -posting.amount_minor, source_balance, source_version),
            (posting.to_account, posting.amount_minor, target_balance, target_version)) e (account_id, amount_minor, balance_minor, version)
      ), changed as (
        update ledger_account a set version = a.version + 1,
            balance_minor = a.balance_minor + case a.id when posting.to_account then posting.amount_minor else -posting.amount_minor end
          from made where a.id in (posting.from_account, posting.to_account) and a.balance_minor is not null
      )
      select id into movement from made;
    end if;
    if movement is null then
      flag := set_config('kapao.posting', '', true);
      -- A repeat is no lack of money, even when the money was spent since.
      if exists (select 1 from ledger_movement where kind = posting.kind and reference = posting.reference) then
        if is_first then return 'duplicate'; end if;
        raise exception 'posting % of % was already made', posting.kind, posting.reference;
      end if;
      if is_first then return 'insufficient'; end if;
      raise exception 'account % has too little for %', posting.from_account, posting.kind;
    end if;
    is_first := false;
  end loop;
  flag := set_config('kapao.posting', '', true);
  return 'posted';
end $$;

-- That an entry's movement exists is now part of what is checked whole, for the same statement; movements are never changed or deleted
-- (append_only). The foreign key said it a second time, with a query and a lock for each entry.
alter table ledger_entry drop constraint ledger_entry_movement_id_fkey;
