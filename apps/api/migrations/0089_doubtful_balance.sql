-- Transfers of one game account that were under way at the same time: in which order the provider carried them out nobody can tell, so that neither
-- of the balances that it told with them need be the last. The lower one is shown, how much more it may be is written beside it, and until a
-- balance was asked for afterwards, or a transfer by itself has told one, no condition ends by it and nothing is cleared.
alter table game_account
  -- When a transfer last changed credits_minor.
  add column moved_at timestamptz,
  -- How many hundredths of a credit there may be beside credits_minor; above zero the figure decides nothing.
  add column doubt_minor bigint not null default 0 check (doubt_minor >= 0);

-- Whether another has ended beside a transfer that is under way now was not written down so far: it is taken for so.
update game_account a set moved_at = now() from game_transfer t
  where t.state = 'open' and a.member_id = t.member_id and a.game_code = t.game_code;

-- What a game holds after a transfer, by what was known before, the balance that the provider told with it (or null: then the sum), and what came or
-- went. Beside another transfer the lower of what both leave; without a word of the provider's nobody knows whether what is known counts it already.
create function game_credits_after(p_is_beside boolean, p_known bigint, p_told bigint, p_came bigint, p_went bigint) returns bigint
language sql immutable as $$
  select greatest(0, case when p_is_beside then least(p_known, coalesce(p_told, p_known - p_went))
    else coalesce(p_told, p_known + p_came - p_went) end)
$$;

-- How much more it may be.
create function game_doubt_after(p_is_beside boolean, p_known bigint, p_doubt bigint, p_told bigint, p_came bigint, p_went bigint) returns bigint
language sql immutable as $$
  select case
    when p_is_beside then greatest(p_known + p_doubt, coalesce(p_told, p_known + p_doubt + p_came))
      - game_credits_after(true, p_known, p_told, p_came, p_went)
    when p_told is null then p_doubt
    else 0
  end
$$;

-- p_credits is the balance that the provider told with it, or null: the sum is kept then. The account's row itself says whether another transfer
-- has ended since this one was opened, so that of two that end at once the second to get at it sees the first.
create or replace function game_transfer_settle(
  p_transfer uuid, p_state text, p_moved bigint, p_credits bigint, p_status int, p_answer jsonb
) returns text language plpgsql as $$
declare
  t game_transfer;
  wallet bigint;
  hold bigint;
  house bigint;
  currency text;
  moved bigint := p_moved;
  came bigint := 0;
  went bigint := 0;
begin
  select * into strict t from game_transfer where id = p_transfer for no key update;
  if t.state <> 'open' then return t.state; end if;
  select w.id, h.id, w.currency, g.id into wallet, hold, currency, house
    from ledger_account w join ledger_account h on h.member_id = w.member_id and h.kind = 'hold'
      left join ledger_account g on g.member_id is null and g.kind = 'game' and g.code = t.game_code and g.currency = w.currency
    where w.member_id = t.member_id and w.kind = 'wallet';
  if p_state = 'confirmed' and moved > 0 then
    if house is null then house := ledger_house_account('game', t.game_code, currency); end if;
    if t.direction = 'out' then
      perform ledger_post(row('transfer-out', t.id::text, house, wallet, moved)::ledger_posting);
    elsif moved >= t.amount_minor then
      perform ledger_post(row('transfer-in', t.id::text, hold, house, t.amount_minor)::ledger_posting);
    else
      perform ledger_post(row('transfer-in', t.id::text, hold, house, moved)::ledger_posting,
        row('transfer-return', t.id::text, hold, wallet, t.amount_minor - moved)::ledger_posting);
    end if;
  elsif t.direction = 'in' then
    perform ledger_post(row('transfer-return', t.id::text, hold, wallet, t.amount_minor)::ledger_posting);
  end if;
  -- The credits of what moved, by the order's own ratio; what is no whole hundredth counts for less, not for more.
  if p_state = 'confirmed' and t.direction = 'in' then came := trunc(t.credits_minor::numeric * moved / t.amount_minor); end if;
  if p_state = 'confirmed' and t.direction = 'out' then went := ceil(t.credits_minor::numeric * moved / t.amount_minor); end if;
  -- Each part touches a table of its own, so that their order does not matter.
  with ended as (
    update game_transfer set state = p_state, moved_minor = case when p_state = 'confirmed' then moved end, settled_at = now() where id = t.id
  ), shown as (
    update statement set status = case p_state when 'confirmed' then 'SUCCESS' else 'FAILED' end,
        amount_minor = case when p_state <> 'confirmed' then amount_minor
          when t.direction = 'in' then least(moved, t.amount_minor) else moved end
      where source_kind = 'game_transfer' and source_id = t.id::text and p_status is not null
  ), told as (
    update game_account a set moved_at = greatest(a.moved_at, now()),
        credits_minor = game_credits_after(a.moved_at >= t.created_at, a.credits_minor, p_credits, came, went),
        doubt_minor = game_doubt_after(a.moved_at >= t.created_at, a.credits_minor, a.doubt_minor, p_credits, came, went)
      where p_state = 'confirmed' and a.member_id = t.member_id and a.game_code = t.game_code
  )
  update intent set status = p_status, answer = p_answer
    where p_status is not null and member_id = t.member_id and key = t.intent_key and status is null;
  if p_status is null then
    -- The worker asked for it: it was shown as under way, and what was shown does not vanish.
    update statement set status = 'FAILED' where source_kind = 'game_transfer' and source_id = t.id::text and t.checks > 0;
    delete from statement where source_kind = 'game_transfer' and source_id = t.id::text and t.checks = 0;
    delete from intent where member_id = t.member_id and key = t.intent_key and status is null;
  end if;
  return p_state;
