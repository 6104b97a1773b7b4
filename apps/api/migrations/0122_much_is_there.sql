-- What is asked for all the time, by what it is asked for: after years a member has made a hundred thousand transfers, and the slips are millions.
-- Transfers under way are few, and each leaves an entry behind in the index of those that are due until it is tidied away: a fifth of the table is too late.
-- In the place of the one by member and time of beginning, which nothing needs that this does not serve: a transfer costs no more than before.
create index game_transfer_of_member on game_transfer (member_id, game_code, settled_at);
drop index game_transfer_by_member;
alter table game_transfer set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);

create index slip_picture on slip (file_name) where file_name is not null;
create index slip_picture_old on slip (ended_at) where file_name is not null and state <> 'waiting';
