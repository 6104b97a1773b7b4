-- Who gives a game account another password has its turn until then, and nobody else meanwhile: what the provider has and what is shown cannot
-- come apart. The time is for a process that ends in the middle of it.
alter table game_account add column password_turn_until timestamptz;
