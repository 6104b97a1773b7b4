-- A password that the command made for one of the staff is known to whoever ran it. It lets its owner in to choose another, and is good for nothing
-- after this time. Null for one that its owner chose: it does not run out.
alter table staff add column password_expires_at timestamptz;
