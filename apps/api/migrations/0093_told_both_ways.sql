-- The bank's feed and a slip may name one transfer by two references. What looks the same is therefore counted before it is credited: no more
-- than the feed has told of, or than slips have shown, whichever is more.

-- Whether the other way than the first has told of it, too, by the same reference. Not known of what is here already; it matters for minutes.
alter table bank_event add column both_ways boolean not null default false;

create index bank_event_sender on bank_event (from_account_no, happened_at);
