-- What a member was last told that clearing takes, and when: for a minute clearing takes no more than that. The release before neither sets nor reads it.
alter table condition add column told_taken_minor bigint check (told_taken_minor >= 0), add column told_at timestamptz;
