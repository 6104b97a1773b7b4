-- Several transfers at once. What a posting costs is mostly what its statements and its commit cost, whether they write one row or fifty; these
-- do for many what ledger_post, game_transfer_open and game_transfer_settle do for one, and only what is plain: whatever does not go
-- through here at once is left as it was, and goes by those, which know the reason. Nobody waits in here for another's row, so that one member's
-- does not hold up the rest.

-- Makes those of the postings that nobody else is at, that are new, and whose source has enough. Answers their places in the list, from 1. An
-- account of a member stands in one posting of the list at most: a second line of versions for it cannot be (ledger_entry_version).
create function ledger_post_each(p_kinds text[], p_references text[], p_from bigint[], p_to bigint[], p_amounts bigint[]) returns bigint[]
language plpgsql as $$
declare
  flag text;
  ids bigint[];
  balances bigint[];
  versions bigint[];
  places bigint[];
begin
  -- Sorted, as everywhere; held from here on, so that what is read here is what is changed below.
  select array_agg(held.id), array_agg(held.balance_minor), array_agg(held.version) into ids, balances, versions from (
    select id, balance_minor, version from ledger_account where id = any (p_from || p_to) and balance_minor is not null
      order by id for no key update skip locked) held;
  flag := set_config('kapao.posting', 'on', true);
  with asked as (
    select a.*, s.currency, sh.balance_minor as source_before, sh.version + 1 as source_version, th.balance_minor as target_before,
        th.version + 1 as target_version
      from unnest(p_kinds, p_references, p_from, p_to, p_amounts) with ordinality a (kind, reference, from_account, to_account, amount_minor, place)
        join ledger_account s on s.id = a.from_account
        join ledger_account t on t.id = a.to_account and t.currency = s.currency
        left join unnest(ids, balances, versions) sh (id, balance_minor, version) on sh.id = a.from_account
        left join unnest(ids, balances, versions) th (id, balance_minor, version) on th.id = a.to_account
      where (s.balance_minor is null or sh.balance_minor >= a.amount_minor) and (t.balance_minor is null or th.id is not null)
  ), made as (
    insert into ledger_movement (kind, reference, from_account, to_account, amount_minor, currency)
      select kind, reference, from_account, to_account, amount_minor, currency from asked order by kind, reference
      on conflict (kind, reference) do nothing
      returning id, kind, reference
  ), sides as (
    select made.id as movement, side.* from made join asked using (kind, reference), lateral (values
      (from_account, -amount_minor, source_before, source_before - amount_minor, source_version),
      (to_account, amount_minor, target_before, target_before + amount_minor, target_version)
    ) side (account, amount_minor, before_minor, after_minor, version)
  ), entered as (
    insert into ledger_entry (movement_id, account_id, amount_minor, balance_before_minor, balance_after_minor, version)
      select movement, account, amount_minor, before_minor, after_minor, version from sides
  ), changed as (
    update ledger_account a set balance_minor = sides.after_minor, version = sides.version
      from sides where a.id = sides.account and sides.version is not null
  )
  select coalesce(array_agg(asked.place), '{}') into places from made join asked using (kind, reference);
  flag := set_config('kapao.posting', '', true);
  return places;
end $$;

-- Opens transfers, each with an intent, of different members. Answers those that it opened, with the name at the game.
create function game_transfer_open_each(
  p_members bigint[], p_intent_keys text[], p_calls text[], p_request_hashes bytea[], p_transfers uuid[], p_games text[],
  p_directions text[], p_amounts bigint[], p_credits bigint[], p_first_check interval
) returns table (asker int, username text) language plpgsql as $$
declare
  fresh bigint[];
  held bigint[];
  references_in text[];
  wallets bigint[];
  holds bigint[];
  amounts_in bigint[];
  places_in bigint[];
