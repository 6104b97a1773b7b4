-- A message that comes again under its clientId, since its answer was lost, is the one that is there already: it is neither counted nor refused. As
-- chat_count; under the conversation's lock, so that one of two that come together sees the other.
create function chat_count(p_conversation bigint, p_per_minute int, p_client uuid) returns int language plpgsql as $$
begin
  perform 1 from chat_conversation where id = p_conversation for no key update;
  if p_client is not null and exists (
    select 1 from chat_message where conversation_id = p_conversation and sender = 'customer' and client_id = p_client
  ) then
    return null;
  end if;
  return chat_count(p_conversation, p_per_minute);
end $$;

create or replace function chat_say(
  p_conversation bigint, p_per_minute int, p_client uuid, p_type text, p_payload jsonb, p_device text, p_new_session text
) returns table (retry_after int, told chat_message_told) language plpgsql as $$
begin
  if p_conversation is null then return; end if;
  retry_after := chat_count(p_conversation, p_per_minute, p_client);
  if retry_after is null then
    select * into told from chat_keep(p_conversation, 'customer', null, p_client, p_type, p_payload, p_device, p_new_session);
  end if;
  return next;
end $$;
