-- A game account may have another password at its provider than the one kept here: it was told one, and its answer was never seen. Until it has
-- taken the kept one again. The release before neither sets nor reads it.
alter table game_account add column password_in_doubt boolean not null default false;
