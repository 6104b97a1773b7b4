-- Every table, view, type and function of Kapao's database, as all migrations together make them. Made by `npm run schema`: to be read, not
-- run, and never edited. What changes the database is a migration.
--
-- By rooms, which are the folders of apps/api/src; within a room in the order in which they came. The comments are the migrations' own. One with a
-- number in brackets came with that migration; others with the file that is named. Where two do not agree the later one holds. What functions do
-- stands in the file that is named. The tables of the schema pgboss, for the schedules of the clock, are pg-boss's own.


-- ──── operator ────

-- What the operator owns: names, texts, limits, switches, banks, accounts, games. Seeded once from regions/<region>.yaml and
-- changed here ever after.
-- 0001_operator.sql
create table operator_setting (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
create trigger changed after insert or delete or update on operator_setting for each statement execute function announce_operator_change();
create trigger noted after insert or delete or update on operator_setting for each row execute function note_operator_change();
create trigger noted_whole after truncate on operator_setting for each statement execute function note_truncate();

-- 0001_operator.sql
create table bank (
  code text primary key,
  name_th text not null,
  name_en text not null,
  name_la text,
  -- Digits that an account number may have; null where the bank's rule is not known.
  account_digits int,
  position int not null
);
create trigger changed after insert or delete or update on bank for each statement execute function announce_operator_change();
create trigger noted after insert or delete or update on bank for each row execute function note_operator_change();

-- 0001_operator.sql
create table registration_source (
  code text primary key,
  description text not null,
  position int not null
);
create trigger changed after insert or delete or update on registration_source for each statement execute function announce_operator_change();
create trigger noted after insert or delete or update on registration_source for each row execute function note_operator_change();

-- The operator's own accounts: where players pay in, and from where winnings are paid out.
-- 0001_operator.sql
create table operator_account (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('deposit', 'payout', 'qr')),
  bank_code text not null references bank(code),
  bank_type text not null check (bank_type in ('BANK', 'QR')),
  mode text not null,
  account_name text not null,
  account_no text not null,
  currency text not null,
  -- For QR accounts: whose code it is, and the biller that the payment reference belongs to.
  qr_provider text,
  biller_id text,
  position int not null,
  -- [0117] An account of the operator's that is not used any more: what still comes to it is found, and nobody is led to it.
  is_offered boolean not null default true
);
create trigger changed after insert or delete or update on operator_account for each statement execute function announce_operator_change();
create trigger noted after insert or delete or update on operator_account for each row execute function note_operator_change();
create trigger noted_whole after truncate on operator_account for each statement execute function note_truncate();
create trigger stays before delete or update of account_no on operator_account for each row execute function keep_account_number();

-- 0001_operator.sql
create table operator_wallet (
  id bigint generated always as identity primary key,
  account_name text not null,
  account_no text not null,
  mode text not null,
  position int not null
);
create trigger changed after insert or delete or update on operator_wallet for each statement execute function announce_operator_change();
create trigger noted after insert or delete or update on operator_wallet for each row execute function note_operator_change();

-- 0001_operator.sql
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
create trigger changed after insert or delete or update on game for each statement execute function announce_operator_change();
create trigger noted after insert or delete or update on game for each row execute function note_operator_change();

-- 0010_condition.sql
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
  fail_percent int not null check (fail_percent >= 0 and fail_percent <= 99),
  banners jsonb not null default '[]',
  is_enabled boolean not null default true,
  position int not null
);
create trigger changed after insert or delete or update on bonus for each statement execute function announce_operator_change();
create trigger noted after insert or delete or update on bonus for each row execute function note_operator_change();

-- 0010_condition.sql
create table promotion (
  code text primary key check (code = upper(code)),
  description text not null,
  percent int not null check (percent > 0),
  cap jsonb not null default '{}',
  min_deposit jsonb not null default '{}',
  success_percent int not null check (success_percent >= 0),
  fail_percent int not null check (fail_percent >= 0 and fail_percent <= 99),
  is_enabled boolean not null default true,
  position int not null
);
create trigger changed after insert or delete or update on promotion for each statement execute function announce_operator_change();
create trigger noted after insert or delete or update on promotion for each row execute function note_operator_change();

-- 0030_wheel.sql
create table wheel (
  code text primary key,
  name text not null check (name <> ''),
  is_active boolean not null default true
);
-- Several may be prepared, for a season or a feast; one is shown.
create unique index wheel_shown on wheel (is_active) where is_active;
create trigger changed after insert or delete or update on wheel for each statement execute function announce_operator_change();
create trigger noted after insert or delete or update on wheel for each row execute function note_operator_change();

-- 0030_wheel.sql
create table wheel_slice (
  wheel_code text not null references wheel(code),
  code text not null check (code <> ''),
  -- What the player reads, by the member's currency: {"LAK": "5,000 ກີບ", "BAHT": "10 ບາດ"}.
  label jsonb not null,
  prize_name jsonb not null,
  html_description jsonb not null,
  bg_color text not null check (bg_color ~ '^#[0-9A-Fa-f]{6}$'),
  text_color text not null check (text_color ~ '^#[0-9A-Fa-f]{6}$'),
  weight int not null check (weight >= 1 and weight <= 1000000),
  kind text not null check (kind in ('none', 'coins', 'money', 'bonus')),
  -- Money and bonus, by currency, in whole units: {"THB": 20}.
  amount jsonb not null default '{}',
  coins int check (coins >= 1 and coins <= 1000),
  success_percent int check (success_percent > 100),
  fail_percent int check (fail_percent >= 0 and fail_percent <= 99),
  valid_hours int check (valid_hours > 0),
  -- A prize that was a mistake: it is no longer drawn, and its coupons are no longer paid.
  is_withdrawn boolean not null default false,
  position int not null,
  primary key (wheel_code, code),
  check ((kind = 'none') = (valid_hours is null)),
  check ((kind = 'coins') = (coins is not null)),
  check ((kind = 'bonus') = (success_percent is not null) and (kind = 'bonus') = (fail_percent is not null))
);
create trigger changed after insert or delete or update on wheel_slice for each statement execute function announce_operator_change();
create trigger noted after insert or delete or update on wheel_slice for each row execute function note_operator_change();

-- A change of any of these reaches every running process at once.
-- 0001_operator.sql
create function announce_operator_change() returns trigger language plpgsql;

-- Under another number, or gone, whatever is on its way to the old one would be nobody's, and no comparison would see it. Written with other signs between its digits
-- it is the same, as is its bank under another of its symbols.
-- 0117_account_stays.sql
create function keep_account_number() returns trigger language plpgsql;


-- ──── member ────

