-- What a member sees of the ledger: one row per thing that happened to their money, written in the transaction that moved it.
create table statement (
  id bigint generated always as identity primary key,
  -- No foreign key: it would lock the member's row for each line, and members are never deleted.
  member_id bigint not null,
  statement_type text not null check (statement_type in ('deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer')),
  status text not null check (status in ('PENDING', 'SUCCESS', 'FAILED')),
  from_code text not null,
  to_code text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  -- What it belongs to: game_transfer, withdrawal, bank_event …
  source_kind text not null,
  source_id text not null,
  created_at timestamptz not null default now(),
  unique (source_kind, source_id)
) with (fillfactor = 85);
create index statement_by_member on statement (member_id, id desc);
