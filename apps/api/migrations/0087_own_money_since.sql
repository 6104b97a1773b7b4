-- What came in as the member's own money since the condition began: clearing takes none of it.
alter table condition add column added_minor bigint not null default 0 check (added_minor >= 0);
