-- Requests of one address in one minute, summed over the processes. Unlogged: it guards against floods, and may forget.
create unlogged table address_window (
  address text not null,
  -- Since 1970.
  minute bigint not null,
  hits int not null,
  primary key (address, minute)
);