-- 0002_member.sql
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
  bank_code text not null references bank(code),
  bank_account_name text not null,
  bank_account_no text not null,
  is_active boolean not null default true,
  coin int not null default 0 check (coin >= 0),
  created_at timestamptz not null default now(),
  -- One bank account belongs to one member: a transfer's sender tells whose money it is.
  unique (bank_code, bank_account_no)
);
create trigger coins_by_post before update on member for each row when (new.coin is distinct from old.coin and current_setting('kapao.coining', true)
  is distinct from 'on') execute function coin_refuse_stranger();
create trigger no_coins_at_birth before insert on member for each row when (new.coin <> 0) execute function coin_refuse_stranger();
create trigger switched after update of is_active on member for each statement execute function announce_session_end();
create trigger account_before after update of bank_code, bank_account_no on member for each row when (old.bank_code is distinct from new.bank_code or
  old.bank_account_no is distinct from new.bank_account_no) execute function keep_account_before();

-- Which account a member had before the present one. A phone that was taken is used to write in another account, to withdraw, and to write the old one back:
-- without this nothing would tell. And an account that money has moved by stays its first member's: freed by writing in another one, it would begin as a
-- new member's, with a newcomer's bonuses, again and again. By a trigger, so that it holds whoever changes it.
-- 0121_account_before.sql
create table account_before (
  id bigint generated always as identity primary key,
  member_id bigint not null references member(id),
  bank_code text not null,
  bank_account_name text not null,
  bank_account_no text not null,
  until timestamptz not null default now()
);
create index account_before_of_member on account_before (member_id, until desc);
create index account_before_by_number on account_before (bank_account_no);
create trigger only_added before delete or update or truncate on account_before for each statement execute function refuse_change();

-- With its owner's rights: the release before changes members while those of the serving user to the new table are still to be given.
-- 0121_account_before.sql
create function keep_account_before() returns trigger language plpgsql security definer set search_path=pg_catalog, public;


-- ──── session ────

-- Tokens are kept as SHA-256 only: who reads this table cannot log in with it.
-- 0002_member.sql
create table session (
  token_hash bytea primary key,
  member_id bigint not null references member(id),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index session_by_member on session (member_id);
create trigger ended after update of revoked_at on session for each statement execute function announce_session_end();

-- From where an account has been logged in to with the right password: guesses that are made elsewhere do not make it wait there.
-- 0062_familiar_network.sql
create table familiar_network (
  -- As the limits call it: 'login:0812345678', 'desk-login:nok'.
  account text not null,
  network cidr not null,
  last_used_at timestamptz not null default now(),
  primary key (account, network)
);
create index familiar_network_by_age on familiar_network (last_used_at);

-- Sockets stay open while sessions end: every process looks again at whom its sockets belong to.
-- 0040_staff.sql
create function announce_session_end() returns trigger language plpgsql;


-- ──── otp ────

-- 0002_member.sql
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


-- ──── intent ────

-- One row per intent of a player (Idempotency-Key): the first answer is kept with the money it moved, in one transaction.
-- 0002_member.sql
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
) with (fillfactor=70);
create index intent_by_age on intent (created_at);


-- ──── http ────

-- Counters of the last moments only; losing them in a crash costs nothing, so they are not logged.
-- 0002_member.sql
create unlogged table rate_window (
  bucket text primary key,
  started_at timestamptz not null,
  hits int not null
);

-- Requests of one address in one minute, summed over the processes. Unlogged: it guards against floods, and may forget.
-- 0056_address_window.sql
create unlogged table address_window (
  address text not null,
  -- Since 1970.
  minute bigint not null,
  hits int not null,
  primary key (address, minute)
);

-- What was used up of a limit for a day that begins with its first use: bytes, new guests. Unlogged: it guards against floods, and may forget.
-- 0103_day_window.sql
create unlogged table day_window (
  bucket text primary key,
  started_at timestamptz not null,
  used bigint not null
);


-- ──── ledger ────

-- 0003_ledger.sql
create type ledger_posting as (kind text, reference text, from_account bigint, to_account bigint, amount_minor bigint);

-- Double entry. Every movement takes an amount from one account and gives it to another, in two entries. Sign, distinctness,
-- zero sum and "no member below zero" are constraints here, not habits of the code.
--
-- A member's account keeps its balance and a version, and is locked while it changes. A house account (bank, game, suspense) keeps
-- none: every transfer touches it, and one locked row for all would make them queue. Its balance is the sum of its entries.
-- 0003_ledger.sql
create table ledger_account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('wallet', 'hold', 'bank', 'game', 'suspense', 'bonus', 'voucher', 'wheel')),
  member_id bigint references member(id),
  code text not null default '',
  currency text not null,
  balance_minor bigint check (balance_minor >= 0),
  version bigint,
  created_at timestamptz not null default now(),
  check ((kind in ('wallet', 'hold')) = (member_id is not null)),
  check ((member_id is null) = (balance_minor is null)),
  check ((member_id is null) = (version is null))
) with (fillfactor=70);
create unique index ledger_account_of_member on ledger_account (member_id, kind) where (member_id is not null);
create unique index ledger_account_of_house on ledger_account (kind, code, currency) where (member_id is null);
create trigger append_only before delete or truncate on ledger_account for each statement execute function ledger_refuse_change();
create trigger written_by_post before update on ledger_account for each row when (new.balance_minor is distinct from old.balance_minor and
  current_setting('kapao.posting', true) is distinct from 'on') execute function ledger_refuse_stranger();

-- 0003_ledger.sql
create table ledger_movement (
  id bigint generated always as identity primary key,
  kind text not null,
  -- What outside event or request this movement is; a second movement of the same kind for it cannot be.
  reference text not null,
  -- No foreign keys to the accounts: each would share-lock the row of the house account that every transfer touches. ledger_post
  -- reads both accounts before it writes, and accounts are never deleted.
  from_account bigint not null,
  to_account bigint not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  created_at timestamptz not null default now(),
  unique (kind, reference),
  check (from_account <> to_account)
);
create trigger append_only before delete or update or truncate on ledger_movement for each statement execute function ledger_refuse_change();
create trigger written_by_post before insert on ledger_movement for each row when (current_setting('kapao.posting', true) is distinct from 'on')
  execute function ledger_refuse_stranger();

