-- Who was invited by whom, and what it earned. A friend counts once, for one inviter.
create table invite (
  invitee_id bigint primary key references member,
  inviter_id bigint not null references member,
  created_at timestamptz not null default now(),
  -- Of the friend's first settled deposit; zero where nothing was earned by it.
  earned_minor bigint not null default 0 check (earned_minor >= 0),
  deposited_at timestamptz,
  condition_id bigint references condition,
  check (inviter_id <> invitee_id),
  check (deposited_at is not null or earned_minor = 0)
);
create index invite_by_inviter on invite (inviter_id, created_at desc);

insert into invite (invitee_id, inviter_id, created_at, deposited_at)
  select m.id, i.id, m.created_at, (select min(s.created_at) from statement s where s.member_id = m.id and s.statement_type = 'deposit')
  from member m join member i on 'PR' || i.public_id = upper(btrim(m.invite_code)) and i.id < m.id;

-- What a member had lost in all games together, ever, when a period had just ended: put in − taken out − what the games held. The loss
-- of a period is the difference of two such rows, so that no loss belongs to two periods and none to no period.
create table loss_mark (
  member_id bigint not null references member,
  period_start timestamptz not null,
  lost_minor bigint not null,
  created_at timestamptz not null default now(),
  primary key (member_id, period_start)
);

create table refund (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  period_start timestamptz not null,
  loss_minor bigint not null check (loss_minor > 0),
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null default now(),
  -- The condition under which it was added to the wallet; null until then.
  condition_id bigint references condition,
  foreign key (member_id, period_start) references loss_mark,
  unique (member_id, period_start)
);
create index refund_by_member on refund (member_id, id desc);

-- Net losses of a member so far, by the ledger and the games' last known balances; null while a transfer is unknown.
create function member_lost(p_member bigint) returns bigint language sql stable as $$
  select case when exists (select 1 from game_transfer where member_id = p_member and state = 'open') then null else
    coalesce((select sum(case l.kind when 'transfer-in' then l.amount_minor else -l.amount_minor end)
      from game_transfer t join ledger_movement l
        on l.kind = case t.direction when 'in' then 'transfer-in' else 'transfer-out' end and l.reference = t.id::text
      where t.member_id = p_member and t.state = 'confirmed'), 0)::bigint
    - coalesce((select sum(trunc(a.credits_minor * (g.ratios ->> m.currency)::numeric))
        from game_account a join game g on g.code = a.game_code join member m on m.id = a.member_id
        where a.member_id = p_member), 0)::bigint
  end
$$;
