import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'

const MOST_AT_ONCE = 500

/** Removes files that a customer brought a day ago and never sent: nobody can see them in a conversation. Answers with how many. */
export async function tidyChatFiles(database: Database, files: FileStore): Promise<number> {
  let removed = 0
  for (;;) {
    const unsent = await database.query<{ name: string }>(
      `select name from chat_file where conversation_id is null and staff_id is null and created_at < now() - interval '1 day'
       order by created_at limit ${MOST_AT_ONCE}`,
    )
    for (const { name } of unsent) {
      const isGone = await database.transaction(async (tx) => {
        // The row first, and only when nobody has sent the file meanwhile: who would send it now waits, and then finds none.
        const gone = await tx.query(
          'delete from chat_file where name = $1 and conversation_id is null returning name',
          [name],
        )
        // It is not gone for good before the file is: without a row nobody would come for it again.
        if (gone.length > 0) await files.remove(name)
        return gone.length > 0
      })
      if (isGone) removed += 1
    }
    if (unsent.length < MOST_AT_ONCE) return removed
  }
}
