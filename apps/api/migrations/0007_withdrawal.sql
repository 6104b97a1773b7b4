-- A withdrawal: the money is on hold from the first moment; the worker pays it out and settles it, or gives it back.
create table withdrawal (
  id uuid primary key,
  member_id bigint not null references member,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  from_account_id bigint not null references operator_account,
  bank_code text not null,
  bank_account_no text not null,
  bank_account_name text not null,
  -- held: not sent yet. sent: the bank may have it. settled and refused are final.
  state text not null default 'held' check (state in ('held', 'sent', 'settled', 'refused')),
  trans_ref text,
  refused_reason text,
  tries int not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state in ('settled', 'refused')) = (ended_at is not null))
);
create index withdrawal_due on withdrawal (next_try_at) where state in ('held', 'sent');
create index withdrawal_by_member on withdrawal (member_id, created_at desc);
