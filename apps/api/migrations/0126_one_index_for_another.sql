-- What it was for, game_transfer_of_member serves as well: a transfer costs no more than before.
drop index if exists game_transfer_by_member;
-- Transfers under way are few, and each leaves an entry behind in their index until it is tidied away: a fifth of the table is too late.
alter table game_transfer set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);
