-- Gifts come from their issuer: a house account of its own, that holds the negative of what the issuer holds for us.
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check
  check (kind in ('wallet', 'hold', 'bank', 'game', 'suspense', 'bonus', 'voucher'));

-- One try to take a gift. Taking is not repeatable at the issuer, so the row is written before anything is sent, and while it is open or
-- redeemed no other can be made for the same code.
create table voucher_redemption (
  id uuid primary key,
  member_id bigint not null references member,
  -- HMAC-SHA256 of the code with the server's key: the code itself is money, and is in no table in plain.
  code_hash bytea not null,
  -- The sealed code, kept only while the issuer may have to be asked again.
  sealed_code bytea,
  -- Our number at the issuer, for whom the gift is taken.
  mobile text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  state text not null default 'open' check (state in ('open', 'redeemed', 'refused')),
  refused_reason text,
  intent_key text,
  checks int not null default 0,
  next_check_at timestamptz not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'open') = (sealed_code is not null))
);
create unique index voucher_redemption_once on voucher_redemption (code_hash) where state in ('open', 'redeemed');
create index voucher_redemption_due on voucher_redemption (next_check_at) where state = 'open';
