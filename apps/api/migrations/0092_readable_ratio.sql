-- What a game's credits are worth is written by the operator, and may be missing for a currency or be no number. Then the ratio by which
-- the member's last transfer was made counts: what they have and have lost is needed to take in their next deposit.
create function game_ratio(p_member bigint, p_game text, p_ratios jsonb, p_currency text) returns numeric language sql stable as $$
  select coalesce(
    case when p_ratios ->> p_currency ~ '^[0-9]+(\.[0-9]{1,6})?$' then nullif((p_ratios ->> p_currency)::numeric, 0) end,
    (select amount_minor::numeric / credits_minor from game_transfer
      where member_id = p_member and game_code = p_game order by created_at desc limit 1))
$$;

create or replace function member_total(p_member bigint) returns bigint language sql stable as $$
  select (select balance_minor from ledger_account where member_id = p_member and kind = 'wallet')
    + coalesce((select sum(amount_minor) from game_transfer
        where member_id = p_member and state = 'open' and direction = 'in'), 0)::bigint
    + coalesce((select sum(trunc(a.credits_minor * game_ratio(a.member_id, a.game_code, g.ratios, m.currency)))
        from game_account a join game g on g.code = a.game_code join member m on m.id = a.member_id
        where a.member_id = p_member), 0)::bigint
$$;

create or replace function member_most(p_member bigint) returns bigint language sql stable as $$
  select member_total(p_member)
    + coalesce((select sum(trunc((a.credits_minor + a.doubt_minor) * ratio) - trunc(a.credits_minor * ratio))
        from game_account a join game g on g.code = a.game_code join member m on m.id = a.member_id
          cross join lateral game_ratio(a.member_id, a.game_code, g.ratios, m.currency) ratio
        where a.member_id = p_member and a.doubt_minor > 0), 0)::bigint
$$;

create or replace function member_lost(p_member bigint) returns bigint language sql stable as $$
  select case when exists (select 1 from game_transfer where member_id = p_member and state = 'open') then null else
    coalesce((select sum(case l.kind when 'transfer-in' then l.amount_minor else -l.amount_minor end)
      from game_transfer t join ledger_movement l
        on l.kind = case t.direction when 'in' then 'transfer-in' else 'transfer-out' end and l.reference = t.id::text
      where t.member_id = p_member and t.state = 'confirmed'), 0)::bigint
    - coalesce((select sum(trunc((a.credits_minor + a.doubt_minor) * game_ratio(a.member_id, a.game_code, g.ratios, m.currency)))
        from game_account a join game g on g.code = a.game_code join member m on m.id = a.member_id
        where a.member_id = p_member), 0)::bigint
  end
$$;
