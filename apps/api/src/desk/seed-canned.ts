import type { CannedReply } from '@kapao/contract/desk-tools'
import { newPublicId } from '../chat/post.ts'
import type { Database } from '../database/database.ts'
import { cannedSeeds } from './canned-seeds.ts'

export type CannedSeed = Pick<CannedReply, 'kind' | 'title' | 'shortcut' | 'language' | 'message'>

/** Gives a new desk something to say, once: what the staff have changed or thrown away since stays so. */
export async function seedCanned(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('lock table canned_reply in exclusive mode')
    // A row of its own in the settings: an empty list may be what the staff want.
    const seeded = await tx.query(
      `insert into operator_setting (name, value) values ('cannedRepliesSeeded', 'true') on conflict do nothing returning name`,
    )
    if (seeded.length === 0) return
    for (const { kind, title, shortcut, language, message } of cannedSeeds) {
      await tx.query(
        `insert into canned_reply (public_id, kind, title, shortcut, language, message) values ($1, $2, $3, $4, $5, $6)`,
        [newPublicId(), kind, title, shortcut, language, JSON.stringify(message)],
      )
    }
  })
}
