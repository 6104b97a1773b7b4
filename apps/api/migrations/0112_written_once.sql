-- A note or a canned reply that comes again under its clientId, since its answer was lost, is the one that is there already. The release before sends none
-- and stores none.
alter table chat_note add column client_id uuid;
create unique index chat_note_client on chat_note (conversation_id, staff_id, client_id) where client_id is not null;
alter table canned_reply add column client_id uuid;
create unique index canned_reply_client on canned_reply (client_id) where client_id is not null;
