import * as v from 'valibot'
import type { Database, Queries } from '../database/database.ts'

/** Ids are texts: the numbers of JSON end before bigint does. */
const bigintText = v.pipe(
  v.string(),
  v.regex(/^\d{1,19}$/),
  v.transform((text) => BigInt(text)),
)

/**
 * What processes tell each other over the database's channel `chat` (and some of it over Redis: line.ts), each a hint of something that is stored, or of nothing that matters:
 * how far conversations have grown; a conversation whose row in the inbox changed, with the time up to which the desk has now read, or
 * because its session was ended or rated;
 * a note; canned replies; who is typing, `staff` null for the customer.
 */
const announcement = v.object({
  messages: v.optional(v.array(v.tuple([bigintText, v.number()]))),
  conversation: v.optional(bigintText),
  /** Beside `conversation`: whose room hears that the desk has read up to a time. */
  read: v.optional(v.object({ roomId: v.string(), readAt: v.string() })),
  /** Beside `conversation`: whose room hears how its last session ended. */
  ended: v.optional(v.object({ roomId: v.string() })),
  note: v.optional(bigintText),
  canned: v.optional(v.literal(true)),
  typing: v.optional(
    v.object({
      conversationId: v.string(),
      roomId: v.string(),
      staff: v.nullable(v.object({ staffId: v.string(), displayName: v.string() })),
    }),
  ),
})
export type Announcement = v.InferOutput<typeof announcement>

export const CHAT_CHANNEL = 'chat'

export function writeAnnouncement(what: Announcement): string {
  return JSON.stringify(what, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
}

/** In a transaction it goes out with the commit. */
export async function announce(queries: Queries, what: Announcement): Promise<void> {
  await queries.query('select pg_notify($1, $2)', [CHAT_CHANNEL, writeAnnouncement(what)])
}

/**
 * Outside of every transaction: what is lost with the database's last moment was a hint of something that is looked for all the same, so nobody
 * waits until it is on disk.
 */
export async function announceHint(database: Database, what: Announcement): Promise<void> {
  await database.query("select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)", [
    CHAT_CHANNEL,
    writeAnnouncement(what),
  ])
}

/** Null for what no version of ours announces. */
export function readAnnouncement(text: string): Announcement | null {
  try {
    const parsed = v.safeParse(announcement, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
