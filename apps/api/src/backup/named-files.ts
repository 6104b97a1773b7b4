import type pg from 'pg'

/**
 * The files that rows name and that must be there: slips' pictures, what customers have sent, and what the staff show. Not those whose time is
 * over, which are removed before their rows are, nor what somebody is just bringing, whose row comes first.
 */
const NAMED = `
  select name from chat_file where conversation_id is not null
  union select f.name from chat_file f join (
    select (regexp_matches(payload::text, '/api/chat/files/([a-z0-9.]+)', 'g'))[1] as name
      from chat_message where sender = 'agent' and message_type in ('media', 'generic')
    union select (regexp_matches(message::text, '/api/chat/files/([a-z0-9.]+)', 'g'))[1] from canned_reply
  ) shown using (name)
  union select file_name from slip where file_name is not null and not (
    state <> 'waiting' and ended_at < now() - make_interval(days => coalesce(
      (select (value #>> '{}')::int from operator_setting where name = 'slipPictureDays'), 0)))`

export async function listNamedFiles(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(NAMED)
  return rows.map(({ name }) => name)
}

/** Of these the ones that are named at this moment, too: what was tidied away while files were read is not. */
export async function keepNamed(client: pg.Client, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return []
  const { rows } = await client.query<{ name: string }>(
    `select name from (${NAMED}) named where name = any($1) order by name`,
    [names],
  )
  return rows.map(({ name }) => name)
}
