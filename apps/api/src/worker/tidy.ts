import type { Database } from '../database.ts'

/** Puts away what has had its time. Nothing here is anybody's money. */
export async function tidy(database: Database): Promise<void> {
  await database.query(
    `update qr_code set state = 'expired' where state in ('making', 'open') and expires_at < now()`,
  )
  // Their rows stay: who asks for one later is told that it expired.
  await database.query(
    `update coupon set state = 'expired', ended_at = now() where state = 'open' and expires_at <= now()`,
  )
  // A code that was never finished moved no money: the same intent may make one again.
  await database.query(
    `delete from intent where status is null and call like 'POST /qrcode/%' and created_at < now() - interval '2 minutes'`,
  )
  // An intent whose process died between its movements has no answer of its own; the statement tells how each movement ended.
  await database.query(
    `update intent set status = 202, answer = '{"message": "SUCCESS", "status": "IN_PROGRESS"}'
     where status is null and created_at < now() - interval '2 minutes'`,
  )
  await database.query(`delete from intent where created_at < now() - interval '7 days'`)
  await database.query(`delete from otp where created_at < now() - interval '2 days'`)
  await database.query(
    `delete from session where last_used_at < now() - interval '31 days' or revoked_at < now() - interval '1 day'`,
  )
  await database.query(`delete from rate_window where started_at < now() - interval '5 minutes'`)
  await database.query(`delete from familiar_network where last_used_at < now() - interval '90 days'`)
  await database.query('delete from address_window where minute < extract(epoch from now()) / 60 - 5')
}
