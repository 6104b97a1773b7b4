create table member (
  id bigint generated always as identity primary key,
  -- What the outside sees: random, so that it tells neither how many members there are nor who came next.
  public_id text not null unique,
  name text not null check (name <> ''),
  username text not null unique,
  password_hash text not null,
  currency text not null,
  source_code text not null default '',
  invite_code text not null default '',
  bank_code text not null references bank,
  bank_account_name text not null,
  bank_account_no text not null,
  is_active boolean not null default true,
  coin int not null default 0 check (coin >= 0),
  created_at timestamptz not null default now(),
  -- One bank account belongs to one member: a transfer's sender tells whose money it is.
  unique (bank_code, bank_account_no)
);

-- Tokens are kept as SHA-256 only: who reads this table cannot log in with it.
create table session (
  token_hash bytea primary key,
  member_id bigint not null references member,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index session_by_member on session (member_id);

create table otp (
  token_hash bytea primary key,
  phone text not null,
  ref text not null,
  code_hash bytea not null,
  wrong_tries int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  verified_at timestamptz
);
create index otp_by_phone on otp (phone, created_at desc);

-- Counters of the last moments only; losing them in a crash costs nothing, so they are not logged.
create unlogged table rate_window (
  bucket text primary key,
  started_at timestamptz not null,
  hits int not null
);

-- One row per intent of a player (Idempotency-Key): the first answer is kept with the money it moved, in one transaction.
create table intent (
  member_id bigint not null,
  key text not null,
  call text not null,
  request_hash bytea not null,
  status int,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (member_id, key),
  check ((status is null) = (answer is null))
) with (fillfactor = 70);
create index intent_by_age on intent (created_at);
