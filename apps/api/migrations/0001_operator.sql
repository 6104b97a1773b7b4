-- What the operator owns: names, texts, limits, switches, banks, accounts, games. Seeded once from regions/<region>.yaml and
-- changed here ever after.
create table operator_setting (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

create table bank (
  code text primary key,
  name_th text not null,
  name_en text not null,
  name_la text,
  -- Digits that an account number may have; null where the bank's rule is not known.
  account_digits int,
  position int not null
);

create table registration_source (
  code text primary key,
  description text not null,
  position int not null
);

-- The operator's own accounts: where players pay in, and from where winnings are paid out.
create table operator_account (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('deposit', 'payout', 'qr')),
  bank_code text not null references bank,
  bank_type text not null check (bank_type in ('BANK', 'QR')),
  mode text not null,
  account_name text not null,
  account_no text not null,
  currency text not null,
  -- For QR accounts: whose code it is, and the biller that the payment reference belongs to.
  qr_provider text,
  biller_id text,
  position int not null
);

create table operator_wallet (
  id bigint generated always as identity primary key,
  account_name text not null,
  account_no text not null,
  mode text not null,
  position int not null
);

create table game (
  code text primary key,
  name text not null,
  category text not null check (category in ('slot', 'sport', 'casino', 'lotto')),
  logo text not null,
  background text not null,
  -- Currency to the worth of one credit, as decimal text: {"THB": "1"}.
  ratios jsonb not null,
  web text,
  android text,
  ios text,
  has_form_login boolean not null default false,
  is_enabled boolean not null default true,
  position int not null
);

-- A change of any of these reaches every running process at once.
create function announce_operator_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('operator_change', tg_table_name);
  return null;
end $$;

create trigger changed after insert or update or delete on operator_setting for each statement execute function announce_operator_change();
create trigger changed after insert or update or delete on bank for each statement execute function announce_operator_change();
create trigger changed after insert or update or delete on registration_source for each statement execute function announce_operator_change();
create trigger changed after insert or update or delete on operator_account for each statement execute function announce_operator_change();
create trigger changed after insert or update or delete on operator_wallet for each statement execute function announce_operator_change();
create trigger changed after insert or update or delete on game for each statement execute function announce_operator_change();