end $$;

-- As before, and the game's account as above.
create or replace function game_transfer_confirm_each(
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
    -- The game's account, too, which is changed below: two that end at once for one member may have no other row in common.
    select t.id, t.member_id, t.game_code, t.direction, t.amount_minor
      from game_transfer t join game_account a on a.member_id = t.member_id and a.game_code = t.game_code
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
    update game_account a set moved_at = greatest(a.moved_at, now()),
        credits_minor = game_credits_after(a.moved_at >= d.created_at, a.credits_minor, p_told[d.place], d.came, d.went),
        doubt_minor = game_doubt_after(a.moved_at >= d.created_at, a.credits_minor, a.doubt_minor, p_told[d.place], d.came, d.went)
      from (select *, case direction when 'in' then p_credits[place] else 0 end as came,
          case direction when 'out' then p_credits[place] else 0 end as went from done) d
      where a.member_id = d.member_id and a.game_code = d.game_code
  )
  update intent i set status = p_status[d.place], answer = p_answers[d.place]
    from done d where i.member_id = d.member_id and i.key = d.intent_key and i.status is null;
  -- By a look of its own, for what was committed meanwhile.
  return query select place::int, t.member_id, condition_is_active(t.member_id)
    from unnest(ended) place join game_transfer t on t.id = p_transfers[place];
end $$;

-- The most that a member may have: as member_total, with what is in doubt. A condition that begins with less would be met by what was there already.
create function member_most(p_member bigint) returns bigint language sql stable as $$
  select member_total(p_member)
    + coalesce((select sum(trunc((a.credits_minor + a.doubt_minor) * (g.ratios ->> m.currency)::numeric)
          - trunc(a.credits_minor * (g.ratios ->> m.currency)::numeric))
        from game_account a join game g on g.code = a.game_code join member m on m.id = a.member_id
        where a.member_id = p_member and a.doubt_minor > 0), 0)::bigint
$$;

-- What is in doubt is not lost.
create or replace function member_lost(p_member bigint) returns bigint language sql stable as $$
  select case when exists (select 1 from game_transfer where member_id = p_member and state = 'open') then null else
    coalesce((select sum(case l.kind when 'transfer-in' then l.amount_minor else -l.amount_minor end)
      from game_transfer t join ledger_movement l
        on l.kind = case t.direction when 'in' then 'transfer-in' else 'transfer-out' end and l.reference = t.id::text
      where t.member_id = p_member and t.state = 'confirmed'), 0)::bigint
    - coalesce((select sum(trunc((a.credits_minor + a.doubt_minor) * (g.ratios ->> m.currency)::numeric))
        from game_account a join game g on g.code = a.game_code join member m on m.id = a.member_id
        where a.member_id = p_member), 0)::bigint
  end
$$;
