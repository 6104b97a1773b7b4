-- What the last transfer has left in a game, as far as it was known then, once somebody has asked what is there since. A balance from before that transfer is
-- recognised by it, also when something was won or lost meanwhile. Null where nobody has asked since the last one: then it is credits_minor.
alter table game_account add column moved_credits_minor bigint;
