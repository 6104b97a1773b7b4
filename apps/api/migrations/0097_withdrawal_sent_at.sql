-- When a withdrawal was first sent to the bank, for its member to see. Null for those of before.
alter table withdrawal add column sent_at timestamptz;
