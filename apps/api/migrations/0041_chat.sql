-- One conversation per customer, for ever; its sessions are opened by a message and ended by the desk.
create table chat_conversation (
  id bigint generated always as identity primary key,
  -- Names it at the desk: random, so that it tells nothing.
  public_id text not null unique,
  member_id bigint unique references member,
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
  assignee_id bigint references staff,
  created_at timestamptz not null default now(),
  check ((member_id is null) <> (guest_id is null))
) with (fillfactor = 70);
create index chat_conversation_by_age on chat_conversation (last_at desc);

create table chat_message (
  -- Grows with each commit of one conversation; it tells processes what to deliver.
  id bigint generated always as identity unique,
  conversation_id bigint not null references chat_conversation,
  -- 1, 2, 3 … without a gap in each conversation: the order of its messages.
  seq int not null,
  sender text not null check (sender in ('customer', 'agent', 'system')),
  staff_id bigint references staff,
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
create unique index chat_message_once on chat_message (conversation_id, sender, client_id) where client_id is not null;

-- Stores a message once and puts it in its place, under its conversation's lock. Answers the row's id: the first one's when the sender
-- has sent this client_id before, and then nothing is announced.
create function chat_post(
  p_conversation bigint, p_sender text, p_staff bigint, p_client uuid, p_type text, p_payload jsonb, p_device text, p_new_session text
) returns bigint language plpgsql as $$
declare
  c chat_conversation;
  message bigint;
  sent_at timestamptz;
begin
  select * into strict c from chat_conversation where id = p_conversation for no key update;
  if p_client is not null then
    select id into message from chat_message
      where conversation_id = c.id and sender = p_sender and client_id = p_client;
    if found then return message; end if;
  end if;
  sent_at := greatest(date_trunc('milliseconds', clock_timestamp()), c.last_at + interval '1 millisecond');
  insert into chat_message (conversation_id, seq, sender, staff_id, client_id, message_type, payload, session_id, device_token, created_at)
    values (c.id, c.last_seq + 1, p_sender, p_staff, p_client, p_type, p_payload, coalesce(c.session_id, p_new_session), p_device, sent_at)
    returning id into message;
  update chat_conversation set
    last_seq = c.last_seq + 1,
    last_at = sent_at,
    session_id = coalesce(c.session_id, p_new_session),
    desk_unread = desk_unread + (p_sender = 'customer')::int,
    customer_unread = customer_unread + (p_sender <> 'customer')::int,
    waiting_since = case p_sender when 'customer' then coalesce(waiting_since, sent_at) when 'agent' then null else waiting_since end,
    assignee_id = case p_sender when 'agent' then coalesce(assignee_id, p_staff) else assignee_id end
    where id = c.id;
  -- Goes out with the commit, and to every process.
  perform pg_notify('chat', json_build_object('message', message::text)::text);
  return message;
end $$;

-- Uploaded files, by the name under which they are kept. Whoever knows a name may see the file; only its owner may send it.
create table chat_file (
  name text primary key,
  -- Who brought it: a member, one of the staff, or nobody known (a guest's upload names no one).
  member_id bigint references member,
  staff_id bigint references staff,
  -- The conversation that first sent it, and from then on its only one. The staff's files belong to all.
  conversation_id bigint references chat_conversation,
  file_type text not null check (file_type in ('image', 'video', 'file')),
  content_type text not null,
  bytes int not null,
  width int,
  height int,
  created_at timestamptz not null default now()
);
create index chat_file_unsent on chat_file (created_at) where conversation_id is null and staff_id is null;

-- What the staff tell each other about a customer.
create table chat_note (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  conversation_id bigint not null references chat_conversation,
  staff_id bigint not null references staff,
  body text not null,
  created_at timestamptz not null default now()
);
create index chat_note_by_conversation on chat_note (conversation_id, id desc);

create table canned_reply (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  kind text not null check (kind in ('reply', 'template')),
  title text not null check (title <> ''),
  shortcut text not null default '',
  language text not null check (language in ('th', 'la', 'en', '')),
  message jsonb not null,
  updated_at timestamptz not null default now()
);
create unique index canned_reply_shortcut on canned_reply (language, lower(shortcut)) where shortcut <> '';
