-- Sessions that the desk has ended, and what their customers thought of how they were helped.
create table chat_ended_session (
  conversation_id bigint not null references chat_conversation on delete cascade,
  session_id text not null,
  ended_at timestamptz not null default now(),
  ended_by bigint not null references staff,
  -- Whose work is rated: who was in charge, or who ended what nobody was in charge of.
  helped_by bigint not null references staff,
  asks_rating boolean not null,
  score smallint check (score between 1 and 5),
  comment text not null default '',
  rated_at timestamptz,
  primary key (conversation_id, session_id),
  check ((score is null) = (rated_at is null)),
  check (asks_rating or score is null)
);
create index chat_ended_session_by_age on chat_ended_session (conversation_id, ended_at desc);
create index chat_ended_session_by_helper on chat_ended_session (helped_by, rated_at desc) where score is not null;
