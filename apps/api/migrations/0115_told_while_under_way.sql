-- How much more of the doubt than nothing is shown. What a game may hold at least is judged by; a player whose transfer is under way is shown what was there
-- before it, as long as nothing tells otherwise, and what moved once that is known.
alter table game_account add column shown_doubt_minor bigint not null default 0 check (shown_doubt_minor >= 0);

-- While a transfer is under way nobody knows whether the figure of its game counts it: a game tells what it has with it or without, and so does another
-- transfer that ends beside it. So the least that a member may have is without what is on its way in, which the figure may hold already, and the most is
-- with what is on its way out, which it may hold no more.
create function member_least(p_member bigint) returns bigint language sql stable as $$
  select member_total(p_member) - coalesce((select sum(amount_minor) from game_transfer
    where member_id = p_member and state = 'open' and direction = 'in'), 0)::bigint
$$;

create or replace function member_most(p_member bigint) returns bigint language sql stable as $$
  select member_total(p_member)
    + coalesce((select sum(trunc((a.credits_minor + a.doubt_minor) * ratio) - trunc(a.credits_minor * ratio))
        from doubtful_accounts(p_member) a join game g on g.code = a.game_code join member m on m.id = a.member_id
          cross join lateral game_ratio(a.member_id, a.game_code, g.ratios, m.currency) ratio), 0)::bigint
    + coalesce((select sum(amount_minor) from game_transfer
        where member_id = p_member and state = 'open' and direction = 'out'), 0)::bigint
$$;
