-- A slip that the bank does not know yet is looked for among those that are credited, which are kept for good.
create index slip_credited_by_reference on slip (trans_ref) where state = 'credited';
-- Since 0104 nothing is read in the order of this one, and each message wrote it.
drop index chat_conversation_by_age;