-- 0003_ledger.sql
create table ledger_entry (
  movement_id bigint not null,
  account_id bigint not null,
  amount_minor bigint not null check (amount_minor <> 0),
  balance_before_minor bigint,
  balance_after_minor bigint,
  version bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, movement_id),
  check (balance_after_minor = (balance_before_minor + amount_minor)),
  check ((version is null) = (balance_after_minor is null))
);
create index ledger_entry_by_movement on ledger_entry (movement_id);
-- A member account's entries form one line without gaps or forks.
create unique index ledger_entry_version on ledger_entry (account_id, version) where (version is not null);
create trigger append_only before delete or update or truncate on ledger_entry for each statement execute function ledger_refuse_change();
create trigger balanced after insert on ledger_entry referencing new table as written for each statement execute function ledger_check_entries();
create trigger written_by_post before insert on ledger_entry for each row when (current_setting('kapao.posting', true) is distinct from 'on') execute
  function ledger_refuse_stranger();

-- The balance of a house account: what its entries sum to.
-- 0003_ledger.sql
create view ledger_house_balance as
 select a.id,
    a.kind,
    a.code,
    a.currency,
    coalesce(sum(e.amount_minor), 0::numeric)::bigint as balance_minor
   from ledger_account a
     left join ledger_entry e on e.account_id = a.id
  where a.member_id is null
  group by a.id;

-- 0003_ledger.sql
create function ledger_refuse_change() returns trigger language plpgsql;

-- [0003] Entries are written in pairs: each statement that writes any is checked whole. Every pair belongs to its movement, one entry to either
-- account, and they cancel out.
-- As before: every pair belongs to its movement, one entry to either account, and they cancel out. An account has one entry of a movement
-- at most (the primary key), so a pair it is when there are two for each movement and each is one of its sides.
-- 0065_quicker_posting.sql
create function ledger_check_entries() returns trigger language plpgsql;

-- Movements, entries and balances are written by ledger_post or not at all: it alone says that it is at work.
-- 0003_ledger.sql
create function ledger_refuse_stranger() returns trigger language plpgsql;

-- [0003] The one function that writes money. Locks the member accounts in sorted order, then writes each posting.
-- Answers 'posted'; 'duplicate' when the first posting was already made; 'insufficient' when the first posting's source has too
-- little (nothing is written then). A later posting that cannot be made is a bug of the caller and raises.
-- 0065_quicker_posting.sql
create function ledger_post(variadic p_postings ledger_posting[]) returns text language plpgsql;

-- 0003_ledger.sql
create function ledger_member_account(p_member bigint, p_kind text) returns bigint language sql stable;

-- The house account of that name, made on first use.
-- 0003_ledger.sql
create function ledger_house_account(p_kind text, p_code text, p_currency text) returns bigint language plpgsql;

-- Makes those of the postings that nobody else is at, that are new, and whose source has enough. Answers their places in the list, from 1. An
-- account of a member stands in one posting of the list at most: a second line of versions for it cannot be (ledger_entry_version).
-- 0080_transfers_together.sql
create function ledger_post_each(p_kinds text[], p_references text[], p_from bigint[], p_to bigint[], p_amounts bigint[]) returns bigint[] language
  plpgsql;

-- A movement that has to be: where the books refuse it nothing is written of what belongs to it. An unknown transfer stays open then, and is seen.
-- 0127_held_until_known.sql
create function ledger_post_surely(variadic p_postings ledger_posting[]) returns void language plpgsql;


-- ──── statement ────

-- What a member sees of the ledger: one row per thing that happened to their money, written in the transaction that moved it.
-- 0004_statement.sql
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
) with (fillfactor=85);
create index statement_by_member on statement (member_id, id desc);


-- ──── deposit ────

-- A payment code made for one member and one deposit. It is found again by its reference, whatever became of it since.
-- 0006_deposit.sql
create table qr_code (
  id text primary key,
  member_id bigint not null references member(id),
  provider text not null,
  reference text not null unique,
  account_id bigint not null references operator_account(id),
  amount_minor bigint not null check (amount_minor > 0),
  payload text not null,
  state text not null check (state in ('making', 'open', 'paid', 'cancelled', 'expired', 'refused')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create unique index qr_code_live on qr_code (member_id, provider) where (state in ('making', 'open'));
create index qr_code_latest on qr_code (member_id, provider, created_at desc);

-- "I am about to transfer this much": a hint for whoever looks at unmatched money.
-- 0006_deposit.sql
create table deposit_announcement (
  id bigint generated always as identity primary key,
  member_id bigint not null references member(id),
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null default now(),
  bank_event_id bigint
);
create index deposit_announcement_open on deposit_announcement (member_id, created_at desc) where (bank_event_id is null);
-- [0105] Announced transfers that never came are put away by their age.
create index deposit_announcement_unmatched on deposit_announcement (created_at) where (bank_event_id is null);

-- Money that reached one of our bank accounts, as the bank reported it: by webhook, by poll, once, twice, late. One row per bank
-- transfer; what cannot be matched waits here, and its money in the suspense account.
-- 0006_deposit.sql
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
  member_id bigint references member(id),
  qr_code_id text references qr_code(id),
  -- [0082] By which way we first heard of a transfer. Null in what was taken in before this was kept.
  way text check (way in ('webhook', 'poll', 'slip')),
  -- [0093] Whether the other way than the first has told of it, too, by the same reference. Not known of what is here already; it matters for minutes.
  both_ways boolean not null default false,
  -- [0118] Money in suspense that somebody has found to be no player's, and why: it stays where it is, and nobody is asked for it any more.
  aside_because text,
  unique (bank_code, account_no, trans_ref),
  check ((state = 'credited') = (member_id is not null)),
  check ((state = 'unmatched') = (unmatched_reason is not null))
);
create index bank_event_unmatched on bank_event (id) where (state = 'unmatched');
-- [0082] The figures of the last minutes are asked for every few seconds.
create index bank_event_received on bank_event (received_at);
-- [0091] A transfer is looked for by its reference: whether it is in the books already, however its account was written then.
create index bank_event_by_reference on bank_event (trans_ref);
create index bank_event_sender on bank_event (from_account_no, happened_at);

-- 0006_deposit.sql
create table feed_cursor (
  name text primary key,
  cursor text not null,
  -- [0082] When the bank's feed was last read to its end: money that does not arrive shows in no row of its own. Null until a worker reads it.
  read_at timestamptz,
  unreadable bigint not null default 0
);


-- ──── slip ────

-- A picture of a transfer's slip that a member handed in. The row is the worker's job until it is credited or refused.
-- 0020_slip.sql
create table slip (
  id bigint generated always as identity primary key,
  -- Names the slip to the outside: random, so that it tells nothing.
  reference text not null unique,
  member_id bigint not null references member(id),
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
create index slip_due on slip (next_check_at) where (state = 'waiting');
create index slip_by_member on slip (member_id, id desc);
-- [0114] A slip that the bank does not know yet is looked for among those that are credited, which are kept for good.
create index slip_credited_by_reference on slip (trans_ref) where (state = 'credited');
-- [0125] Slips are millions after years, and those with a picture fewer: the job that tidies them away looks for pictures by their names, and for old ones.
create index slip_picture on slip (file_name) where (file_name is not null);
create index slip_picture_old on slip (ended_at) where ((file_name is not null) and (state <> 'waiting'));


-- ──── truelink ────

-- One try to take a gift. Taking is not repeatable at the issuer, so the row is written before anything is sent, and while it is open or
-- redeemed no other can be made for the same code.
-- 0021_voucher.sql
create table voucher_redemption (
  id uuid primary key,
  member_id bigint not null references member(id),
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
  -- [0116] When the worker last asked the issuer to give a gift, and nobody knows what was answered. Null: not since the request that wrote the row.
  last_sent_at timestamptz,
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'open') = (sealed_code is not null))
);
create unique index voucher_redemption_once on voucher_redemption (code_hash) where (state in ('open', 'redeemed'));
create index voucher_redemption_due on voucher_redemption (next_check_at) where (state = 'open');
-- [0123] A page of the issuer's list is looked up by its codes, refused tries as well, and ours of a number are read page by page.
create index voucher_redemption_of_number on voucher_redemption (mobile, code_hash, id);


