-- What was compared with the outside world and with itself, and what came of it. One row a night, and one for each time by hand.
create table reconciliation (
  id bigint generated always as identity primary key,
  -- The night it is for, by the operator's clock; null when it was asked for by hand.
  night date unique,
  state text not null default 'running' check (state in ('running', 'equal', 'different', 'incomplete')),
  -- What ended before then was compared before; null: everything ever.
  since timestamptz,
  -- How far each list of the outside world has been read.
  cursors jsonb not null default '{}',
  -- How many of what were looked at, and what could not be.
  compared jsonb not null default '{}',
  differences int not null default 0,
  -- The newest link of the audit chain then.
  chain_head text,
  tries int not null default 1,
  -- Running: when another worker may take over. Incomplete: when it is tried again.
  next_try_at timestamptz not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((state = 'running') = (finished_at is null))
);

create table reconciliation_difference (
  reconciliation_id bigint not null references reconciliation,
  number int not null,
  kind text not null,
  subject text not null,
  ours text not null,
  theirs text not null,
  primary key (reconciliation_id, number)
);

-- While one of these is not released, no payout leaves: after a restore, until the books have been compared with the bank and the games.
create table payout_hold (
  id bigint generated always as identity primary key,
  reason text not null,
  held_at timestamptz not null default now(),
  released_at timestamptz,
  released_because text,
  check ((released_at is null) = (released_because is null))
);
create unique index payout_hold_open on payout_hold ((true)) where released_at is null;
create trigger noted after insert or update or delete on payout_hold for each row execute function note_operator_change();