begin
  -- Two processes may have the same intents at the same time: in one order, one waits for the other, and not each for each.
  with kept as (
    insert into intent (member_id, key, call, request_hash)
      select a.member_id, a.key, a.call, a.request_hash
      from unnest(p_members, p_intent_keys, p_calls, p_request_hashes, p_games) a (member_id, key, call, request_hash, game_code)
        join game_account g on g.member_id = a.member_id and g.game_code = a.game_code
      order by a.member_id, a.key
      on conflict do nothing returning intent.member_id, key
  )
  select coalesce(array_agg(a.place), '{}') into fresh
    from unnest(p_members, p_intent_keys) with ordinality a (member_id, key, place) join kept using (member_id, key);

  select array_agg(p_transfers[place]::text), array_agg(w.id), array_agg(h.id), array_agg(p_amounts[place]), array_agg(place)
    into references_in, wallets, holds, amounts_in, places_in
    from unnest(fresh) place
      join ledger_account w on w.member_id = p_members[place] and w.kind = 'wallet'
      join ledger_account h on h.member_id = p_members[place] and h.kind = 'hold'
    where p_directions[place] = 'in';
  if places_in is not null then
    select array_agg(places_in[place]) into held
      from unnest(ledger_post_each(array_fill('transfer-hold'::text, array[cardinality(places_in)]), references_in, wallets, holds, amounts_in)) place;
  end if;
  -- Whose money could not be put on hold here has asked for nothing yet.
  if coalesce(cardinality(held), 0) < (select count(*) from unnest(fresh) place where p_directions[place] = 'in') then
    delete from intent i using unnest(fresh) place
      where p_directions[place] = 'in' and place <> all (coalesce(held, '{}')) and i.member_id = p_members[place]
        and i.key = p_intent_keys[place];
  end if;

  return query with opened as (
    insert into game_transfer (id, member_id, game_code, username, direction, amount_minor, credits_minor, intent_key, next_check_at)
      select p_transfers[place], p_members[place], p_games[place], g.username, p_directions[place], p_amounts[place], p_credits[place],
          p_intent_keys[place], now() + p_first_check
        from unnest(fresh) place join game_account g on g.member_id = p_members[place] and g.game_code = p_games[place]
        where p_directions[place] = 'out' or place = any (held)
      returning id, game_transfer.member_id, game_code, game_transfer.username, direction, amount_minor
  ), shown as (
    insert into statement (member_id, statement_type, status, from_code, to_code, amount_minor, source_kind, source_id)
      select o.member_id, 'transfer', 'PENDING', case o.direction when 'in' then 'WALLET' else o.game_code end,
          case o.direction when 'in' then o.game_code else 'WALLET' end, o.amount_minor, 'game_transfer', o.id::text
        from opened o
  )
  select a.place::int, o.username from unnest(p_transfers) with ordinality a (id, place) join opened o using (id);
end $$;

-- Ends transfers that the provider has confirmed: all that was asked of each inward one, or more. `p_told` is the balance that the provider
-- told with it, or null. Answers those that it ended, and whether their member has a condition that may have to be judged now.
create function game_transfer_confirm_each(
  p_transfers uuid[], p_moved bigint[], p_told bigint[], p_credits bigint[], p_status int[], p_answers jsonb[]
) returns table (asker int, member_id bigint, has_condition boolean) language plpgsql as $$
declare
  open_places bigint[];
  open_ids uuid[];
  kinds text[];
  froms bigint[];
  tos bigint[];
  amounts bigint[];
  ended bigint[];
begin
  with held as materialized (
    select t.id, t.member_id, t.game_code, t.direction, t.amount_minor from game_transfer t
      where t.id = any (p_transfers) and t.state = 'open' order by t.id for no key update skip locked
  )
  select array_agg(a.place), array_agg(t.id), array_agg('transfer-' || t.direction),
      array_agg(case t.direction when 'in' then h.id else g.id end), array_agg(case t.direction when 'in' then g.id else w.id end),
      array_agg(case t.direction when 'in' then t.amount_minor else p_moved[a.place] end)
    into open_places, open_ids, kinds, froms, tos, amounts
    from held t join unnest(p_transfers) with ordinality a (id, place) on a.id = t.id
      join ledger_account w on w.member_id = t.member_id and w.kind = 'wallet'
      join ledger_account h on h.member_id = t.member_id and h.kind = 'hold'
      join ledger_account g on g.member_id is null and g.kind = 'game' and g.code = t.game_code and g.currency = w.currency
    where p_moved[a.place] >= case t.direction when 'in' then t.amount_minor else 1 end;
  if open_places is null then return; end if;
  select array_agg(open_places[place]) into ended from unnest(ledger_post_each(kinds, open_ids::text[], froms, tos, amounts)) place;
  if ended is null then return; end if;

  -- Each part touches a table of its own, so that their order does not matter.
  with done as (
    update game_transfer t set state = 'confirmed', moved_minor = p_moved[place], settled_at = now()
      from unnest(ended) place where t.id = p_transfers[place]
      returning place, t.member_id, t.game_code, t.direction, t.intent_key, t.created_at
  ), shown as (
    -- Of an inward one no more than was asked for came from the wallet.
    update statement s set status = 'SUCCESS', amount_minor = case d.direction when 'in' then s.amount_minor else p_moved[d.place] end
      from done d where s.source_kind = 'game_transfer' and s.source_id = p_transfers[d.place]::text
  ), told as (
    -- A later transfer that ended before this one has told a newer figure than this one can. A provider that tells none leaves us the sum:
    -- with the old figure the money would count twice, or not at all.
    update game_account a set credits_minor = coalesce(p_told[d.place],
        a.credits_minor + case d.direction when 'in' then p_credits[d.place] else -least(p_credits[d.place], a.credits_minor) end)
      from done d where a.member_id = d.member_id and a.game_code = d.game_code
        and not exists (select 1 from game_transfer later where later.member_id = d.member_id and later.game_code = d.game_code
          and later.state = 'confirmed' and later.created_at > d.created_at)
  )
  update intent i set status = p_status[d.place], answer = p_answers[d.place]
    from done d where i.member_id = d.member_id and i.key = d.intent_key and i.status is null;
  -- By a look of its own, for what was committed meanwhile.
  return query select place::int, t.member_id, condition_is_active(t.member_id)
    from unnest(ended) place join game_transfer t on t.id = p_transfers[place];
end $$;
