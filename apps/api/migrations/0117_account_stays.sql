-- An account of the operator's that is not used any more: what still comes to it is found, and nobody is led to it.
alter table operator_account add column is_offered boolean not null default true;

-- Under another number, or gone, whatever is on its way to the old one would be nobody's, and no comparison would see it. Written with other signs between its digits
-- it is the same, as is its bank under another of its symbols.
create function keep_account_number() returns trigger language plpgsql as $$
declare
  number text := regexp_replace(old.account_no, '\D', '', 'g');
begin
  if tg_op = 'UPDATE' and regexp_replace(new.account_no, '\D', '', 'g') = number then
    return new;
  end if;
  if exists (select 1 from ledger_account where member_id is null and kind = 'bank' and code = old.bank_code || ':' || number)
    or exists (select 1 from qr_code where account_id = old.id)
    or exists (select 1 from withdrawal where from_account_id = old.id)
  then
    raise exception 'operator_account %: money has moved by it, and more may come; set is_offered to false and insert the other account beside it', old.id
      using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger stays before update of account_no or delete on operator_account for each row execute function keep_account_number();
