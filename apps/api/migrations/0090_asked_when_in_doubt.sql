-- When a game in doubt was last asked by the worker. The index has none of what a transfer changes but the doubt itself, so that a transfer
-- without one goes on without it.
alter table game_account add column doubt_asked_at timestamptz;
create index game_account_in_doubt on game_account (member_id, game_code) where doubt_minor > 0;
