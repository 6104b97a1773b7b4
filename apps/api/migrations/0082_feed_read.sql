-- When the bank's feed was last read to its end: money that does not arrive shows in no row of its own. Null until a worker reads it.
alter table feed_cursor
  add column read_at timestamptz,
  -- Events that made no sense, and were passed over: each may be somebody's money.
  add column unreadable bigint not null default 0;

-- By which way we first heard of a transfer. Null in what was taken in before this was kept.
alter table bank_event add column way text check (way in ('webhook', 'poll', 'slip'));

-- The figures of the last minutes are asked for every few seconds.
create index bank_event_received on bank_event (received_at);
