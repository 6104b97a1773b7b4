-- A second factor of the staff: the secret that their authenticator app shares with us (RFC 6238), sealed as game passwords are.
create table staff_second_factor (
  staff_id bigint primary key references staff,
  secret_sealed bytea not null,
  -- The step of time of the last code that was taken: a code works once, and none that is older works after it.
  last_step int not null,
  -- Wrong codes since the last right one.
  misses int not null default 0,
  created_at timestamptz not null default now()
);

-- Ways in without the app, each of them once: 74 random bits, of which the hash is kept.
create table staff_recovery_code (
  code_hash bytea primary key,
  staff_id bigint not null references staff_second_factor on delete cascade,
  used_at timestamptz
);
create index staff_recovery_code_by_staff on staff_recovery_code (staff_id);

-- Written down whoever does it: that somebody got a second factor, another one, or has none any more. Never what it is.
create function note_second_factor() returns trigger language plpgsql as $$
begin
  insert into operator_change (table_name, operation, before, after) values (tg_table_name, tg_op,
    case when tg_op <> 'INSERT' then jsonb_build_object('staff_id', old.staff_id) end,
    case when tg_op <> 'DELETE' then jsonb_build_object('staff_id', new.staff_id) end);
  return null;
end $$;
create trigger noted after insert or delete or update of secret_sealed on staff_second_factor
  for each row execute function note_second_factor();
create trigger noted_whole after truncate on staff_second_factor for each statement execute function note_truncate();
