-- A message with what must be known of both sides to show it.
create view chat_message_told as
  select g.id, g.conversation_id, c.public_id as conversation_public_id, g.seq, g.sender, g.client_id, g.message_type, g.payload, g.session_id,
    g.device_token, g.created_at, m.public_id as member_public_id, m.username as customer_username, coalesce(m.name, c.guest_name) as customer_name,
    c.guest_id, s.public_id as staff_public_id, s.display_name as staff_name
  from chat_message g join chat_conversation c on c.id = g.conversation_id
    left join member m on m.id = c.member_id left join staff s on s.id = g.staff_id;

-- Stores a message once and puts it in its place, under its conversation's lock. Answers it as it is told, so that who has stored it need not look
-- for it: the first one when the sender has sent this client_id before.
create function chat_keep(
  p_conversation bigint, p_sender text, p_staff bigint, p_client uuid, p_type text, p_payload jsonb, p_device text, p_new_session text
) returns setof chat_message_told language plpgsql as $$
declare
  c chat_conversation;
  message bigint;
  sent_at timestamptz;
begin
  select * into strict c from chat_conversation where id = p_conversation for no key update;
  if p_client is not null then
    select g.id into message from chat_message g
      where g.conversation_id = p_conversation and g.sender = p_sender and g.client_id = p_client;
  end if;
  if message is null then
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
  end if;
  return query select * from chat_message_told g where g.id = message;
end $$;

-- For the release before, which looks for the message when it tells it.
create or replace function chat_post(
  p_conversation bigint, p_sender text, p_staff bigint, p_client uuid, p_type text, p_payload jsonb, p_device text, p_new_session text
) returns table (message_id bigint, message_seq int, sent_at timestamptz) language sql as $$
  select id, seq, created_at from chat_keep(p_conversation, p_sender, p_staff, p_client, p_type, p_payload, p_device, p_new_session)
$$;
