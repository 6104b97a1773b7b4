-- Announced transfers that never came are put away by their age.
create index deposit_announcement_unmatched on deposit_announcement (created_at) where bank_event_id is null;
