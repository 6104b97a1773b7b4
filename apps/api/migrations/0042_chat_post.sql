-- As before, but it announces nothing: a notification inside a transaction makes every commit wait for the one before it, flush and all. The
-- server announces what is stored, and looks by itself for what was not announced.
drop function chat_post;

-- Stores a message once and puts it in its place, under its conversation's lock. Answers its id, seq and time: those of the first one when
-- the sender has sent this client_id before.
create function chat_post(
  p_conversation bigint, p_sender text, p_staff bigint, p_client uuid, p_type text, p_payload jsonb, p_device text, p_new_session text
) returns table (message_id bigint, message_seq int, sent_at timestamptz) language plpgsql as $$
declare
  c chat_conversation;
begin
  select * into strict c from chat_conversation where id = p_conversation for no key update;
  if p_client is not null then
    select g.id, g.seq, g.created_at into message_id, message_seq, sent_at from chat_message g
      where g.conversation_id = c.id and g.sender = p_sender and g.client_id = p_client;
    if found then
      return next;
      return;
    end if;
  end if;
  sent_at := greatest(date_trunc('milliseconds', clock_timestamp()), c.last_at + interval '1 millisecond');
  insert into chat_message (conversation_id, seq, sender, staff_id, client_id, message_type, payload, session_id, device_token, created_at)
    values (c.id, c.last_seq + 1, p_sender, p_staff, p_client, p_type, p_payload, coalesce(c.session_id, p_new_session), p_device, sent_at)
    returning id, seq into message_id, message_seq;
  update chat_conversation set
    last_seq = c.last_seq + 1,
    last_at = sent_at,
    session_id = coalesce(c.session_id, p_new_session),
    desk_unread = desk_unread + (p_sender = 'customer')::int,
    customer_unread = customer_unread + (p_sender <> 'customer')::int,
    waiting_since = case p_sender when 'customer' then coalesce(waiting_since, sent_at) when 'agent' then null else waiting_since end,
    assignee_id = case p_sender when 'agent' then coalesce(assignee_id, p_staff) else assignee_id end
    where id = c.id;
  return next;
end $$;
