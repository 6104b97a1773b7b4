-- A transfer out of a game that has too little leaves no trace, so that a later try is judged anew. One whose answer was lost is another matter:
-- its member was told that it is under way and sees it so in the statement, and then it was gone from there without an end. It has failed, and
-- says so.

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
  -- Each part touches a table of its own, so that their order does not matter.
  with ended as (
    update game_transfer set state = p_state, moved_minor = case when p_state = 'confirmed' then moved end, settled_at = now() where id = t.id
  ), shown as (
    update statement set status = case p_state when 'confirmed' then 'SUCCESS' else 'FAILED' end,
        amount_minor = case when p_state <> 'confirmed' then amount_minor
          when t.direction = 'in' then least(moved, t.amount_minor) else moved end
      where source_kind = 'game_transfer' and source_id = t.id::text and p_status is not null
  ), told as (
    update game_account set credits_minor = p_credits
      where p_credits is not null and member_id = t.member_id and game_code = t.game_code
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
