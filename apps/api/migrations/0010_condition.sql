-- Bonuses and promotions of the operator, and the one condition that a member may have at a time.
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check
  check (kind in ('wallet', 'hold', 'bank', 'game', 'suspense', 'bonus'));

create table bonus (
  code text primary key,
  description text not null,
  type text not null check (type in ('limit', 'day', 'week')),
  -- How often one member may receive it: ever, a day or a week.
  max_received int not null check (max_received > 0),
  -- How often it may be received by all members together; null where there is no such limit.
  max_claims int check (max_claims > 0),
  -- Of the deposit, in whole per cent, up to a cap and from a least deposit, by currency: {"THB": 500}.
  percent int not null check (percent > 0),
  cap jsonb not null default '{}',
  min_deposit jsonb not null default '{}',
  success_percent int not null check (success_percent >= 0),
  fail_percent int not null check (fail_percent between 0 and 99),
  banners jsonb not null default '[]',
  is_enabled boolean not null default true,
  position int not null
);

create table promotion (
  code text primary key check (code = upper(code)),
  description text not null,
  percent int not null check (percent > 0),
  cap jsonb not null default '{}',
  min_deposit jsonb not null default '{}',
  success_percent int not null check (success_percent >= 0),
  fail_percent int not null check (fail_percent between 0 and 99),
  is_enabled boolean not null default true,
  position int not null
);

create trigger changed after insert or update or delete on bonus for each statement execute function announce_operator_change();
create trigger changed after insert or update or delete on promotion for each statement execute function announce_operator_change();

-- A bonus of a member, from the choice to the end. Its terms are kept as they were when it was chosen. Whoever changes a row locks
-- the member's wallet account first, as every posting does: one order of locks, and no deposit slips in between.
create table condition (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  kind text not null check (kind in ('bonus', 'promotion', 'invite', 'refund')),
  code text not null default '',
  description text not null,
  percent int,
  cap_minor bigint,
  min_deposit_minor bigint,
  success_percent int not null,
  fail_percent int not null,
  state text not null check (state in ('chosen', 'running', 'success', 'failed', 'cleared')),
  base_minor bigint,
  bonus_minor bigint check (bonus_minor > 0),
  taken_minor bigint not null default 0 check (taken_minor >= 0),
  chosen_at timestamptz not null default now(),
  applied_at timestamptz,
  ended_at timestamptz,
  next_look_at timestamptz not null default now(),
  check ((applied_at is null) = (base_minor is null) and (applied_at is null) = (bonus_minor is null)),
  check ((state in ('success', 'failed', 'cleared')) = (ended_at is not null)),
  check (state <> 'chosen' or applied_at is null),
  check (state not in ('running', 'success', 'failed') or applied_at is not null),
  check (taken_minor = 0 or state = 'cleared'),
  check (taken_minor <= coalesce(bonus_minor, 0))
);
create unique index condition_active on condition (member_id) where state in ('chosen', 'running');
create unique index condition_promotion_once on condition (member_id, code) where kind = 'promotion' and applied_at is not null;
create index condition_by_member on condition (member_id, kind, code);
create index condition_claims on condition (kind, code) where applied_at is not null or state = 'chosen';
create index condition_due on condition (next_look_at) where state in ('chosen', 'running');

-- When the provider was asked for the figure in credits_minor; null when a transfer told it.
alter table game_account add column credits_asked_at timestamptz;

-- All that a member has: the wallet, what is on its way into a game, and what the games hold by their last known word.
create function member_total(p_member bigint) returns bigint language sql stable as $$
  select (select balance_minor from ledger_account where member_id = p_member and kind = 'wallet')
    + coalesce((select sum(amount_minor) from game_transfer
        where member_id = p_member and state = 'open' and direction = 'in'), 0)::bigint
    + coalesce((select sum(trunc(a.credits_minor * (g.ratios ->> m.currency)::numeric))
        from game_account a join game g on g.code = a.game_code join member m on m.id = a.member_id
        where a.member_id = p_member), 0)::bigint
$$;

-- The start of the day, week or minute that holds a moment, by the clock on the wall of `p_zone`. Weeks begin on `p_first_day`, Monday
-- being 1 and Sunday 7.
create function period_start(p_at timestamptz, p_unit text, p_zone text, p_first_day int) returns timestamptz
language sql immutable as $$
  select case p_unit
    when 'week' then date_trunc('week', (p_at at time zone p_zone) - make_interval(days => p_first_day - 1))
      + make_interval(days => p_first_day - 1)
    else date_trunc(p_unit, p_at at time zone p_zone)
  end at time zone p_zone
$$;