-- ──── withdraw ────

-- A withdrawal: the money is on hold from the first moment; the worker pays it out and settles it, or gives it back.
-- 0007_withdrawal.sql
create table withdrawal (
  id uuid primary key,
  member_id bigint not null references member(id),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  from_account_id bigint not null references operator_account(id),
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
  -- [0097] When a withdrawal was first sent to the bank, for its member to see. Null for those of before.
  sent_at timestamptz,
  check ((state in ('settled', 'refused')) = (ended_at is not null)),
  -- [0128] How a withdrawal has ended is told with it, and never both ways: the bank's reference of what it paid, its reason for what it did not. `not valid`: what is
  -- written from now on is held to it, and no table of years is read with its lock held.
  constraint withdrawal_settled_by check ((state = 'settled') = (trans_ref is not null)) not valid,
  constraint withdrawal_refused_because check ((state = 'refused') = (refused_reason is not null)) not valid
);
create index withdrawal_due on withdrawal (next_try_at) where (state in ('held', 'sent'));
create index withdrawal_by_member on withdrawal (member_id, created_at desc);
create index withdrawal_ended on withdrawal (ended_at, id) where (ended_at is not null);

-- While one of these is not released, no payout leaves: after a restore, until the books have been compared with the bank and the games.
-- 0061_reconciliation.sql
create table payout_hold (
  id bigint generated always as identity primary key,
  reason text not null,
  held_at timestamptz not null default now(),
  released_at timestamptz,
  released_because text,
  check ((released_at is null) = (released_because is null))
);
create unique index payout_hold_open on payout_hold ((true)) where (released_at is null);
create trigger noted after insert or delete or update on payout_hold for each row execute function note_operator_change();


-- ──── games ────

-- 0005_game.sql
create table game_account (
  member_id bigint not null references member(id),
  game_code text not null references game(code),
  username text not null,
  -- The provider's password, shown to its owner: sealed with the server's key (AES-256-GCM).
  sealed_password bytea not null,
  -- The provider's last known balance in hundredths of a credit. A figure to show; money is never moved on its word.
  credits_minor bigint not null default 0,
  created_at timestamptz not null default now(),
  -- [0010] When the provider was asked for the figure in credits_minor; null when a transfer told it.
  credits_asked_at timestamptz,
  -- [0063] Who gives a game account another password has its turn until then, and nobody else meanwhile: what the provider has and what is shown cannot
  -- come apart. The time is for a process that ends in the middle of it.
  password_turn_until timestamptz,
  -- [0089] Transfers of one game account that were under way at the same time: in which order the provider carried them out nobody can tell, so that neither
  -- of the balances that it told with them need be the last. The lower one is shown, how much more it may be is written beside it, and until a
  -- balance was asked for afterwards, or a transfer by itself has told one, no condition ends by it and nothing is cleared.
  moved_at timestamptz,
  doubt_minor bigint not null default 0 check (doubt_minor >= 0),
  -- [0090] When a game in doubt was last asked by the worker. The index has none of what a transfer changes but the doubt itself, so that a transfer
  -- without one goes on without it.
  doubt_asked_at timestamptz,
  -- [0106] A game account may have another password at its provider than the one kept here: it was told one, and its answer was never seen. Until it has
  -- taken the kept one again. The release before neither sets nor reads it.
  password_in_doubt boolean not null default false,
  -- [0111] Until when a password that a game's provider was told, and whose answer was never seen, may still reach it: so long the account stays in doubt. The
  -- release before neither sets nor reads it.
  password_late_until timestamptz,
  -- [0115] How much more of the doubt than nothing is shown. What a game may hold at least is judged by; a player whose transfer is under way is shown what was there
  -- before it, as long as nothing tells otherwise, and what moved once that is known.
  shown_doubt_minor bigint not null default 0 check (shown_doubt_minor >= 0),
  -- [0120] What the last transfer has left in a game, as far as it was known then, once somebody has asked what is there since. A balance from before that transfer is
  -- recognised by it, also when something was won or lost meanwhile. Null where nobody has asked since the last one: then it is credits_minor.
  moved_credits_minor bigint,
  primary key (member_id, game_code),
  unique (game_code, username)
);
create index game_account_in_doubt on game_account (member_id, game_code) where (doubt_minor > 0);

-- One movement between a wallet and a provider. `id` goes to the provider with every try.
-- 0005_game.sql
create table game_transfer (
  id uuid primary key,
  -- No foreign keys: they would lock the member's row, and one row for all transfers of a game. Neither is ever deleted.
  member_id bigint not null,
  game_code text not null,
  username text not null,
  direction text not null check (direction in ('in', 'out')),
  amount_minor bigint not null check (amount_minor > 0),
  credits_minor bigint not null check (credits_minor > 0),
  state text not null default 'open' check (state in ('open', 'confirmed', 'refused')),
  moved_minor bigint,
  intent_key text,
  checks int not null default 0,
  next_check_at timestamptz not null,
  not_found_since timestamptz,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((state = 'open') = (settled_at is null)),
  check ((state = 'confirmed') = (moved_minor is not null))
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=50000);
create index game_transfer_due on game_transfer (next_check_at) where (state = 'open');
-- [0122] A member's latest transfers, however many they have made: after years there are a hundred thousand of some. The index by member and time of beginning goes in a
-- file of its own (0126): to wait for that lock here, with this one held, would stand in a circle with transfers that are being written.
create index game_transfer_of_member on game_transfer (member_id, game_code, settled_at);
-- [0123] What ended since a moment is read page by page.
create index game_transfer_ended on game_transfer (game_code, settled_at, id) where (state <> 'open');

