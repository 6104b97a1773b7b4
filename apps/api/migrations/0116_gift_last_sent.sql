-- When the worker last asked the issuer to give a gift, and nobody knows what was answered. Null: not since the request that wrote the row.
alter table voucher_redemption add column last_sent_at timestamptz;
