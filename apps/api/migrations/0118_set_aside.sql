-- Money in suspense that somebody has found to be no player's, and why: it stays where it is, and nobody is asked for it any more.
alter table bank_event add column aside_because text;