-- [0005] Opens a transfer: keeps the intent, puts the money of an inward one on hold, and shows it as in progress, all or nothing.
-- Answers 'opened', 'repeat' (the intent is known: look there) or 'insufficient'.
-- 0066_quicker_transfer.sql
create function game_transfer_open(p_member bigint, p_intent_key text, p_call text, p_request_hash bytea, p_transfer uuid, p_game text, p_username
  text, p_direction text, p_amount bigint, p_credits bigint, p_first_check interval) returns text language plpgsql;

-- [0005] Ends a transfer once, whoever comes first: the request that sent it or the worker that asked again. `p_moved` is what really
-- moved, in the wallet's minor units: less than asked for is possible, and the rest of an inward transfer goes back. Answers the
-- transfer's final state, which is another's if it was already ended. Without an answer (p_status null) it was a refusal that touched no
-- money: then neither the intent nor the statement keeps a trace of it.
-- [0089] p_credits is the balance that the provider told with it, or null: the sum is kept then. The account's row itself says whether another transfer
-- has ended since this one was opened, so that of two that end at once the second to get at it sees the first.
-- As before (0089), but for what ledger_post answers, which was not looked at.
-- 0127_held_until_known.sql
create function game_transfer_settle(p_transfer uuid, p_state text, p_moved bigint, p_credits bigint, p_status int, p_answer jsonb) returns text
  language plpgsql;

-- Opens transfers, each with an intent, of different members. Answers those that it opened, with the name at the game.
-- 0080_transfers_together.sql
create function game_transfer_open_each(p_members bigint[], p_intent_keys text[], p_calls text[], p_request_hashes bytea[], p_transfers uuid[],
  p_games text[], p_directions text[], p_amounts bigint[], p_credits bigint[], p_first_check interval) returns table(asker int, username text)
  language plpgsql;

-- [0080] Ends transfers that the provider has confirmed: all that was asked of each inward one, or more. `p_told` is the balance that the provider
-- told with it, or null. Answers those that it ended, and whether their member has a condition that may have to be judged now.
-- As before, and the game's account as above.
-- 0089_doubtful_balance.sql
create function game_transfer_confirm_each(p_transfers uuid[], p_moved bigint[], p_told bigint[], p_credits bigint[], p_status int[], p_answers
  jsonb[]) returns table(asker int, member_id bigint, has_condition boolean) language plpgsql;

-- What a game holds after a transfer, by what was known before, the balance that the provider told with it (or null: then the sum), and what came or
-- went. Beside another transfer the lower of what both leave; without a word of the provider's nobody knows whether what is known counts it already.
-- 0089_doubtful_balance.sql
create function game_credits_after(p_is_beside boolean, p_known bigint, p_told bigint, p_came bigint, p_went bigint) returns bigint language sql
  immutable;

-- [0089] How much more it may be.
-- As before, and how much more it may be after a transfer whose balance nobody told is counted from what there may have been: where more went out than was known to
-- be there, what is known ends at nothing, and a doubt as wide as before would tell as still there what has gone.
-- 0119_wide_no_more.sql
create function game_doubt_after(p_is_beside boolean, p_known bigint, p_doubt bigint, p_told bigint, p_came bigint, p_went bigint) returns bigint
  language sql immutable;

-- What a game's credits are worth is written by the operator, and may be missing for a currency or be no number. Then the ratio by which
-- the member's last transfer was made counts: what they have and have lost is needed to take in their next deposit.
-- 0092_readable_ratio.sql
create function game_ratio(p_member bigint, p_game text, p_ratios jsonb, p_currency text) returns numeric language sql stable;

-- The member's game accounts whose figure decides nothing, since it is in doubt. Of a game that is switched off the last figure stands: its provider
-- may be gone for good, and nobody could ever say what is there.
-- 0110_doubt_where_switched_on.sql
create function doubtful_accounts(p_member bigint) returns setof game_account language sql stable;


-- ──── condition ────

-- A bonus of a member, from the choice to the end. Its terms are kept as they were when it was chosen. Whoever changes a row locks
-- the member's wallet account first, as every posting does: one order of locks, and no deposit slips in between.
-- 0010_condition.sql
create table condition (
  id bigint generated always as identity primary key,
  member_id bigint not null references member(id),
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
  -- [0087] What came in as the member's own money since the condition began: clearing takes none of it.
  added_minor bigint not null default 0 check (added_minor >= 0),
  -- [0108] How much of a condition's base was in doubt when it began. Once it is known what the games hold, what is not there is taken off the base. Zero for
  -- those of before, and for those that the release before begins: their base stays as it is.
  base_doubt_minor bigint not null default 0 check (base_doubt_minor >= 0),
  -- [0113] What a member was last told that clearing takes, and when: for a minute clearing takes no more than that. The release before neither sets nor reads it.
  told_taken_minor bigint check (told_taken_minor >= 0),
  told_at timestamptz,
  check ((applied_at is null) = (base_minor is null) and (applied_at is null) = (bonus_minor is null)),
  check ((state in ('success', 'failed', 'cleared')) = (ended_at is not null)),
  check (state <> 'chosen' or applied_at is null),
  check ((state not in ('running', 'success', 'failed')) or applied_at is not null),
  check (taken_minor = 0 or state = 'cleared'),
  check (taken_minor <= coalesce(bonus_minor, 0::bigint))
);
create unique index condition_active on condition (member_id) where (state in ('chosen', 'running'));
create unique index condition_promotion_once on condition (member_id, code) where ((kind = 'promotion') and (applied_at is not null));
create index condition_by_member on condition (member_id, kind, code);
create index condition_claims on condition (kind, code) where ((applied_at is not null) or (state = 'chosen'));
create index condition_due on condition (next_look_at) where (state in ('chosen', 'running'));

-- [0010] All that a member has: the wallet, what is on its way into a game, and what the games hold by their last known word.
-- 0092_readable_ratio.sql
create function member_total(p_member bigint) returns bigint language sql stable;

-- The start of the day, week or minute that holds a moment, by the clock on the wall of `p_zone`. Weeks begin on `p_first_day`, Monday
-- being 1 and Sunday 7.
-- 0010_condition.sql
create function period_start(p_at timestamptz, p_unit text, p_zone text, p_first_day int) returns timestamptz language sql immutable;

-- Whether a member has a condition that may have to be judged. For the end of a statement that has just changed what they have: volatile, so
-- that it sees what was committed meanwhile. A condition that begins after this look and before the commit is judged at its next look.
-- 0066_quicker_transfer.sql
create function condition_is_active(p_member bigint) returns boolean language plpgsql;

