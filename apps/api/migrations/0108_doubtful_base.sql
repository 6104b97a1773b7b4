-- How much of a condition's base was in doubt when it began. Once it is known what the games hold, what is not there is taken off the base. Zero for
-- those of before, and for those that the release before begins: their base stays as it is.
alter table condition add column base_doubt_minor bigint not null default 0 check (base_doubt_minor >= 0);
