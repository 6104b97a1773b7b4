-- Which account a member had before the present one. A phone that was taken is used to write in another account, to withdraw, and to write the old one back:
-- without this nothing would tell. And an account that money has moved by stays its first member's: freed by writing in another one, it would begin as a
-- new member's, with a newcomer's bonuses, again and again. By a trigger, so that it holds whoever changes it.
create table account_before (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  bank_code text not null,
  bank_account_name text not null,
  bank_account_no text not null,
  until timestamptz not null default now()
);
create index account_before_of_member on account_before (member_id, until desc);
create index account_before_by_number on account_before (bank_account_no);
create trigger only_added before update or delete or truncate on account_before for each statement execute function refuse_change();

-- With its owner's rights: the release before changes members while those of the serving user to the new table are still to be given.
create function keep_account_before() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into account_before (member_id, bank_code, bank_account_name, bank_account_no)
  values (old.id, old.bank_code, old.bank_account_name, old.bank_account_no);
  return null;
end $$;
create trigger account_before after update of bank_code, bank_account_no on member for each row
  when ((old.bank_code, old.bank_account_no) is distinct from (new.bank_code, new.bank_account_no))
  execute function keep_account_before();
