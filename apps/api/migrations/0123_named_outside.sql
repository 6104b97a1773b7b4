-- What the other side's lists have named of ours, by the row's id, while a comparison reads them: by when it began, and an empty id says that nothing of it
-- was lost. In memory it would grow with the tables. Unlogged: a comparison begins anew after a crash.
create unlogged table named_outside (
  begun_at timestamptz not null,
  id text not null,
  primary key (begun_at, id)
);
-- What ended since a moment is read page by page.
create index game_transfer_ended on game_transfer (game_code, settled_at, id) where state <> 'open';
create index withdrawal_ended on withdrawal (ended_at, id) where ended_at is not null;
-- A page of the issuer's list is looked up by its codes, refused tries as well, and ours of a number are read page by page.
create index voucher_redemption_of_number on voucher_redemption (mobile, code_hash, id);