-- [0089] The most that a member may have: as member_total, with what is in doubt. A condition that begins with less would be met by what was there already.
-- [0110] As before, by these alone.
-- 0115_told_while_under_way.sql
create function member_most(p_member bigint) returns bigint language sql stable;

-- While a transfer is under way nobody knows whether the figure of its game counts it: a game tells what it has with it or without, and so does another
-- transfer that ends beside it. So the least that a member may have is without what is on its way in, which the figure may hold already, and the most is
-- with what is on its way out, which it may hold no more.
-- 0115_told_while_under_way.sql
create function member_least(p_member bigint) returns bigint language sql stable;


-- ──── invite ────

-- Who was invited by whom, and what it earned. A friend counts once, for one inviter.
-- 0011_invite_refund.sql
create table invite (
  invitee_id bigint primary key references member(id),
  inviter_id bigint not null references member(id),
  created_at timestamptz not null default now(),
  -- Of the friend's first settled deposit; zero where nothing was earned by it.
  earned_minor bigint not null default 0 check (earned_minor >= 0),
  deposited_at timestamptz,
  condition_id bigint references condition(id),
  check (inviter_id <> invitee_id),
  check (deposited_at is not null or earned_minor = 0)
);
create index invite_by_inviter on invite (inviter_id, created_at desc);


-- ──── refund ────

-- What a member had lost in all games together, ever, when a period had just ended: put in − taken out − what the games held. The loss
-- of a period is the difference of two such rows, so that no loss belongs to two periods and none to no period.
-- 0011_invite_refund.sql
create table loss_mark (
  member_id bigint not null references member(id),
  period_start timestamptz not null,
  lost_minor bigint not null,
  created_at timestamptz not null default now(),
  -- [0124] What the games held when a mark was written, by their last known balances and in the wallet's money; null where it was written by the release before. Of
  -- whom nothing was there, and nothing has moved since, nothing can have been lost: no further mark has to be written, nor a game be asked. And who
  -- had little there has little to lose as long as nothing moves: they can be asked last.
  held_minor bigint check (held_minor >= 0),
  primary key (member_id, period_start)
);

-- 0011_invite_refund.sql
create table refund (
  id bigint generated always as identity primary key,
  member_id bigint not null references member(id),
  period_start timestamptz not null,
  loss_minor bigint not null check (loss_minor > 0),
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null default now(),
  -- The condition under which it was added to the wallet; null until then.
  condition_id bigint references condition(id),
  unique (member_id, period_start),
  foreign key (member_id, period_start) references loss_mark(member_id, period_start)
);
create index refund_by_member on refund (member_id, id desc);

-- [0011] Net losses of a member so far, by the ledger and the games' last known balances; null while a transfer is unknown.
-- [0089] What is in doubt is not lost.
-- 0092_readable_ratio.sql
create function member_lost(p_member bigint) returns bigint language sql stable;

-- All of it, with what is in doubt; rounded up, so that it is nothing only where nothing is there.
-- 0124_held_at_mark.sql
create function member_held(p_member bigint) returns bigint language sql stable;


-- ──── wheel ────

-- Every coin that a member got or spent. member.coin is the sum, and what it may not fall below stands there as a constraint.
-- 0030_wheel.sql
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
  check (balance_after = (balance_before + amount))
);
create index coin_entry_earned on coin_entry (member_id, created_at) where (kind = 'deposit');
create trigger append_only before delete or update or truncate on coin_entry for each statement execute function ledger_refuse_change();
create trigger written_by_post before insert on coin_entry for each row when (current_setting('kapao.coining', true) is distinct from 'on') execute
  function coin_refuse_stranger();

-- Each draw, whatever it won.
-- 0030_wheel.sql
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
-- 0030_wheel.sql
create table coupon (
  id bigint generated always as identity primary key,
  -- Names the coupon to the outside: random, so that it tells nothing and cannot be guessed.
  reference text not null unique,
  member_id bigint not null references member(id),
  spin_id uuid not null unique references wheel_spin(id),
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
  condition_id bigint unique references condition(id),
  check ((state = 'open') = (ended_at is null)),
  check ((kind not in ('money', 'bonus')) or amount_minor is not null),
  check (kind <> 'coins' or coins is not null),
  check (kind <> 'bonus' or success_percent is not null and fail_percent is not null),
  check ((kind = 'bonus' and state = 'claimed') = (condition_id is not null))
);
create index coupon_open on coupon (member_id, id desc) where (state = 'open');
create index coupon_expiring on coupon (expires_at) where (state = 'open');

-- 0030_wheel.sql
create function coin_refuse_stranger() returns trigger language plpgsql;

-- The one function that changes a member's coins. Answers 'posted'; 'duplicate' when this was already done; 'insufficient' when there
-- are too few (nothing is written then). `coins` is what the member has now.
-- 0030_wheel.sql
create function coin_post(p_member bigint, p_kind text, p_reference text, p_amount int) returns table(result text, coins int) language plpgsql;


-- ──── chat ────

-- One conversation per customer, for ever; its sessions are opened by a message and ended by the desk.
-- 0041_chat.sql
create table chat_conversation (
  id bigint generated always as identity primary key,
  -- Names it at the desk: random, so that it tells nothing.
  public_id text not null unique,
  member_id bigint unique references member(id),
  guest_id uuid unique,
  -- What a guest calls themselves: nobody's proof of anything.
  guest_name text not null default '',
  -- Null while none is open.
  session_id text,
  last_seq int not null default 0,
  last_at timestamptz,
  -- How far each side has read, and what the other has sent beyond it.
  desk_read_seq int not null default 0,
  customer_read_seq int not null default 0,
  desk_unread int not null default 0,
  customer_unread int not null default 0,
  -- When the first message that nobody has answered was sent.
  waiting_since timestamptz,
  assignee_id bigint references staff(id),
  created_at timestamptz not null default now(),
  -- [0088] How many messages a customer has sent in the minute that began with the first of them, so that who sends one is found, counted and answered in
  -- one trip to the database and one commit.
  counted_since timestamptz,
  counted int not null default 0,
  check ((member_id is null) <> (guest_id is null))
) with (fillfactor=70);
-- [0104] The desk's inbox, in each of its orders: what it looks at of the open conversations is a page, however many there are.
create index chat_conversation_open on chat_conversation (last_at desc, id desc) where (session_id is not null);
create index chat_conversation_open_waiting on chat_conversation (waiting_since, last_at desc, id desc) where (session_id is not null);
create index chat_conversation_assigned on chat_conversation (assignee_id) where ((session_id is not null) and (assignee_id is not null));
create index chat_conversation_closed on chat_conversation (last_at desc, id desc) where (session_id is null);

