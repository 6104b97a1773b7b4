-- From where an account has been logged in to with the right password: guesses that are made elsewhere do not make it wait there.
create table familiar_network (
  -- As the limits call it: 'login:0812345678', 'desk-login:nok'.
  account text not null,
  network cidr not null,
  last_used_at timestamptz not null default now(),
  primary key (account, network)
);
create index familiar_network_by_age on familiar_network (last_used_at);
