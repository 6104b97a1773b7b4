-- Half a minute was the seed's: a transfer that a provider carries out a minute after it was asked for was given back by then, and paid twice.
update operator_setting set value = '300'
  where name = 'transferNotFoundSeconds' and case when jsonb_typeof(value) = 'number' then value::numeric < 120 end;

-- A movement that has to be: where the books refuse it nothing is written of what belongs to it. An unknown transfer stays open then, and is seen.
create or replace function ledger_post_surely(variadic p_postings ledger_posting[]) returns void language plpgsql as $$
declare
  result text := ledger_post(variadic p_postings);
begin
  if result <> 'posted' then
    raise exception '% % was %', p_postings[1].kind, p_postings[1].reference, result;
  end if;
end $$;

-- As before (0089), but for what ledger_post answers, which was not looked at.
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
      perform ledger_post_surely(row('transfer-out', t.id::text, house, wallet, moved)::ledger_posting);
    elsif moved >= t.amount_minor then
      perform ledger_post_surely(row('transfer-in', t.id::text, hold, house, t.amount_minor)::ledger_posting);
    else
      perform ledger_post_surely(row('transfer-in', t.id::text, hold, house, moved)::ledger_posting,
        row('transfer-return', t.id::text, hold, wallet, t.amount_minor - moved)::ledger_posting);
    end if;
  elsif t.direction = 'in' then
    perform ledger_post_surely(row('transfer-return', t.id::text, hold, wallet, t.amount_minor)::ledger_posting);
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