-- 0041_chat.sql
create table chat_message (
  -- Grows with each commit of one conversation; it tells processes what to deliver.
  id bigint generated always as identity unique,
  conversation_id bigint not null references chat_conversation(id),
  -- 1, 2, 3 … without a gap in each conversation: the order of its messages.
  seq int not null,
  sender text not null check (sender in ('customer', 'agent', 'system')),
  staff_id bigint references staff(id),
  client_id uuid,
  message_type text not null,
  payload jsonb not null,
  session_id text not null,
  device_token text not null default '',
  -- Strictly growing with seq, in whole milliseconds, which is what the wire shows.
  created_at timestamptz not null,
  primary key (conversation_id, seq),
  check ((sender = 'agent') = (staff_id is not null))
);
create unique index chat_message_once on chat_message (conversation_id, sender, client_id) where (client_id is not null);

-- Uploaded files, by the name under which they are kept. Whoever knows a name may see the file; only its owner may send it.
-- 0041_chat.sql
create table chat_file (
  name text primary key,
  -- Who brought it: a member, one of the staff, or nobody known (a guest's upload names no one).
  member_id bigint references member(id),
  staff_id bigint references staff(id),
  -- The conversation that first sent it, and from then on its only one. The staff's files belong to all.
  conversation_id bigint references chat_conversation(id),
  file_type text not null check (file_type in ('image', 'video', 'file')),
  content_type text not null,
  bytes int not null,
  width int,
  height int,
  created_at timestamptz not null default now()
);
create index chat_file_unsent on chat_file (created_at) where ((conversation_id is null) and (staff_id is null));

-- A message with what must be known of both sides to show it.
-- 0086_told_at_once.sql
create view chat_message_told as
 select g.id,
    g.conversation_id,
    c.public_id as conversation_public_id,
    g.seq,
    g.sender,
    g.client_id,
    g.message_type,
    g.payload,
    g.session_id,
    g.device_token,
    g.created_at,
    m.public_id as member_public_id,
    m.username as customer_username,
    coalesce(m.name, c.guest_name) as customer_name,
    c.guest_id,
    s.public_id as staff_public_id,
    s.display_name as staff_name
   from chat_message g
     join chat_conversation c on c.id = g.conversation_id
     left join member m on m.id = c.member_id
     left join staff s on s.id = g.staff_id;

-- The conversation of a member or of a guest, made when they have none yet. A function, so that a first word is stored with what it opens: one trip to
-- the database, one commit.
-- 0085_first_word.sql
create function chat_open(p_member bigint, p_guest uuid, p_new_public text) returns bigint language plpgsql;

-- Stores a message once and puts it in its place, under its conversation's lock. Answers it as it is told, so that who has stored it need not look
-- for it: the first one when the sender has sent this client_id before.
-- 0086_told_at_once.sql
create function chat_keep(p_conversation bigint, p_sender text, p_staff bigint, p_client uuid, p_type text, p_payload jsonb, p_device text,
  p_new_session text) returns setof chat_message_told language plpgsql;

-- Counts a message that the customer wants to send. Answers the seconds until the minute ends when it is one too many, else null.
-- 0088_counted_with_its_message.sql
create function chat_count(p_conversation bigint, p_per_minute int) returns int language plpgsql;

-- [0088] Counts a customer's message and keeps it (chat_keep), or answers how long they have to wait. Nothing when there is no conversation.
-- 0107_said_once_counted_once.sql
create function chat_say(p_conversation bigint, p_per_minute int, p_client uuid, p_type text, p_payload jsonb, p_device text, p_new_session text)
  returns table(retry_after int, told chat_message_told) language plpgsql;

-- A message that comes again under its clientId, since its answer was lost, is the one that is there already: it is neither counted nor refused. As
-- chat_count; under the conversation's lock, so that one of two that come together sees the other.
-- 0107_said_once_counted_once.sql
create function chat_count(p_conversation bigint, p_per_minute int, p_client uuid) returns int language plpgsql;


-- ──── desk ────

-- What the staff tell each other about a customer.
-- 0041_chat.sql
create table chat_note (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  conversation_id bigint not null references chat_conversation(id),
  staff_id bigint not null references staff(id),
  body text not null,
  created_at timestamptz not null default now(),
  -- [0112] A note or a canned reply that comes again under its clientId, since its answer was lost, is the one that is there already. The release before sends none
  -- and stores none.
  client_id uuid
);
create index chat_note_by_conversation on chat_note (conversation_id, id desc);
create unique index chat_note_client on chat_note (conversation_id, staff_id, client_id) where (client_id is not null);

-- 0041_chat.sql
create table canned_reply (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  kind text not null check (kind in ('reply', 'template')),
  title text not null check (title <> ''),
  shortcut text not null default '',
  language text not null check (language in ('th', 'la', 'en', '')),
  message jsonb not null,
  updated_at timestamptz not null default now(),
  client_id uuid
);
create unique index canned_reply_shortcut on canned_reply (language, lower(shortcut)) where (shortcut <> '');
create unique index canned_reply_client on canned_reply (client_id) where (client_id is not null);
-- [0134] What a canned reply says goes to customers under any colleague's name, an account number to pay into among it: what it said before is kept, as of
-- every other table that somebody changes by hand.
create trigger noted after insert or delete or update on canned_reply for each row execute function note_operator_change();
create trigger noted_whole after truncate on canned_reply for each statement execute function note_truncate();

-- Sessions that the desk has ended, and what their customers thought of how they were helped.
-- 0052_chat_rating.sql
create table chat_ended_session (
  conversation_id bigint not null references chat_conversation(id) on delete cascade,
  session_id text not null,
  ended_at timestamptz not null default now(),
  ended_by bigint not null references staff(id),
  -- Whose work is rated: who was in charge, or who ended what nobody was in charge of.
  helped_by bigint not null references staff(id),
  asks_rating boolean not null,
  score smallint check (score >= 1 and score <= 5),
  comment text not null default '',
  rated_at timestamptz,
  primary key (conversation_id, session_id),
  check ((score is null) = (rated_at is null)),
  check (asks_rating or score is null)
);
create index chat_ended_session_by_age on chat_ended_session (conversation_id, ended_at desc);
create index chat_ended_session_by_helper on chat_ended_session (helped_by, rated_at desc) where (score is not null);


-- ──── staff ────

-- Who works at the desk. Accounts are made by a command on the server (npm run staff), never over the wire.
-- 0040_staff.sql
create table staff (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  -- Logs in; never shown to customers, who see display_name.
  name text not null unique check (name = lower(name) and name <> ''),
  display_name text not null check (display_name <> ''),
  password_hash text not null,
  role text not null check (role in ('agent', 'admin')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  -- [0084] A password that the command made for one of the staff is known to whoever ran it. It lets its owner in to choose another, and is good for nothing
  -- after this time. Null for one that its owner chose: it does not run out.
  password_expires_at timestamptz
);
create trigger switched after update of is_active, role on staff for each statement execute function announce_session_end();
create trigger noted after insert or delete or update on staff for each row execute function note_operator_change();

-- As with members: who reads this table cannot log in with it.
-- 0040_staff.sql
create table staff_session (
  token_hash bytea primary key,
  staff_id bigint not null references staff(id),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index staff_session_by_staff on staff_session (staff_id);
create trigger ended after update of revoked_at on staff_session for each statement execute function announce_session_end();

-- What was done at the desk, by whom. Only ever added to.
-- 0040_staff.sql
create table staff_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null for a failed log-in and for a command of the server.
  staff_id bigint references staff(id),
  action text not null,
  conversation_id text,
  details jsonb not null default '{}',
  ip text not null default ''
);
create index staff_audit_by_staff on staff_audit (staff_id, id desc);
create index staff_audit_by_action on staff_audit (action, id desc);
create trigger only_added before delete or update or truncate on staff_audit for each statement execute function refuse_change();
-- [0060] Deferred to the commit: whoever writes something down neither waits for another nor keeps another waiting while they work.
create constraint trigger linked after insert on staff_audit deferrable initially deferred for each row execute function audit_link_staff();

-- What the operator decides was changed by whom, from what, to what. Written by triggers: a change made with psql is here, too.
-- 0060_audit_chain.sql
create table operator_change (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  database_user text not null default session_user,
  application text not null default coalesce(current_setting('application_name', true), ''),
  table_name text not null,
  operation text not null check (operation in ('INSERT', 'UPDATE', 'DELETE')),
  before jsonb,
  after jsonb
);
create trigger only_added before delete or update or truncate on operator_change for each statement execute function refuse_change();
create constraint trigger linked after insert on operator_change deferrable initially deferred for each row execute function audit_link_operator();

-- One line of links over everything that is only ever added to, in the order in which it was committed. Each link holds the hash of the one
-- before it, so that nothing can be changed, taken out or put in between without every later link showing it.
-- 0060_audit_chain.sql
create table audit_link (
  seq bigint primary key check (seq > 0),
  -- The table of what is linked, and the id in it; for 'ledger_movement' the link seals all movements from first_id to source_id.
  source text not null check (source in ('staff_audit', 'operator_change', 'ledger_movement')),
  source_id bigint not null,
  first_id bigint,
  content_hash bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  at timestamptz not null default clock_timestamp(),
  unique (source, source_id),
  check ((source = 'ledger_movement') = (first_id is not null))
);
create trigger only_added before delete or update or truncate on audit_link for each statement execute function refuse_change();

-- A second factor of the staff: the secret that their authenticator app shares with us (RFC 6238), sealed as game passwords are.
-- 0081_staff_second_factor.sql
create table staff_second_factor (
  staff_id bigint primary key references staff(id),
  secret_sealed bytea not null,
  -- The step of time of the last code that was taken: a code works once, and none that is older works after it.
  last_step int not null,
  -- Wrong codes since the last right one.
  misses int not null default 0,
  created_at timestamptz not null default now()
);
create trigger noted after insert or delete or update of secret_sealed on staff_second_factor for each row execute function note_second_factor();
create trigger noted_whole after truncate on staff_second_factor for each statement execute function note_truncate();

-- Ways in without the app, each of them once: 74 random bits, of which the hash is kept.
-- 0081_staff_second_factor.sql
create table staff_recovery_code (
  code_hash bytea primary key,
  staff_id bigint not null references staff_second_factor(staff_id) on delete cascade,
  used_at timestamptz
);
create index staff_recovery_code_by_staff on staff_recovery_code (staff_id);

-- 0040_staff.sql
create function refuse_change() returns trigger language plpgsql;

-- What of a row is hashed: named columns in a fixed order and a form that no setting of a session changes, so that a column that comes
-- later leaves old hashes as they are.
-- 0060_audit_chain.sql
create function staff_audit_text(r staff_audit) returns text language sql stable;

-- 0060_audit_chain.sql
create function operator_change_text(r operator_change) returns text language sql stable;

-- Adds a link. Only one transaction at a time may: the lock is held to its end, so it is taken as the very last thing before the commit.
-- 0060_audit_chain.sql
create function audit_link_add(p_source text, p_source_id bigint, p_first_id bigint, p_content bytea) returns bigint language plpgsql;

-- 0060_audit_chain.sql
create function audit_link_staff() returns trigger language plpgsql;

-- 0060_audit_chain.sql
create function audit_link_operator() returns trigger language plpgsql;

-- 0060_audit_chain.sql
create function note_operator_change() returns trigger language plpgsql;

-- Tables without rows of their own to compare must not be emptied at once either.
-- 0060_audit_chain.sql
create function note_truncate() returns trigger language plpgsql;

-- What a movement's seal is made of, one line a movement.
-- 0060_audit_chain.sql
create function ledger_movement_text(m ledger_movement) returns text language sql stable;

-- Movements are sealed in the order of their ids; one that is not committed yet must not come into a range that is sealed already. The
-- table lock waits for those that are under way (milliseconds) and answers up to where the line is whole.
-- 0060_audit_chain.sql
create function ledger_settled_id() returns bigint language plpgsql;

-- Seals the next movements up to that id, so many at most; null when there are none.
-- 0060_audit_chain.sql
create function ledger_seal_next(p_up_to bigint, p_most int) returns bigint language plpgsql;

-- Written down whoever does it: that somebody got a second factor, another one, or has none any more. Never what it is.
-- 0081_staff_second_factor.sql
create function note_second_factor() returns trigger language plpgsql;


-- ──── reconciliation ────

-- What was compared with the outside world and with itself, and what came of it. One row a night, and one for each time by hand.
-- 0061_reconciliation.sql
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

-- 0061_reconciliation.sql
create table reconciliation_difference (
  reconciliation_id bigint not null references reconciliation(id),
  number int not null,
  kind text not null,
  subject text not null,
  ours text not null,
  theirs text not null,
  primary key (reconciliation_id, number)
);

-- What the other side's lists have named of ours, by the row's id, while a comparison reads them: by when it began, and an empty id says that nothing of it
-- was lost. In memory it would grow with the tables. Unlogged: a comparison begins anew after a crash.
-- 0123_named_outside.sql
create unlogged table named_outside (
  begun_at timestamptz not null,
  id text not null,
  primary key (begun_at, id)
);


-- ──── database ────

create table migration (
  name text primary key,
  applied_at timestamptz not null default now()
);
