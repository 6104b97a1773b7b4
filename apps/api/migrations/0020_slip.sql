-- A picture of a transfer's slip that a member handed in. The row is the worker's job until it is credited or refused.
create table slip (
  id bigint generated always as identity primary key,
  -- Names the slip to the outside: random, so that it tells nothing.
  reference text not null unique,
  member_id bigint not null references member,
  -- The kept picture; null when its size was beyond what is decoded, and nothing was kept.
  file_name text,
  -- What the member said of it. A hint for whoever looks at it; it decides nothing.
  said_bank_code text,
  said_amount_minor bigint check (said_amount_minor >= 0),
  state text not null default 'waiting' check (state in ('waiting', 'credited', 'refused')),
  reason text,
  -- What the mini QR says, once it has been read.
  sending_bank text,
  trans_ref text,
  -- What the bank says, once it has been asked.
  amount_minor bigint check (amount_minor > 0),
  wrong_captchas int not null default 0,
  checks int not null default 0,
  next_check_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null)),
  check ((state = 'refused') = (reason is not null)),
  check ((sending_bank is null) = (trans_ref is null))
);
create index slip_due on slip (next_check_at) where state = 'waiting';
create index slip_by_member on slip (member_id, id desc);
