-- A transfer is looked for by its reference: whether it is in the books already, however its account was written then.
create index bank_event_by_reference on bank_event (trans_ref);
