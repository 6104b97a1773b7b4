-- A payment code made for one member and one deposit. It is found again by its reference, whatever became of it since.
create table qr_code (
  id text primary key,
  member_id bigint not null references member,
  provider text not null,
  reference text not null unique,
  account_id bigint not null references operator_account,
  amount_minor bigint not null check (amount_minor > 0),
  payload text not null,
  state text not null check (state in ('making', 'open', 'paid', 'cancelled', 'expired', 'refused')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create unique index qr_code_live on qr_code (member_id, provider) where state in ('making', 'open');
create index qr_code_latest on qr_code (member_id, provider, created_at desc);

-- "I am about to transfer this much": a hint for whoever looks at unmatched money.
create table deposit_announcement (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null default now(),
  bank_event_id bigint
);
create index deposit_announcement_open on deposit_announcement (member_id, created_at desc) where bank_event_id is null;

-- Money that reached one of our bank accounts, as the bank reported it: by webhook, by poll, once, twice, late. One row per bank
-- transfer; what cannot be matched waits here, and its money in the suspense account.
create table bank_event (
  id bigint generated always as identity primary key,
  bank_code text not null,
  account_no text not null,
  trans_ref text not null,
  event_type text not null,
  from_bank_code text not null,
  from_account_no text not null,
  from_account_name text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reference text,
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  state text not null check (state in ('credited', 'unmatched')),
  unmatched_reason text,
  member_id bigint references member,
  qr_code_id text references qr_code,
  unique (bank_code, account_no, trans_ref),
  check ((state = 'credited') = (member_id is not null)),
  check ((state = 'unmatched') = (unmatched_reason is not null))
);
create index bank_event_unmatched on bank_event (id) where state = 'unmatched';

create table feed_cursor (
  name text primary key,
  cursor text not null
);
