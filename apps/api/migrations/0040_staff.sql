-- Who works at the desk. Accounts are made by a command on the server (npm run staff), never over the wire.
create table staff (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  -- Logs in; never shown to customers, who see display_name.
  name text not null check (name = lower(name) and name <> ''),
  display_name text not null check (display_name <> ''),
  password_hash text not null,
  role text not null check (role in ('agent', 'admin')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  unique (name)
);

-- As with members: who reads this table cannot log in with it.
create table staff_session (
  token_hash bytea primary key,
  staff_id bigint not null references staff,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index staff_session_by_staff on staff_session (staff_id);

-- What was done at the desk, by whom. Only ever added to.
create table staff_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null for a failed log-in and for a command of the server.
  staff_id bigint references staff,
  action text not null,
  conversation_id text,
  details jsonb not null default '{}',
  ip text not null default ''
);
create index staff_audit_by_staff on staff_audit (staff_id, id desc);
create index staff_audit_by_action on staff_audit (action, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name;
end $$;
create trigger only_added before update or delete or truncate on staff_audit
  for each statement execute function refuse_change();

-- Sockets stay open while sessions end: every process looks again at whom its sockets belong to.
create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_end', '');
  return null;
end $$;
create trigger ended after update of revoked_at on session for each statement execute function announce_session_end();
create trigger switched after update of is_active on member for each statement execute function announce_session_end();
create trigger ended after update of revoked_at on staff_session for each statement execute function announce_session_end();
create trigger switched after update of is_active, role on staff for each statement execute function announce_session_end();
