-- Until when a password that a game's provider was told, and whose answer was never seen, may still reach it: so long the account stays in doubt. The
-- release before neither sets nor reads it.
alter table game_account add column password_late_until timestamptz;
