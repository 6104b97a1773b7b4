-- How a withdrawal has ended is told with it, and never both ways: the bank's reference of what it paid, its reason for what it did not. `not valid`: what is
-- written from now on is held to it, and no table of years is read with its lock held.
-- Beside the release before: every release has ended withdrawals by one statement, which writes just that.
alter table withdrawal
  add constraint withdrawal_settled_by check ((state = 'settled') = (trans_ref is not null)) not valid,
  add constraint withdrawal_refused_because check ((state = 'refused') = (refused_reason is not null)) not valid;

-- Beside the release before: 0086 kept it for the release of then; nobody has called it since.
drop function if exists chat_post;
