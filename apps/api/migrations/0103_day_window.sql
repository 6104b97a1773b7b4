-- What was used up of a limit for a day that begins with its first use: bytes, new guests. Unlogged: it guards against floods, and may forget.
create unlogged table day_window (
  bucket text primary key,
  started_at timestamptz not null,
  used bigint not null
);
