-- The desk's inbox, in each of its orders: what it looks at of the open conversations is a page, however many there are.
create index chat_conversation_open on chat_conversation (last_at desc, id desc) where session_id is not null;
create index chat_conversation_open_waiting on chat_conversation (waiting_since, last_at desc, id desc) where session_id is not null;
create index chat_conversation_assigned on chat_conversation (assignee_id) where session_id is not null and assignee_id is not null;
create index chat_conversation_closed on chat_conversation (last_at desc, id desc) where session_id is null;
