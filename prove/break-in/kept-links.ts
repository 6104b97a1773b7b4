// What lies in the tables of the chat after others have written what they liked: no link there may be another thing than a page or a
// file of ours.
import type pg from 'pg'

/** Every message that is kept, with those that wait to be sent by the desk. */
const MESSAGES = `select 'message ' || id as what, message_type, payload from chat_message
  union all select 'canned reply ' || id, message->>'message_type', message->'payload' from canned_reply`

/** Every button, wherever in a payload it stands. */
const BUTTONS = `select what, button->>'payload' as link from (${MESSAGES}) kept
  cross join lateral jsonb_path_query(payload, '$.**.buttons[*]') as button where button->>'type' = 'web'
  union all select what, button->>'payload' from (${MESSAGES}) kept
  cross join lateral jsonb_path_query(payload, '$.quick_replies[*]') as button where button->>'type' = 'web'`
const PICTURES = `select what, picture #>> '{}' as link from (${MESSAGES}) kept
  cross join lateral jsonb_path_query(payload, '$.elements[*].image_url') as picture`
const FILES = `select what, payload->>'filePath' as link from (${MESSAGES}) kept where message_type = 'media'
  and (coalesce((payload->>'url')::boolean, false) or payload->>'filePath' is null
    or payload->>'filePath' !~ '^/api/chat/files/[0-9a-f]{48}chat\\.[a-z0-9]{2,4}$')`

const isA = (link: string, ...schemes: string[]) =>
  URL.canParse(link) && schemes.includes(new URL(link).protocol)

/** A sentence for each link that nobody should be led along, and for each message whose file is not ours. */
export async function dangerousIn(database: pg.Client): Promise<string[]> {
  const all = async (sql: string) => (await database.query<{ what: string; link: string | null }>(sql)).rows
  const buttons = (await all(BUTTONS)).filter(({ link }) => !isA(link ?? '', 'http:', 'https:'))
  const pictures = (await all(PICTURES)).filter(
    ({ link }) =>
      link !== null && link !== '' && !link.startsWith('/api/chat/files/') && !isA(link, 'https:'),
  )
  return [...buttons, ...pictures, ...(await all(FILES))].map(
    ({ what, link }) => `${what} has a link to ${JSON.stringify(link).slice(0, 120)}`,
  )
}
