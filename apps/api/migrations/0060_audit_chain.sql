-- What the operator decides was changed by whom, from what, to what. Written by triggers: a change made with psql is here, too.
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

-- One line of links over everything that is only ever added to, in the order in which it was committed. Each link holds the hash of the one
-- before it, so that nothing can be changed, taken out or put in between without every later link showing it.
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
  check ((source = 'ledger_movement') = (first_id is not null)),
  unique (source, source_id)
);

create trigger only_added before update or delete or truncate on operator_change
  for each statement execute function refuse_change();
create trigger only_added before update or delete or truncate on audit_link
  for each statement execute function refuse_change();

-- What of a row is hashed: named columns in a fixed order and a form that no setting of a session changes, so that a column that comes
-- later leaves old hashes as they are.
create function staff_audit_text(r staff_audit) returns text language sql stable as $$
  select jsonb_build_array(r.id, (extract(epoch from r.at) * 1000000)::bigint, r.staff_id, r.action, r.conversation_id, r.details, r.ip)::text
$$;
create function operator_change_text(r operator_change) returns text language sql stable as $$
  select jsonb_build_array(r.id, (extract(epoch from r.at) * 1000000)::bigint, r.database_user, r.application, r.table_name, r.operation,
    r.before, r.after)::text
$$;

-- Adds a link. Only one transaction at a time may: the lock is held to its end, so it is taken as the very last thing before the commit.
create function audit_link_add(p_source text, p_source_id bigint, p_first_id bigint, p_content bytea) returns bigint language plpgsql as $$
declare
  last_seq bigint;
  last_hash bytea;
begin
  perform pg_advisory_xact_lock(hashtextextended('kapao audit chain', 0));
  select l.seq, l.hash into last_seq, last_hash from audit_link l order by l.seq desc limit 1;
  last_seq := coalesce(last_seq, 0) + 1;
  last_hash := coalesce(last_hash, sha256('kapao'));
  insert into audit_link (seq, source, source_id, first_id, content_hash, previous_hash, hash)
    values (last_seq, p_source, p_source_id, p_first_id, p_content, last_hash,
      sha256(last_hash || convert_to(format('%s|%s|%s|%s|', last_seq, p_source, p_source_id, coalesce(p_first_id::text, '')), 'UTF8')
        || p_content));
  return last_seq;
end $$;

create function audit_link_staff() returns trigger language plpgsql as $$
begin
  perform audit_link_add('staff_audit', new.id, null, sha256(convert_to(staff_audit_text(new), 'UTF8')));
  return null;
end $$;
create function audit_link_operator() returns trigger language plpgsql as $$
begin
  perform audit_link_add('operator_change', new.id, null, sha256(convert_to(operator_change_text(new), 'UTF8')));
  return null;
end $$;

-- What was written down before there was a chain is its beginning.
do $$
declare
  r staff_audit;
begin
  for r in select * from staff_audit order by id loop
    perform audit_link_add('staff_audit', r.id, null, sha256(convert_to(staff_audit_text(r), 'UTF8')));
  end loop;
end $$;

-- Deferred to the commit: whoever writes something down neither waits for another nor keeps another waiting while they work.
create constraint trigger linked after insert on staff_audit deferrable initially deferred
  for each row execute function audit_link_staff();
create constraint trigger linked after insert on operator_change deferrable initially deferred
  for each row execute function audit_link_operator();

create function note_operator_change() returns trigger language plpgsql as $$
declare
  was jsonb;
  now_is jsonb;
begin
  -- Never a password's hash, and not when somebody was last seen or a row last touched.
  if tg_op <> 'INSERT' then was := to_jsonb(old) - '{password_hash,last_seen_at,updated_at}'::text[]; end if;
  if tg_op <> 'DELETE' then now_is := to_jsonb(new) - '{password_hash,last_seen_at,updated_at}'::text[]; end if;
  if tg_op = 'UPDATE' and to_jsonb(old) ->> 'password_hash' <> to_jsonb(new) ->> 'password_hash' then
    now_is := now_is || '{"password": "changed"}'::jsonb;
  end if;
  if was is distinct from now_is then
    insert into operator_change (table_name, operation, before, after) values (tg_table_name, tg_op, was, now_is);
  end if;
  return null;
end $$;

create trigger noted after insert or update or delete on operator_setting for each row execute function note_operator_change();
create trigger noted after insert or update or delete on bank for each row execute function note_operator_change();
create trigger noted after insert or update or delete on registration_source for each row execute function note_operator_change();
create trigger noted after insert or update or delete on operator_account for each row execute function note_operator_change();
create trigger noted after insert or update or delete on operator_wallet for each row execute function note_operator_change();
create trigger noted after insert or update or delete on game for each row execute function note_operator_change();
create trigger noted after insert or update or delete on bonus for each row execute function note_operator_change();
create trigger noted after insert or update or delete on promotion for each row execute function note_operator_change();
create trigger noted after insert or update or delete on wheel for each row execute function note_operator_change();
create trigger noted after insert or update or delete on wheel_slice for each row execute function note_operator_change();
create trigger noted after insert or update or delete on staff for each row execute function note_operator_change();

-- Tables without rows of their own to compare must not be emptied at once either.
create function note_truncate() returns trigger language plpgsql as $$
begin
  insert into operator_change (table_name, operation, before) values (tg_table_name, 'DELETE', '"all of it"');
  return null;
end $$;
create trigger noted_whole after truncate on operator_setting for each statement execute function note_truncate();
create trigger noted_whole after truncate on operator_account for each statement execute function note_truncate();

-- What a movement's seal is made of, one line a movement.
create function ledger_movement_text(m ledger_movement) returns text language sql stable as $$
  select jsonb_build_array(m.id, m.kind, m.reference, m.from_account, m.to_account, m.amount_minor, m.currency,
    (extract(epoch from m.created_at) * 1000000)::bigint,
    (select jsonb_agg(jsonb_build_array(e.account_id, e.amount_minor, e.balance_before_minor, e.balance_after_minor, e.version)
       order by e.account_id) from ledger_entry e where e.movement_id = m.id))::text
$$;

-- Movements are sealed in the order of their ids; one that is not committed yet must not come into a range that is sealed already. The
-- table lock waits for those that are under way (milliseconds) and answers up to where the line is whole.
create function ledger_settled_id() returns bigint language plpgsql as $$
declare
  last_id bigint;
begin
  perform set_config('lock_timeout', '2s', true);
  lock table ledger_movement in share mode;
  select max(id) into last_id from ledger_movement;
  return coalesce(last_id, 0);
end $$;

-- Seals the next movements up to that id, so many at most; null when there are none.
create function ledger_seal_next(p_up_to bigint, p_most int) returns bigint language plpgsql as $$
declare
  sealed_up_to bigint;
  first_one bigint;
  last_one bigint;
  content bytea;
begin
  perform pg_advisory_xact_lock(hashtextextended('kapao audit chain', 0));
  select max(source_id) into sealed_up_to from audit_link where source = 'ledger_movement';
  select min(t.id), max(t.id), sha256(convert_to(string_agg(t.line, E'\n' order by t.id), 'UTF8')) into first_one, last_one, content
    from (select m.id, ledger_movement_text(m) as line from ledger_movement m
      where m.id > coalesce(sealed_up_to, 0) and m.id <= p_up_to order by m.id limit p_most) t;
  if last_one is null then return null; end if;
  perform audit_link_add('ledger_movement', last_one, coalesce(sealed_up_to, 0) + 1, content);
  return last_one;
end $$;
