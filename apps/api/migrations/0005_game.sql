create table game_account (
  member_id bigint not null references member,
  game_code text not null references game,
  username text not null,
  -- The provider's password, shown to its owner: sealed with the server's key (AES-256-GCM).
  sealed_password bytea not null,
  -- The provider's last known balance in hundredths of a credit. A figure to show; money is never moved on its word.
  credits_minor bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (member_id, game_code),
  unique (game_code, username)
);

-- One movement between a wallet and a provider. `id` goes to the provider with every try.
create table game_transfer (
  id uuid primary key,
  -- No foreign keys: they would lock the member's row, and one row for all transfers of a game. Neither is ever deleted.
  member_id bigint not null,
  game_code text not null,
  username text not null,
  direction text not null check (direction in ('in', 'out')),
  amount_minor bigint not null check (amount_minor > 0),
  credits_minor bigint not null check (credits_minor > 0),
  state text not null default 'open' check (state in ('open', 'confirmed', 'refused')),
  moved_minor bigint,
  intent_key text,
  checks int not null default 0,
  next_check_at timestamptz not null,
  not_found_since timestamptz,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((state = 'open') = (settled_at is null)),
  check ((state = 'confirmed') = (moved_minor is not null))
);
create index game_transfer_due on game_transfer (next_check_at) where state = 'open';
create index game_transfer_by_member on game_transfer (member_id, created_at desc);

-- Opens a transfer: keeps the intent, puts the money of an inward one on hold, and shows it as in progress, all or nothing.
-- Answers 'opened', 'repeat' (the intent is known: look there) or 'insufficient'.
create function game_transfer_open(
  p_member bigint, p_intent_key text, p_call text, p_request_hash bytea, p_transfer uuid, p_game text, p_username text,
  p_direction text, p_amount bigint, p_credits bigint, p_first_check interval
) returns text language plpgsql as $$
declare
  posted text;
  wallet bigint;
  hold bigint;
begin
  if p_intent_key is not null then
    insert into intent (member_id, key, call, request_hash) values (p_member, p_intent_key, p_call, p_request_hash)
      on conflict do nothing;
    if not found then return 'repeat'; end if;
  end if;
  if p_direction = 'in' then
    select max(id) filter (where kind = 'wallet'), max(id) filter (where kind = 'hold') into wallet, hold
      from ledger_account where member_id = p_member;
    posted := ledger_post(row('transfer-hold', p_transfer::text, wallet, hold, p_amount)::ledger_posting);
    if posted = 'insufficient' then
      -- Refused before the ledger was touched: the intent is not kept, and a later try is judged anew.
      delete from intent where member_id = p_member and key = p_intent_key;
      return posted;
    end if;
  end if;
  insert into game_transfer (id, member_id, game_code, username, direction, amount_minor, credits_minor, intent_key, next_check_at)
    values (p_transfer, p_member, p_game, p_username, p_direction, p_amount, p_credits, p_intent_key, now() + p_first_check);
  insert into statement (member_id, statement_type, status, from_code, to_code, amount_minor, source_kind, source_id)
    values (p_member, 'transfer', 'PENDING', case p_direction when 'in' then 'WALLET' else p_game end,
      case p_direction when 'in' then p_game else 'WALLET' end, p_amount, 'game_transfer', p_transfer::text);
  return 'opened';
end $$;

-- Ends a transfer once, whoever comes first: the request that sent it or the worker that asked again. `p_moved` is what really
-- moved, in the wallet's minor units: less than asked for is possible, and the rest of an inward transfer goes back. Answers the
-- transfer's final state, which is another's if it was already ended. Without an answer (p_status null) it was a refusal that touched no
-- money: then neither the intent nor the statement keeps a trace of it.
create function game_transfer_settle(
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
  select max(id) filter (where kind = 'wallet'), max(id) filter (where kind = 'hold'), max(a.currency) into wallet, hold, currency
    from ledger_account a where member_id = t.member_id;
  if p_state = 'confirmed' and moved > 0 then
    house := ledger_house_account('game', t.game_code, currency);
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
  update game_transfer set state = p_state, moved_minor = case when p_state = 'confirmed' then moved end, settled_at = now() where id = t.id;
  update statement set status = case p_state when 'confirmed' then 'SUCCESS' else 'FAILED' end,
    amount_minor = case when p_state = 'confirmed' then least(moved, case t.direction when 'in' then t.amount_minor else moved end) else amount_minor end
    where source_kind = 'game_transfer' and source_id = t.id::text;
  if p_credits is not null then
    update game_account set credits_minor = p_credits where member_id = t.member_id and game_code = t.game_code;
  end if;
  if p_status is null then
    delete from statement where source_kind = 'game_transfer' and source_id = t.id::text;
    delete from intent where member_id = t.member_id and key = t.intent_key and status is null;
  elsif t.intent_key is not null then
    update intent set status = p_status, answer = p_answer where member_id = t.member_id and key = t.intent_key and status is null;
  end if;
  return p_state;
end $$;
