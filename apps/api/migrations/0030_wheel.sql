-- The wheel: what the operator offers, what a spin costs, and what it won.
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check
  check (kind in ('wallet', 'hold', 'bank', 'game', 'suspense', 'bonus', 'voucher', 'wheel'));

create table wheel (
  code text primary key,
  name text not null check (name <> ''),
  is_active boolean not null default true
);
-- Several may be prepared, for a season or a feast; one is shown.
create unique index wheel_shown on wheel (is_active) where is_active;

create table wheel_slice (
  wheel_code text not null references wheel,
  code text not null check (code <> ''),
  -- What the player reads, by the member's currency: {"LAK": "5,000 ກີບ", "BAHT": "10 ບາດ"}.
  label jsonb not null,
  prize_name jsonb not null,
  html_description jsonb not null,
  bg_color text not null check (bg_color ~ '^#[0-9A-Fa-f]{6}$'),
  text_color text not null check (text_color ~ '^#[0-9A-Fa-f]{6}$'),
  weight int not null check (weight between 1 and 1000000),
  kind text not null check (kind in ('none', 'coins', 'money', 'bonus')),
  -- Money and bonus, by currency, in whole units: {"THB": 20}.
  amount jsonb not null default '{}',
  coins int check (coins between 1 and 1000),
  success_percent int check (success_percent > 100),
  fail_percent int check (fail_percent between 0 and 99),
  valid_hours int check (valid_hours > 0),
  -- A prize that was a mistake: it is no longer drawn, and its coupons are no longer paid.
  is_withdrawn boolean not null default false,
  position int not null,
  primary key (wheel_code, code),
  check ((kind = 'none') = (valid_hours is null)),
  check ((kind = 'coins') = (coins is not null)),
  check ((kind = 'bonus') = (success_percent is not null) and (kind = 'bonus') = (fail_percent is not null))
);

create trigger changed after insert or update or delete on wheel for each statement execute function announce_operator_change();
create trigger changed after insert or update or delete on wheel_slice for each statement execute function announce_operator_change();

-- Every coin that a member got or spent. member.coin is the sum, and what it may not fall below stands there as a constraint.
create table coin_entry (
  -- No foreign key: entries are written while the member's row is locked, and members are never deleted.
  member_id bigint not null,
  -- The entries of a member form one line without gaps or forks.
  version int not null check (version > 0),
  kind text not null,
  -- What brought or took them; a second entry of the same kind for it cannot be.
  reference text not null,
  amount int not null check (amount <> 0),
  balance_before int not null check (balance_before >= 0),
  balance_after int not null check (balance_after >= 0),
  created_at timestamptz not null default now(),
  primary key (member_id, version),
  unique (kind, reference),
  check (balance_after = balance_before + amount)
);
create index coin_entry_earned on coin_entry (member_id, created_at) where kind = 'deposit';
create trigger append_only before update or delete or truncate on coin_entry for each statement execute function ledger_refuse_change();

create function coin_refuse_stranger() returns trigger language plpgsql as $$
begin
  raise exception 'coins are counted by coin_post alone: % on %', tg_op, tg_table_name;
end $$;
create trigger written_by_post before insert on coin_entry for each row
  when (current_setting('kapao.coining', true) is distinct from 'on') execute function coin_refuse_stranger();
create trigger coins_by_post before update on member for each row
  when (new.coin is distinct from old.coin and current_setting('kapao.coining', true) is distinct from 'on')
  execute function coin_refuse_stranger();
create trigger no_coins_at_birth before insert on member for each row when (new.coin <> 0) execute function coin_refuse_stranger();

-- The one function that changes a member's coins. Answers 'posted'; 'duplicate' when this was already done; 'insufficient' when there
-- are too few (nothing is written then). `coins` is what the member has now.
create function coin_post(p_member bigint, p_kind text, p_reference text, p_amount int)
returns table (result text, coins int) language plpgsql as $$
declare
  had int;
begin
  select m.coin into strict had from member m where m.id = p_member for no key update;
  if exists (select 1 from coin_entry e where e.kind = p_kind and e.reference = p_reference) then
    return query select 'duplicate', had;
    return;
  end if;
  if had + p_amount < 0 then
    return query select 'insufficient', had;
    return;
  end if;
  perform set_config('kapao.coining', 'on', true);
  insert into coin_entry (member_id, version, kind, reference, amount, balance_before, balance_after)
    values (p_member, coalesce((select max(e.version) from coin_entry e where e.member_id = p_member), 0) + 1,
      p_kind, p_reference, p_amount, had, had + p_amount);
  update member m set coin = had + p_amount where m.id = p_member;
  perform set_config('kapao.coining', '', true);
  return query select 'posted', had + p_amount;
end $$;

-- Each draw, whatever it won.
create table wheel_spin (
  id uuid primary key,
  -- No foreign key, as with statements.
  member_id bigint not null,
  wheel_code text not null,
  slice_code text not null,
  label text not null,
  kind text not null,
  created_at timestamptz not null default now()
);

-- A prize that was won, with its terms as they were then. It can be claimed once, until it expires.
create table coupon (
  id bigint generated always as identity primary key,
  -- Names the coupon to the outside: random, so that it tells nothing and cannot be guessed.
  reference text not null unique,
  member_id bigint not null references member,
  spin_id uuid not null unique references wheel_spin,
  -- Where the prize stands on the wheel, if it still does.
  wheel_code text not null,
  slice_code text not null,
  slice_label text not null,
  prize_name text not null,
  -- No list of kinds: a newer version may know more, and an older one beside it must not choke on them.
  kind text not null,
  amount_minor bigint check (amount_minor > 0),
  coins int check (coins > 0),
  success_percent int,
  fail_percent int,
  state text not null default 'open' check (state in ('open', 'claimed', 'expired')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The condition that a bonus was credited under.
  condition_id bigint unique references condition,
  check ((state = 'open') = (ended_at is null)),
  check (kind not in ('money', 'bonus') or amount_minor is not null),
  check (kind <> 'coins' or coins is not null),
  check (kind <> 'bonus' or (success_percent is not null and fail_percent is not null)),
  check ((kind = 'bonus' and state = 'claimed') = (condition_id is not null))
);
create index coupon_open on coupon (member_id, id desc) where state = 'open';
create index coupon_expiring on coupon (expires_at) where state = 'open';
