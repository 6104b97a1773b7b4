-- The member's game accounts whose figure decides nothing, since it is in doubt. Of a game that is switched off the last figure stands: its provider
-- may be gone for good, and nobody could ever say what is there.
create function doubtful_accounts(p_member bigint) returns setof game_account language sql stable as $$
  select a.* from game_account a join game g on g.code = a.game_code
    where a.member_id = p_member and a.doubt_minor > 0 and g.is_enabled
$$;

-- As before, by these alone.
create or replace function member_most(p_member bigint) returns bigint language sql stable as $$
  select member_total(p_member)
    + coalesce((select sum(trunc((a.credits_minor + a.doubt_minor) * ratio) - trunc(a.credits_minor * ratio))
        from doubtful_accounts(p_member) a join game g on g.code = a.game_code join member m on m.id = a.member_id
          cross join lateral game_ratio(a.member_id, a.game_code, g.ratios, m.currency) ratio), 0)::bigint
$$;
