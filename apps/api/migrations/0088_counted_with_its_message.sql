-- How many messages a customer has sent in the minute that began with the first of them, so that who sends one is found, counted and answered in
-- one trip to the database and one commit.
alter table chat_conversation add column counted_since timestamptz, add column counted int not null default 0;

-- Counts a message that the customer wants to send. Answers the seconds until the minute ends when it is one too many, else null.
create function chat_count(p_conversation bigint, p_per_minute int) returns int language plpgsql as $$
declare
  since timestamptz;
  before int;
begin
  select counted_since, counted into strict since, before from chat_conversation where id = p_conversation for no key update;
  -- Whoever waited for the row began before the one that it waited for.
  if since is null or since <= clock_timestamp() - interval '1 minute' then
    since := clock_timestamp();
    before := 0;
  end if;
  if before >= p_per_minute then
    return greatest(1, ceil(60 - extract(epoch from clock_timestamp() - since))::int);
  end if;
  update chat_conversation set counted_since = since, counted = before + 1 where id = p_conversation;
  return null;
end $$;

-- Counts a customer's message and keeps it (chat_keep), or answers how long they have to wait. Nothing when there is no conversation.
create function chat_say(
  p_conversation bigint, p_per_minute int, p_client uuid, p_type text, p_payload jsonb, p_device text, p_new_session text
) returns table (retry_after int, told chat_message_told) language plpgsql as $$
begin
  if p_conversation is null then return; end if;
  retry_after := chat_count(p_conversation, p_per_minute);
  if retry_after is null then
    select * into told from chat_keep(p_conversation, 'customer', null, p_client, p_type, p_payload, p_device, p_new_session);
  end if;
  return next;
end $$;
