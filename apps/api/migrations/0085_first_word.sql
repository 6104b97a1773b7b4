-- The conversation of a member or of a guest, made when they have none yet. A function, so that a first word is stored with what it opens: one trip to
-- the database, one commit.
create function chat_open(p_member bigint, p_guest uuid, p_new_public text) returns bigint language plpgsql as $$
declare
  conversation bigint;
begin
  insert into chat_conversation (public_id, member_id, guest_id) values (p_new_public, p_member, p_guest)
    on conflict do nothing returning id into conversation;
  if conversation is null then
    select id into strict conversation from chat_conversation where member_id = p_member or guest_id = p_guest;
  end if;
  return conversation;
end $$;
