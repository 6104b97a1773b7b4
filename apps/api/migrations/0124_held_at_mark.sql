-- What the games held when a mark was written, by their last known balances and in the wallet's money; null where it was written by the release before. Of
-- whom nothing was there, and nothing has moved since, nothing can have been lost: no further mark has to be written, nor a game be asked. And who
-- had little there has little to lose as long as nothing moves: they can be asked last.
alter table loss_mark add column held_minor bigint check (held_minor >= 0);

-- All of it, with what is in doubt; rounded up, so that it is nothing only where nothing is there.
create function member_held(p_member bigint) returns bigint language sql stable as $$
  select coalesce((select sum(coalesce(ceil((a.credits_minor + a.doubt_minor) * game_ratio(a.member_id, a.game_code, g.ratios, m.currency)), 1))
    from game_account a join game g on g.code = a.game_code join member m on m.id = a.member_id
    where a.member_id = p_member and a.credits_minor + a.doubt_minor > 0), 0)::bigint
$$;
