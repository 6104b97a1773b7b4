-- What a canned reply says goes to customers under any colleague's name, an account number to pay into among it: what it said before is kept, as of
-- every other table that somebody changes by hand.
create trigger noted after insert or update or delete on canned_reply for each row execute function note_operator_change();
create trigger noted_whole after truncate on canned_reply for each statement execute function note_truncate();
