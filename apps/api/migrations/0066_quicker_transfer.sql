-- A transfer's two steps, each in as few statements as they can be. What they do, and in which order it is decided, is unchanged.

create or replace function game_transfer_open(
  p_member bigint, p_intent_key text, p_call text, p_request_hash bytea, p_transfer uuid, p_game text, p_username text,
  p_direction text, p_amount bigint, p_credits bigint, p_first_check interval
) returns text language plpgsql as $$
declare
  posted text;
  wallet bigint;
  hold bigint;
  kept text;
begin
  with kept_intent as (
    insert into intent (member_id, key, call, request_hash)
      select p_member, p_intent_key, p_call, p_request_hash where p_intent_key is not null
      on conflict do nothing returning key
  )
  select w.id, h.id, k.key into wallet, hold, kept
    from (select 1) one left join kept_intent k on true
      left join ledger_account w on w.member_id = p_member and w.kind = 'wallet'
      left join ledger_account h on h.member_id = p_member and h.kind = 'hold';
  if p_intent_key is not null and kept is null then return 'repeat'; end if;
  if p_direction = 'in' then
    posted := ledger_post(row('transfer-hold', p_transfer::text, wallet, hold, p_amount)::ledger_posting);
    if posted = 'insufficient' then
      -- Refused before the ledger was touched: the intent is not kept, and a later try is judged anew.
      delete from intent where member_id = p_member and key = p_intent_key;
      return posted;
    end if;
  end if;
  with opened as (
    insert into game_transfer (id, member_id, game_code, username, direction, amount_minor, credits_minor, intent_key, next_check_at)
      values (p_transfer, p_member, p_game, p_username, p_direction, p_amount, p_credits, p_intent_key, now() + p_first_check)
  )
  insert into statement (member_id, statement_type, status, from_code, to_code, amount_minor, source_kind, source_id)
    values (p_member, 'transfer', 'PENDING', case p_direction when 'in' then 'WALLET' else p_game end,
      case p_direction when 'in' then p_game else 'WALLET' end, p_amount, 'game_transfer', p_transfer::text);
  return 'opened';
end $$;

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
    delete from statement where source_kind = 'game_transfer' and source_id = t.id::text;
    delete from intent where member_id = t.member_id and key = t.intent_key and status is null;
  end if;
  return p_state;
end $$;

-- Whether a member has a condition that may have to be judged. For the end of a statement that has just changed what they have: volatile, so
-- that it sees what was committed meanwhile. A condition that begins after this look and before the commit is judged at its next look.
create function condition_is_active(p_member bigint) returns boolean language plpgsql volatile as $$
begin
  return exists (select 1 from condition where member_id = p_member and state in ('chosen', 'running'));
end $$;
