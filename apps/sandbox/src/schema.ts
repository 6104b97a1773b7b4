/** All tables. Amounts are minor units (games: hundredths of a credit), times are milliseconds since 1970. */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS sms (
  message_id TEXT PRIMARY KEY, phone TEXT NOT NULL, text TEXT NOT NULL, sent_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS sms_by_phone ON sms (phone, sent_at);

CREATE TABLE IF NOT EXISTS known_account (
  bank_code TEXT NOT NULL, account_no TEXT NOT NULL, account_name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('operator', 'person')), currency TEXT, seen_at INTEGER NOT NULL,
  PRIMARY KEY (bank_code, account_no)
) STRICT;
CREATE TABLE IF NOT EXISTS bank_transfer (
  trans_ref TEXT PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('transfer', 'qr', 'payout')),
  from_bank TEXT NOT NULL, from_no TEXT NOT NULL, from_name TEXT NOT NULL,
  to_bank TEXT NOT NULL, to_no TEXT NOT NULL, to_name TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0), currency TEXT NOT NULL, at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS bank_transfer_from ON bank_transfer (from_no, at);
CREATE INDEX IF NOT EXISTS bank_transfer_to ON bank_transfer (to_no, at);
CREATE TABLE IF NOT EXISTS payout (
  payout_id TEXT PRIMARY KEY, content TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('pending', 'settled', 'refused')),
  amount INTEGER NOT NULL, currency TEXT NOT NULL, trans_ref TEXT, reason TEXT, due_at INTEGER, created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS payout_due ON payout (due_at) WHERE status = 'pending';
CREATE TABLE IF NOT EXISTS qr (
  order_id TEXT PRIMARY KEY, provider TEXT NOT NULL, reference TEXT NOT NULL UNIQUE, payload TEXT NOT NULL UNIQUE,
  content TEXT NOT NULL, amount INTEGER NOT NULL, currency TEXT NOT NULL,
  to_bank TEXT NOT NULL, to_no TEXT NOT NULL, to_name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'paid', 'cancelled')), trans_ref TEXT, paid_at INTEGER,
  expires_at INTEGER NOT NULL, created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS feed_event (
  event_id TEXT PRIMARY KEY, trans_ref TEXT NOT NULL, position INTEGER UNIQUE, body TEXT NOT NULL,
  publish_at INTEGER NOT NULL, held INTEGER NOT NULL DEFAULT 0,
  delivery TEXT NOT NULL CHECK (delivery IN ('waiting', 'delivered', 'silent', 'given-up')),
  copies INTEGER NOT NULL DEFAULT 1, attempts INTEGER NOT NULL DEFAULT 0, next_attempt_at INTEGER NOT NULL,
  last_error TEXT, created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS feed_unpublished ON feed_event (publish_at) WHERE position IS NULL;
CREATE INDEX IF NOT EXISTS feed_undelivered ON feed_event (next_attempt_at) WHERE delivery = 'waiting';

CREATE TABLE IF NOT EXISTS fault (
  id INTEGER PRIMARY KEY AUTOINCREMENT, target TEXT NOT NULL, fault TEXT NOT NULL, remaining INTEGER
) STRICT;
CREATE TABLE IF NOT EXISTS voucher (
  code TEXT PRIMARY KEY, amount INTEGER NOT NULL, created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS voucher_fault (code TEXT PRIMARY KEY, fault TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS voucher_redemption (
  code TEXT PRIMARY KEY, mobile TEXT NOT NULL, at INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS game_account (
  code TEXT NOT NULL, username TEXT NOT NULL, password_hash TEXT NOT NULL,
  balance INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0),
  previous_balance INTEGER NOT NULL DEFAULT 0, transferred_at INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL,
  PRIMARY KEY (code, username)
) STRICT;
CREATE TABLE IF NOT EXISTS game_transfer (
  code TEXT NOT NULL, transfer_id TEXT NOT NULL, username TEXT NOT NULL, type TEXT NOT NULL CHECK (type IN ('deposit', 'withdraw')),
  requested INTEGER NOT NULL, moved INTEGER NOT NULL, balance INTEGER NOT NULL, reason TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'success', 'refused')),
  visible_at INTEGER NOT NULL, due_at INTEGER, created_at INTEGER NOT NULL,
  PRIMARY KEY (code, transfer_id)
) STRICT;
CREATE INDEX IF NOT EXISTS game_transfer_due ON game_transfer (due_at) WHERE status = 'pending';
CREATE INDEX IF NOT EXISTS game_transfer_by_user ON game_transfer (code, username, created_at);
CREATE TABLE IF NOT EXISTS game_cancelled (
  code TEXT NOT NULL, transfer_id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (code, transfer_id)
) STRICT;
CREATE TABLE IF NOT EXISTS game_last_transfer (
  code TEXT NOT NULL, username TEXT NOT NULL, transfer_id TEXT NOT NULL, previous_id TEXT, PRIMARY KEY (code, username)
) STRICT;
CREATE TABLE IF NOT EXISTS game_round (
  id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL, username TEXT NOT NULL, result INTEGER NOT NULL, at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS game_ticket (
  ticket TEXT PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('launch', 'login-form', 'session')),
  code TEXT NOT NULL, username TEXT, expires_at INTEGER NOT NULL
) STRICT;
`
